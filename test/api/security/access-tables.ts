import { table } from '../../support/access-table.js';

/**
 * Who may do what, as the contract (Endpoints, Authentication, Errors) and the decisions on its silences have it: drawn
 * from those pages, never from the code. Every cell is asked at both addresses, of a GET its HEAD too.
 *
 * live, test   the endpoint's own answer, in that mode
 * heard        204: no key is needed, and none in a header is read
 * missing      401 key_missing                    kind        403 key_kind_not_allowed
 * invalid      401 key_invalid                    capability  403 capability_required
 * revoked      401 key_revoked                    origin      403 origin_not_allowed
 * url          400 key_in_url                     suspended   403 account_suspended
 * no cert      403 certificate_required           unseen      404, as test sales never settle
 * client       401 invalid_client and             method      405: GET /mcp needs `key` in its address
 * request      400 invalid_request, in OAuth's words
 */

/** Test and server keys in the header, from a server. `checkout`, `bulk`, `offers`: a server key with that alone. */
export const KEYS = table(`
                             | no key  | test   | server     | checkout   | bulk       | offers     | all
GET  /events                 | missing | test   | live       | live       | live       | live       | live
GET  /events/{id}            | missing | test   | live       | live       | live       | live       | live
GET  /categories             | missing | test   | live       | live       | live       | live       | live
GET  /locations              | missing | test   | live       | live       | live       | live       | live
GET  /earnings               | missing | test   | live       | live       | live       | live       | live
GET  /settlements            | missing | test   | live       | live       | live       | live       | live
GET  /settlements/{id}/lines | missing | unseen | live       | live       | live       | live       | live
GET  /settlements/{id}.csv   | missing | unseen | live       | live       | live       | live       | live
GET  /settlements/{id}.pdf   | missing | unseen | live       | live       | live       | live       | live
GET  /offers                 | missing | test   | capability | capability | capability | live       | live
GET  /events/{id}/tickets    | missing | test   | capability | live       | capability | capability | live
POST /orders                 | missing | test   | capability | live       | capability | capability | live
GET  /orders/{id}            | missing | test   | live       | live       | live       | live       | live
POST /orders/{id}/cancel     | missing | test   | live       | live       | live       | live       | live
GET  /bulk/{file}            | missing | test   | capability | capability | live       | capability | live
GET  /feeds/{file}           | missing | test   | live       | live       | live       | live       | live
POST /mcp                    | test    | test   | live       | live       | live       | live       | live
GET  /mcp                    | method  | method | method     | method     | method     | method     | method
POST /track                  | heard   | heard  | heard      | heard      | heard      | heard      | heard
GET  /demo/events            | test    | test   | test       | test       | test       | test       | test
GET  /demo/events/{id}       | test    | test   | test       | test       | test       | test       | test
GET  /demo/categories        | test    | test   | test       | test       | test       | test       | test
GET  /demo/locations         | test    | test   | test       | test       | test       | test       | test
POST /oauth/token            | client  | client | client     | client     | client     | client     | client
POST /oauth/revoke           | client  | client | client     | client     | client     | client     | client
`);

/** A website key for shop.example and *.shop.example in the header; by `Origin`, in `referer` by `Referer` alone. */
export const WEBSITE_KEYS = table(`
                             | listed | subdomain | referer | other page | lookalike | no page
GET  /events                 | live   | live      | live    | origin     | origin    | origin
GET  /events/{id}            | live   | live      | live    | origin     | origin    | origin
GET  /categories             | live   | live      | live    | origin     | origin    | origin
GET  /locations              | live   | live      | live    | origin     | origin    | origin
GET  /earnings               | kind   | kind      | kind    | origin     | origin    | origin
GET  /settlements            | kind   | kind      | kind    | origin     | origin    | origin
GET  /settlements/{id}/lines | kind   | kind      | kind    | origin     | origin    | origin
GET  /settlements/{id}.csv   | kind   | kind      | kind    | origin     | origin    | origin
GET  /settlements/{id}.pdf   | kind   | kind      | kind    | origin     | origin    | origin
GET  /offers                 | kind   | kind      | kind    | origin     | origin    | origin
GET  /events/{id}/tickets    | kind   | kind      | kind    | origin     | origin    | origin
POST /orders                 | kind   | kind      | kind    | origin     | origin    | origin
GET  /orders/{id}            | kind   | kind      | kind    | origin     | origin    | origin
POST /orders/{id}/cancel     | kind   | kind      | kind    | origin     | origin    | origin
GET  /bulk/{file}            | kind   | kind      | kind    | origin     | origin    | origin
GET  /feeds/{file}           | live   | live      | live    | origin     | origin    | origin
POST /mcp                    | live   | live      | live    | origin     | origin    | live
GET  /mcp                    | method | method    | method  | origin     | origin    | method
POST /track                  | heard  | heard     | heard   | heard      | heard     | heard
GET  /demo/events            | test   | test      | test    | test       | test      | test
GET  /demo/events/{id}       | test   | test      | test    | test       | test      | test
GET  /demo/categories        | test   | test      | test    | test       | test      | test
GET  /demo/locations         | test   | test      | test    | test       | test      | test
POST /oauth/token            | client | client    | client  | client     | client    | client
POST /oauth/revoke           | client | client    | client  | client     | client    | client
`);

/** Calls from web pages with the other credentials: who may read the answer is checked in every cell of every table. */
export const PAGES = table(`
                             | test, any page | server, page | no key, https | no key, http
GET  /events                 | test           | live         | missing       | missing
GET  /events/{id}            | test           | live         | missing       | missing
GET  /categories             | test           | live         | missing       | missing
GET  /locations              | test           | live         | missing       | missing
GET  /earnings               | test           | live         | missing       | missing
GET  /settlements            | test           | live         | missing       | missing
GET  /settlements/{id}/lines | unseen         | live         | missing       | missing
GET  /settlements/{id}.csv   | unseen         | live         | missing       | missing
GET  /settlements/{id}.pdf   | unseen         | live         | missing       | missing
GET  /offers                 | test           | live         | missing       | missing
GET  /events/{id}/tickets    | test           | live         | missing       | missing
POST /orders                 | test           | live         | missing       | missing
GET  /orders/{id}            | test           | live         | missing       | missing
POST /orders/{id}/cancel     | test           | live         | missing       | missing
GET  /bulk/{file}            | test           | live         | missing       | missing
GET  /feeds/{file}           | test           | live         | missing       | missing
POST /mcp                    | test           | origin       | test          | origin
GET  /mcp                    | method         | origin       | method        | origin
POST /track                  | heard          | heard        | heard         | heard
GET  /demo/events            | test           | test         | test          | test
GET  /demo/events/{id}       | test           | test         | test          | test
GET  /demo/categories        | test           | test         | test          | test
GET  /demo/locations         | test           | test         | test          | test
POST /oauth/token            | client         | client       | client        | client
POST /oauth/revoke           | client         | client       | client        | client
`);

/** What was never ours. `not as Bearer`: a good key as the user of HTTP Basic. */
export const UNKNOWN = table(`
                             | test    | website | server  | token   | malformed | client secret | not as Bearer
GET  /events                 | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /events/{id}            | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /categories             | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /locations              | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /earnings               | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /settlements            | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /settlements/{id}/lines | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /settlements/{id}.csv   | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /settlements/{id}.pdf   | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /offers                 | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /events/{id}/tickets    | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
POST /orders                 | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /orders/{id}            | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
POST /orders/{id}/cancel     | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /bulk/{file}            | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /feeds/{file}           | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
POST /mcp                    | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
GET  /mcp                    | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
POST /track                  | heard   | heard   | heard   | heard   | heard     | heard         | heard
GET  /demo/events            | test    | test    | test    | test    | test      | test          | test
GET  /demo/events/{id}       | test    | test    | test    | test    | test      | test          | test
GET  /demo/categories        | test    | test    | test    | test    | test      | test          | test
GET  /demo/locations         | test    | test    | test    | test    | test      | test          | test
POST /oauth/token            | client  | client  | client  | client  | client    | client        | client
POST /oauth/revoke           | client  | client  | client  | client  | client    | client        | client
`);

/** Keys that were revoked; the website key from its listed page. */
export const REVOKED = table(`
                             | test    | website | server
GET  /events                 | revoked | revoked | revoked
GET  /events/{id}            | revoked | revoked | revoked
GET  /categories             | revoked | revoked | revoked
GET  /locations              | revoked | revoked | revoked
GET  /earnings               | revoked | revoked | revoked
GET  /settlements            | revoked | revoked | revoked
GET  /settlements/{id}/lines | revoked | revoked | revoked
GET  /settlements/{id}.csv   | revoked | revoked | revoked
GET  /settlements/{id}.pdf   | revoked | revoked | revoked
GET  /offers                 | revoked | revoked | revoked
GET  /events/{id}/tickets    | revoked | revoked | revoked
POST /orders                 | revoked | revoked | revoked
GET  /orders/{id}            | revoked | revoked | revoked
POST /orders/{id}/cancel     | revoked | revoked | revoked
GET  /bulk/{file}            | revoked | revoked | revoked
GET  /feeds/{file}           | revoked | revoked | revoked
POST /mcp                    | revoked | revoked | revoked
GET  /mcp                    | revoked | revoked | revoked
POST /track                  | heard   | heard   | heard
GET  /demo/events            | test    | test    | test
GET  /demo/events/{id}       | test    | test    | test
GET  /demo/categories        | test    | test    | test
GET  /demo/locations         | test    | test    | test
POST /oauth/token            | client  | client  | client
POST /oauth/revoke           | client  | client  | client
`);

/** Keys of a company that is suspended; `foreign`: the website key from elsewhere, which may not read even that. */
export const SUSPENDED = table(`
                             | test      | website   | foreign   | server
GET  /events                 | suspended | suspended | suspended | suspended
GET  /events/{id}            | suspended | suspended | suspended | suspended
GET  /categories             | suspended | suspended | suspended | suspended
GET  /locations              | suspended | suspended | suspended | suspended
GET  /earnings               | suspended | suspended | suspended | suspended
GET  /settlements            | suspended | suspended | suspended | suspended
GET  /settlements/{id}/lines | suspended | suspended | suspended | suspended
GET  /settlements/{id}.csv   | suspended | suspended | suspended | suspended
GET  /settlements/{id}.pdf   | suspended | suspended | suspended | suspended
GET  /offers                 | suspended | suspended | suspended | suspended
GET  /events/{id}/tickets    | suspended | suspended | suspended | suspended
POST /orders                 | suspended | suspended | suspended | suspended
GET  /orders/{id}            | suspended | suspended | suspended | suspended
POST /orders/{id}/cancel     | suspended | suspended | suspended | suspended
GET  /bulk/{file}            | suspended | suspended | suspended | suspended
GET  /feeds/{file}           | suspended | suspended | suspended | suspended
POST /mcp                    | suspended | suspended | suspended | suspended
GET  /mcp                    | suspended | suspended | suspended | suspended
POST /track                  | heard     | heard     | heard     | heard
GET  /demo/events            | test      | test      | test      | test
GET  /demo/events/{id}       | test      | test      | test      | test
GET  /demo/categories        | test      | test      | test      | test
GET  /demo/locations         | test      | test      | test      | test
POST /oauth/token            | client    | client    | client    | client
POST /oauth/revoke           | client    | client    | client    | client
`);

/** A key as the query's `key`; `listed`, `foreign`: a website key from such a page; `pinned`: a guarded test key. */
export const ADDRESS = table(`
                             | test    | website | listed  | foreign | unknown | revoked | suspended | pinned
GET  /events                 | url     | url     | url     | url     | url     | url     | url       | url
GET  /events/{id}            | url     | url     | url     | url     | url     | url     | url       | url
GET  /categories             | url     | url     | url     | url     | url     | url     | url       | url
GET  /locations              | url     | url     | url     | url     | url     | url     | url       | url
GET  /earnings               | url     | url     | url     | url     | url     | url     | url       | url
GET  /settlements            | url     | url     | url     | url     | url     | url     | url       | url
GET  /settlements/{id}/lines | url     | url     | url     | url     | url     | url     | url       | url
GET  /settlements/{id}.csv   | url     | url     | url     | url     | url     | url     | url       | url
GET  /settlements/{id}.pdf   | url     | url     | url     | url     | url     | url     | url       | url
GET  /offers                 | url     | url     | url     | url     | url     | url     | url       | url
GET  /events/{id}/tickets    | url     | url     | url     | url     | url     | url     | url       | url
POST /orders                 | url     | url     | url     | url     | url     | url     | url       | url
GET  /orders/{id}            | url     | url     | url     | url     | url     | url     | url       | url
POST /orders/{id}/cancel     | url     | url     | url     | url     | url     | url     | url       | url
GET  /bulk/{file}            | url     | url     | url     | url     | url     | url     | url       | url
GET  /feeds/{file}           | test    | live    | live    | origin  | invalid | revoked | suspended | no cert
POST /mcp                    | test    | live    | live    | origin  | invalid | revoked | suspended | no cert
GET  /mcp                    | test    | live    | live    | origin  | invalid | revoked | suspended | no cert
POST /track                  | url     | url     | url     | url     | url     | url     | url       | url
GET  /demo/events            | url     | url     | url     | url     | url     | url     | url       | url
GET  /demo/events/{id}       | url     | url     | url     | url     | url     | url     | url       | url
GET  /demo/categories        | url     | url     | url     | url     | url     | url     | url       | url
GET  /demo/locations         | url     | url     | url     | url     | url     | url     | url       | url
POST /oauth/token            | request | request | request | request | request | request | request   | request
POST /oauth/revoke           | request | request | request | request | request | request | request   | request
`);

/** What no address may hold, good as it is. */
export const NEVER_IN_ADDRESS = table(`
                             | server  | token   | client secret
GET  /events                 | url     | url     | url
GET  /events/{id}            | url     | url     | url
GET  /categories             | url     | url     | url
GET  /locations              | url     | url     | url
GET  /earnings               | url     | url     | url
GET  /settlements            | url     | url     | url
GET  /settlements/{id}/lines | url     | url     | url
GET  /settlements/{id}.csv   | url     | url     | url
GET  /settlements/{id}.pdf   | url     | url     | url
GET  /offers                 | url     | url     | url
GET  /events/{id}/tickets    | url     | url     | url
POST /orders                 | url     | url     | url
GET  /orders/{id}            | url     | url     | url
POST /orders/{id}/cancel     | url     | url     | url
GET  /bulk/{file}            | url     | url     | url
GET  /feeds/{file}           | url     | url     | url
POST /mcp                    | url     | url     | url
GET  /mcp                    | url     | url     | url
POST /track                  | url     | url     | url
GET  /demo/events            | url     | url     | url
GET  /demo/events/{id}       | url     | url     | url
GET  /demo/categories        | url     | url     | url
GET  /demo/locations         | url     | url     | url
POST /oauth/token            | request | request | request
POST /oauth/revoke           | request | request | request
`);

/** A good key in the query, and the same in the header, which counts where the query may hold one. */
export const ADDRESS_AND_HEADER = table(`
                             | test    | website | foreign
GET  /events                 | url     | url     | url
GET  /events/{id}            | url     | url     | url
GET  /categories             | url     | url     | url
GET  /locations              | url     | url     | url
GET  /earnings               | url     | url     | url
GET  /settlements            | url     | url     | url
GET  /settlements/{id}/lines | url     | url     | url
GET  /settlements/{id}.csv   | url     | url     | url
GET  /settlements/{id}.pdf   | url     | url     | url
GET  /offers                 | url     | url     | url
GET  /events/{id}/tickets    | url     | url     | url
POST /orders                 | url     | url     | url
GET  /orders/{id}            | url     | url     | url
POST /orders/{id}/cancel     | url     | url     | url
GET  /bulk/{file}            | url     | url     | url
GET  /feeds/{file}           | test    | live    | origin
POST /mcp                    | test    | live    | origin
GET  /mcp                    | test    | live    | origin
POST /track                  | url     | url     | url
GET  /demo/events            | url     | url     | url
GET  /demo/events/{id}       | url     | url     | url
GET  /demo/categories        | url     | url     | url
GET  /demo/locations         | url     | url     | url
POST /oauth/token            | request | request | request
POST /oauth/revoke           | request | request | request
`);

import { table } from '../../support/access/access-table.js';

/**
 * Who may do what, as the contract (Endpoints, Authentication, Errors) and the decisions on its silences have it: drawn
 * from those pages, never from the code. A row is of the classes of endpoints that it names (`support/access-classes.ts`);
 * every cell is requested of each of their endpoints, of a GET its HEAD too, and the cells of `KEYS` at both addresses.
 *
 * live, test   the endpoint's own answer, in that mode
 * empty        204: no key is needed, and none in a header is read
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
listing event feed earnings order | missing | test   | live       | live       | live       | live       | live
statement                         | missing | unseen | live       | live       | live       | live       | live
offers                            | missing | test   | capability | capability | capability | live       | live
checkout                          | missing | test   | capability | live       | capability | capability | live
bulk                              | missing | test   | capability | capability | live       | capability | live
assistant                         | test    | test   | live       | live       | live       | live       | live
describe                          | method  | method | method     | method     | method     | method     | method
signal                            | empty   | empty  | empty      | empty      | empty      | empty      | empty
demo                              | test    | test   | test       | test       | test       | test       | test
oauth                             | client  | client | client     | client     | client     | client     | client
`);

/** A website key for shop.example and *.shop.example in the header; by `Origin`, in `referer` by `Referer` alone. */
export const WEBSITE_KEYS = table(`
                                   | listed | subdomain | referer | other page | lookalike | no page
listing event feed                 | live   | live      | live    | origin     | origin    | origin
earnings statement offers checkout | kind   | kind      | kind    | origin     | origin    | origin
order bulk                         | kind   | kind      | kind    | origin     | origin    | origin
assistant                          | live   | live      | live    | origin     | origin    | live
describe                           | method | method    | method  | origin     | origin    | method
signal                             | empty  | empty     | empty   | empty      | empty     | empty
demo                               | test   | test      | test    | test       | test      | test
oauth                              | client | client    | client  | client     | client    | client
`);

/** Calls from web pages with the other credentials: who may read the answer is checked in every cell of every table. */
export const PAGES = table(`
                                   | test, any page | server, page | no key, https | no key, http
listing event feed earnings offers | test           | live         | missing       | missing
checkout order bulk                | test           | live         | missing       | missing
statement                          | unseen         | live         | missing       | missing
assistant                          | test           | origin       | test          | origin
describe                           | method         | origin       | method        | origin
signal                             | empty          | empty        | empty         | empty
demo                               | test           | test         | test          | test
oauth                              | client         | client       | client        | client
`);

/** Keys that were never ours. `not as Bearer`: a good key as the user of HTTP Basic. */
export const UNKNOWN = table(`
       | test    | website | server  | token   | malformed | client secret | not as Bearer
keyed  | invalid | invalid | invalid | invalid | invalid   | invalid       | missing
signal | empty   | empty   | empty   | empty   | empty     | empty         | empty
demo   | test    | test    | test    | test    | test      | test          | test
oauth  | client  | client  | client  | client  | client    | client        | client
`);

/** Keys that were revoked; the website key from its listed page. */
export const REVOKED = table(`
       | test    | website | server
keyed  | revoked | revoked | revoked
signal | empty   | empty   | empty
demo   | test    | test    | test
oauth  | client  | client  | client
`);

/** Keys of a company that is suspended; `foreign`: the website key from elsewhere, which may not read even that. */
export const SUSPENDED = table(`
       | test      | website   | foreign   | server
keyed  | suspended | suspended | suspended | suspended
signal | empty     | empty     | empty     | empty
demo   | test      | test      | test      | test
oauth  | client    | client    | client    | client
`);

/** A key as the query's `key`; `listed`, `foreign`: a website key from such a page; `pinned`: a guarded test key. */
export const ADDRESS = table(`
                                  | test    | website | listed  | foreign | unknown | revoked | suspended | pinned
listing event earnings statement  | url     | url     | url     | url     | url     | url     | url       | url
offers checkout order bulk signal | url     | url     | url     | url     | url     | url     | url       | url
demo                              | url     | url     | url     | url     | url     | url     | url       | url
feed assistant describe           | test    | live    | live    | origin  | invalid | revoked | suspended | no cert
oauth                             | request | request | request | request | request | request | request   | request
`);

/** Valid credentials that no address may contain. */
export const NEVER_IN_ADDRESS = table(`
                  | server  | token   | client secret
keyed signal demo | url     | url     | url
oauth             | request | request | request
`);

/** A good key in the query, and the same in the header, which counts where the query may hold one. */
export const ADDRESS_AND_HEADER = table(`
                                  | test    | website | foreign
listing event earnings statement  | url     | url     | url
offers checkout order bulk signal | url     | url     | url
demo                              | url     | url     | url
feed assistant describe           | test    | live    | origin
oauth                             | request | request | request
`);

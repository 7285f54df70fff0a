import { table } from '../../support/access-table.js';

/**
 * Access tokens (contract: Authentication 5) and keys held to certificates and addresses (Authentication 6), drawn and
 * asked as the tables of keys are.
 *
 * scope        403 scope_required                 no cert     403 certificate_required
 * expired      401 token_expired                  wrong cert  403 certificate_mismatch
 * revoked      401 key_revoked                    address     403 ip_not_allowed
 */

/** Tokens of a client that stands on a server key with every capability: what no scope names needs the key. */
export const LIVE_TOKENS = table(`
                             | events:read | events:details | earnings:read | all
GET  /events                 | live        | scope          | scope         | live
GET  /events/{id}            | scope       | live           | scope         | live
GET  /categories             | live        | scope          | scope         | live
GET  /locations              | live        | scope          | scope         | live
GET  /earnings               | scope       | scope          | live          | live
GET  /settlements            | scope       | scope          | live          | live
GET  /settlements/{id}/lines | scope       | scope          | live          | live
GET  /settlements/{id}.csv   | scope       | scope          | live          | live
GET  /settlements/{id}.pdf   | scope       | scope          | live          | live
GET  /offers                 | scope       | scope          | scope         | scope
GET  /events/{id}/tickets    | scope       | scope          | scope         | scope
POST /orders                 | scope       | scope          | scope         | scope
GET  /orders/{id}            | scope       | scope          | scope         | scope
POST /orders/{id}/cancel     | scope       | scope          | scope         | scope
GET  /bulk/{file}            | scope       | scope          | scope         | scope
GET  /feeds/{file}           | live        | scope          | scope         | live
POST /mcp                    | scope       | scope          | scope         | scope
GET  /mcp                    | scope       | scope          | scope         | scope
POST /track                  | heard       | heard          | heard         | heard
GET  /demo/events            | test        | test           | test          | test
GET  /demo/events/{id}       | test        | test           | test          | test
GET  /demo/categories        | test        | test           | test          | test
GET  /demo/locations         | test        | test           | test          | test
POST /oauth/token            | client      | client         | client        | client
POST /oauth/revoke           | client      | client         | client        | client
`);

/** Tokens of a client that stands on a test key. */
export const TEST_TOKENS = table(`
                             | events:read | events:details | earnings:read | all
GET  /events                 | test        | scope          | scope         | test
GET  /events/{id}            | scope       | test           | scope         | test
GET  /categories             | test        | scope          | scope         | test
GET  /locations              | test        | scope          | scope         | test
GET  /earnings               | scope       | scope          | test          | test
GET  /settlements            | scope       | scope          | test          | test
GET  /settlements/{id}/lines | scope       | scope          | unseen        | unseen
GET  /settlements/{id}.csv   | scope       | scope          | unseen        | unseen
GET  /settlements/{id}.pdf   | scope       | scope          | unseen        | unseen
GET  /offers                 | scope       | scope          | scope         | scope
GET  /events/{id}/tickets    | scope       | scope          | scope         | scope
POST /orders                 | scope       | scope          | scope         | scope
GET  /orders/{id}            | scope       | scope          | scope         | scope
POST /orders/{id}/cancel     | scope       | scope          | scope         | scope
GET  /bulk/{file}            | scope       | scope          | scope         | scope
GET  /feeds/{file}           | test        | scope          | scope         | test
POST /mcp                    | scope       | scope          | scope         | scope
GET  /mcp                    | scope       | scope          | scope         | scope
POST /track                  | heard       | heard          | heard         | heard
GET  /demo/events            | test        | test           | test          | test
GET  /demo/events/{id}       | test        | test           | test          | test
GET  /demo/categories        | test        | test           | test          | test
GET  /demo/locations         | test        | test           | test          | test
POST /oauth/token            | client      | client         | client        | client
POST /oauth/revoke           | client      | client         | client        | client
`);

/** A website client's token from its listed page, from elsewhere, from none; all scopes; the others' from any page. */
export const TOKEN_PAGES = table(`
                             | listed | foreign | no page | test, page | server, page
GET  /events                 | live   | origin  | origin  | test       | live
GET  /events/{id}            | live   | origin  | origin  | test       | live
GET  /categories             | live   | origin  | origin  | test       | live
GET  /locations              | live   | origin  | origin  | test       | live
GET  /earnings               | scope  | origin  | origin  | test       | live
GET  /settlements            | scope  | origin  | origin  | test       | live
GET  /settlements/{id}/lines | scope  | origin  | origin  | unseen     | live
GET  /settlements/{id}.csv   | scope  | origin  | origin  | unseen     | live
GET  /settlements/{id}.pdf   | scope  | origin  | origin  | unseen     | live
GET  /offers                 | scope  | origin  | origin  | scope      | scope
GET  /events/{id}/tickets    | scope  | origin  | origin  | scope      | scope
POST /orders                 | scope  | origin  | origin  | scope      | scope
GET  /orders/{id}            | scope  | origin  | origin  | scope      | scope
POST /orders/{id}/cancel     | scope  | origin  | origin  | scope      | scope
GET  /bulk/{file}            | scope  | origin  | origin  | scope      | scope
GET  /feeds/{file}           | live   | origin  | origin  | test       | live
POST /mcp                    | scope  | origin  | scope   | scope      | origin
GET  /mcp                    | scope  | origin  | scope   | scope      | origin
POST /track                  | heard  | heard   | heard   | heard      | heard
GET  /demo/events            | test   | test    | test    | test       | test
GET  /demo/events/{id}       | test   | test    | test    | test       | test
GET  /demo/categories        | test   | test    | test    | test       | test
GET  /demo/locations         | test   | test    | test    | test       | test
POST /oauth/token            | client | client  | client  | client     | client
POST /oauth/revoke           | client | client  | client  | client     | client
`);

/** Live tokens that ended: by the hour, by `/oauth/revoke`, with their client, with its key, with the company. */
export const ENDED_TOKENS = table(`
                             | expired | revoked | its client | its key | suspended
GET  /events                 | expired | revoked | revoked    | revoked | suspended
GET  /events/{id}            | expired | revoked | revoked    | revoked | suspended
GET  /categories             | expired | revoked | revoked    | revoked | suspended
GET  /locations              | expired | revoked | revoked    | revoked | suspended
GET  /earnings               | expired | revoked | revoked    | revoked | suspended
GET  /settlements            | expired | revoked | revoked    | revoked | suspended
GET  /settlements/{id}/lines | expired | revoked | revoked    | revoked | suspended
GET  /settlements/{id}.csv   | expired | revoked | revoked    | revoked | suspended
GET  /settlements/{id}.pdf   | expired | revoked | revoked    | revoked | suspended
GET  /offers                 | expired | revoked | revoked    | revoked | suspended
GET  /events/{id}/tickets    | expired | revoked | revoked    | revoked | suspended
POST /orders                 | expired | revoked | revoked    | revoked | suspended
GET  /orders/{id}            | expired | revoked | revoked    | revoked | suspended
POST /orders/{id}/cancel     | expired | revoked | revoked    | revoked | suspended
GET  /bulk/{file}            | expired | revoked | revoked    | revoked | suspended
GET  /feeds/{file}           | expired | revoked | revoked    | revoked | suspended
POST /mcp                    | expired | revoked | revoked    | revoked | suspended
GET  /mcp                    | expired | revoked | revoked    | revoked | suspended
POST /track                  | heard   | heard   | heard      | heard   | heard
GET  /demo/events            | test    | test    | test       | test    | test
GET  /demo/events/{id}       | test    | test    | test       | test    | test
GET  /demo/categories        | test    | test    | test       | test    | test
GET  /demo/locations         | test    | test    | test       | test    | test
POST /oauth/token            | client  | client  | client     | client  | client
POST /oauth/revoke           | client  | client  | client     | client  | client
`);

/**
 * A server key pinned to two certificates and to a list of addresses, called through a trusted proxy with the `first`, the
 * `second`, `none`, an `other` certificate or something `unreadable`; from `elsewhere`; and the same with its client's token.
 */
export const GUARDED = table(`
                             | first  | second | none    | other      | unreadable | elsewhere | token  | bare token
GET  /events                 | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /events/{id}            | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /categories             | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /locations              | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /earnings               | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /settlements            | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /settlements/{id}/lines | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /settlements/{id}.csv   | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /settlements/{id}.pdf   | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
GET  /offers                 | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
GET  /events/{id}/tickets    | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
POST /orders                 | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
GET  /orders/{id}            | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
POST /orders/{id}/cancel     | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
GET  /bulk/{file}            | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
GET  /feeds/{file}           | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
POST /mcp                    | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
GET  /mcp                    | method | method | no cert | wrong cert | wrong cert | address   | scope  | no cert
POST /track                  | heard  | heard  | heard   | heard      | heard      | heard     | heard  | heard
GET  /demo/events            | test   | test   | test    | test       | test       | test      | test   | test
GET  /demo/events/{id}       | test   | test   | test    | test       | test       | test      | test   | test
GET  /demo/categories        | test   | test   | test    | test       | test       | test      | test   | test
GET  /demo/locations         | test   | test   | test    | test       | test       | test      | test   | test
POST /oauth/token            | client | client | client  | client     | client     | client    | client | client
POST /oauth/revoke           | client | client | client  | client     | client     | client    | client | client
`);

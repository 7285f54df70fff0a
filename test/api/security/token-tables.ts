import { table } from '../../support/access/access-table.js';

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
listing feed               | live        | scope          | scope         | live
event                      | scope       | live           | scope         | live
earnings statement         | scope       | scope          | live          | live
offers checkout order bulk | scope       | scope          | scope         | scope
assistant describe         | scope       | scope          | scope         | scope
signal                     | empty       | empty          | empty         | empty
demo                       | test        | test           | test          | test
oauth                      | client      | client         | client        | client
`);

/** Tokens of a client that stands on a test key. */
export const TEST_TOKENS = table(`
                           | events:read | events:details | earnings:read | all
listing feed               | test        | scope          | scope         | test
event                      | scope       | test           | scope         | test
earnings                   | scope       | scope          | test          | test
statement                  | scope       | scope          | unseen        | unseen
offers checkout order bulk | scope       | scope          | scope         | scope
assistant describe         | scope       | scope          | scope         | scope
signal                     | empty       | empty          | empty         | empty
demo                       | test        | test           | test          | test
oauth                      | client      | client         | client        | client
`);

/** A website client's token from its listed page, from elsewhere, from none; all scopes; the others' from any page. */
export const TOKEN_PAGES = table(`
                           | listed | foreign | no page | test, page | server, page
listing event feed         | live   | origin  | origin  | test       | live
earnings                   | scope  | origin  | origin  | test       | live
statement                  | scope  | origin  | origin  | unseen     | live
offers checkout order bulk | scope  | origin  | origin  | scope      | scope
assistant describe         | scope  | origin  | scope   | scope      | origin
signal                     | empty  | empty   | empty   | empty      | empty
demo                       | test   | test    | test    | test       | test
oauth                      | client | client  | client  | client     | client
`);

/** Live tokens that ended: by the hour, by `/oauth/revoke`, with their client, with its key, with the company. */
export const ENDED_TOKENS = table(`
       | expired | revoked | its client | its key | suspended
keyed  | expired | revoked | revoked    | revoked | suspended
signal | empty   | empty   | empty      | empty   | empty
demo   | test    | test    | test       | test    | test
oauth  | client  | client  | client     | client  | client
`);

/**
 * A server key pinned to two certificates and to a list of addresses, called through a trusted proxy with the `first`, the
 * `second`, `none`, an `other` certificate or something `unreadable`; from `elsewhere`; and the same with its client's token.
 */
export const GUARDED = table(`
                            | first  | second | none    | other      | unreadable | elsewhere | token  | bare token
listing event feed earnings | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
statement                   | live   | live   | no cert | wrong cert | wrong cert | address   | live   | no cert
offers checkout order bulk  | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
assistant                   | live   | live   | no cert | wrong cert | wrong cert | address   | scope  | no cert
describe                    | method | method | no cert | wrong cert | wrong cert | address   | scope  | no cert
signal                      | empty  | empty  | empty   | empty      | empty      | empty     | empty  | empty
demo                        | test   | test   | test    | test       | test       | test      | test   | test
oauth                       | client | client | client  | client     | client     | client    | client | client
`);

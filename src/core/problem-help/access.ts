import { call, type ProblemHelp } from './problem-help.js';

const CHALLENGE = 'Bearer realm="partner-events"';
const INVALID = { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` };

/** Keys, tokens, and what they may do. */
export const ACCESS_HELP = {
  key_missing: {
    why: 'The endpoint needs a key and the call has none, or its `Authorization` header does not begin with `Bearer`.',
    fix: 'Send `Authorization: Bearer <key>`. Some proxies and clients drop this header on redirects: call the base URL itself.',
    request: 'GET /v1/events\nAuthorization: Token <TEST_KEY>',
    detail: 'The `Authorization` header does not begin with `Bearer`: send `Authorization: Bearer <key>`.',
    headers: { 'WWW-Authenticate': CHALLENGE },
  },
  key_invalid: {
    why: 'We do not know this key or token. Often a part of it was lost when it was copied, it belongs to another installation, or a client secret was sent in place of an access token.',
    fix: 'Compare the length and the last four characters with your list of keys. Trade a client secret for an access token at `POST /oauth/token` first.',
    request: 'GET /v1/events\nAuthorization: Bearer tt_test_copied_badly',
    headers: INVALID,
  },
  key_revoked: {
    why: 'Somebody in your company, or we, revoked this key or token. It will not work again.',
    fix: 'Create a new key, or ask `POST /oauth/token` for a new token. Buy links you published with the old key still earn.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key that was revoked>',
    headers: INVALID,
  },
  token_expired: {
    why: 'Access tokens work for one hour.',
    fix: 'Ask `POST /oauth/token` for a new token and repeat the call. To avoid the error, ask for the next one shortly before `expires_in` is over.',
    request: 'GET /v1/events\nAuthorization: Bearer <a token from yesterday>',
    headers: INVALID,
  },
  key_kind_not_allowed: {
    why: 'Each endpoint takes certain kinds of key: test, website or server. A website key can be read by everyone who visits your page, so it opens events only.',
    fix: 'Use a key of a kind that `detail` names. Call server endpoints from your server, never from a page.',
    request: call('GET /v1/earnings', 'WEBSITE', 'Origin: https://shop.example'),
    detail: 'This endpoint takes a test or server key; this is a website key.',
  },
  capability_required: {
    why: 'Orders, bulk files and offers need a capability that we grant after a review. Test keys always have all of them.',
    fix: 'Ask your contact for the capability that `detail` names. Until then, try the endpoint with a test key.',
    request: call('GET /v1/offers', 'SERVER'),
    detail: 'This endpoint needs the capability CARD_LINKED_OFFERS.',
  },
  scope_required: {
    why: 'The access token lacks the scope of this endpoint. Offers, tickets, orders and bulk files take keys only, whatever the scopes.',
    fix: 'Ask `POST /oauth/token` for a token with the scope that `detail` names. If it names none, use a key.',
    request: 'GET /v1/earnings\nAuthorization: Bearer <a token with the scope events:read>',
    detail: 'This endpoint needs an access token with the scope earnings:read.',
    headers: { 'WWW-Authenticate': `${CHALLENGE}, error="insufficient_scope", scope="earnings:read"` },
  },
  origin_not_allowed: {
    why: 'A website key works only on pages of its domains. The browser says in `Origin`, else in `Referer`, which page calls; yours is on no domain of the key, or the call has neither header.',
    fix: 'Call from a page on one of the key’s domains, or have the domain added: `example.com`, or `*.example.com` for its subdomains. On a server, use a server key.',
    request: call('GET /v1/events', 'WEBSITE', 'Origin: https://other.example'),
  },
  ip_not_allowed: {
    why: 'The key may be used from certain addresses only, and this call came from another one.',
    fix: 'Call from a listed address, or have the new one added to the key. Behind a proxy or NAT, list the address that the internet sees.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key with an allowlist>',
  },
  certificate_required: {
    why: 'The key is pinned to a client certificate, and the TLS connection had none.',
    fix: 'Call with the certificate and its private key, for example `curl --cert client.pem --key client.key`. Do so for OAuth calls too.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key with a pinned certificate>',
  },
  certificate_mismatch: {
    why: 'The key is pinned to another client certificate than the one you sent, often because it was renewed.',
    fix: 'Use the pinned certificate, or have the new one pinned as well. A key can have two while you change over.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key with another pinned certificate>',
  },
  account_suspended: {
    why: 'Your company is suspended. All of its keys are refused, at once.',
    fix: 'Talk to your contact. Nothing is deleted: the same keys work again once the suspension is lifted.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key of a suspended company>',
  },
} as const satisfies Record<string, ProblemHelp>;

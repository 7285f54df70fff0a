import { call, type ProblemHelp } from './problem-help.js';

const CHALLENGE = 'Bearer realm="partner-events"';
const INVALID = { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` };

/** Keys, tokens and their rights. */
export const ACCESS_HELP = {
  key_missing: {
    why: 'The endpoint needs a key and the call has none, or its `Authorization` header does not begin with `Bearer`.',
    fix: 'Send `Authorization: Bearer <key>`. Some proxies and clients drop this header on redirects, so call the base URL directly.',
    request: 'GET /v1/events\nAuthorization: Token <TEST_KEY>',
    detail: 'The `Authorization` header does not begin with `Bearer`: send `Authorization: Bearer <key>`.',
    headers: { 'WWW-Authenticate': CHALLENGE },
  },
  key_invalid: {
    why: 'We do not know this key or token. Often part of it got lost in copying, it belongs to another installation, or you sent a client secret instead of an access token.',
    fix: 'Compare the length and the last four characters with your list of keys. If you use OAuth, exchange the client secret for an access token at `POST /oauth/token` first.',
    request: 'GET /v1/events\nAuthorization: Bearer tt_test_copied_badly',
    headers: INVALID,
  },
  key_revoked: {
    why: 'Somebody in your company, or we, revoked this key or token. It will not work again.',
    fix: 'Create a new key, or get a new token from `POST /oauth/token`. Buy links you published with the old key still earn.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key that was revoked>',
    headers: INVALID,
  },
  token_expired: {
    why: 'Access tokens work for one hour.',
    fix: 'Get a new token from `POST /oauth/token` and repeat the call. To avoid the error, get the next one shortly before `expires_in` is over.',
    request: 'GET /v1/events\nAuthorization: Bearer <a token from yesterday>',
    headers: INVALID,
  },
  key_kind_not_allowed: {
    why: 'Each endpoint accepts certain kinds of key: test, website or server. Everyone who visits your page can read a website key, so it gives access to events only.',
    fix: 'Use one of the kinds of key that `detail` names. Call server endpoints from your server, never from a page.',
    request: call('GET /v1/earnings', 'WEBSITE', 'Origin: https://shop.example'),
    detail: 'This endpoint needs a test or server key; this is a website key.',
  },
  capability_required: {
    why: 'Orders, bulk files and offers need a capability that we grant after a review. Test keys always have all of them.',
    fix: 'Ask your contact for the capability that `detail` names. Until you have it, try the endpoint with a test key.',
    request: call('GET /v1/offers', 'SERVER'),
    detail: 'This endpoint needs the capability CARD_LINKED_OFFERS.',
  },
  scope_required: {
    why: 'The access token lacks the scope of this endpoint. Offers, tickets, orders and bulk files need a key; no scope covers them.',
    fix: 'Get a token with the scope that `detail` names from `POST /oauth/token`. If it names none, use a key.',
    request: 'GET /v1/earnings\nAuthorization: Bearer <a token with the scope events:read>',
    detail: 'This endpoint needs an access token with the scope earnings:read.',
    headers: { 'WWW-Authenticate': `${CHALLENGE}, error="insufficient_scope", scope="earnings:read"` },
  },
  origin_not_allowed: {
    why: 'A website key works only on pages of its domains (CORS). The browser names the calling page in `Origin` or `Referer`. Yours is not on one of the key’s domains, or the call has neither header.',
    fix: 'Call from a page on one of the key’s domains, or add the domain to the key in the dashboard: `example.com`, or `*.example.com` for its subdomains. On a server, use a server key.',
    request: call('GET /v1/events', 'WEBSITE', 'Origin: https://other.example'),
  },
  ip_not_allowed: {
    why: 'The key works only from certain IP addresses, and this call came from another one.',
    fix: 'Call from a listed IP address, or add the new one to the key’s allowlist in the dashboard. Behind a proxy or NAT, list the public address.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key with an allowlist>',
  },
  certificate_required: {
    why: 'The key is pinned to a client certificate, and the TLS connection had none.',
    fix: 'Call with the certificate and its private key, for example `curl --cert client.pem --key client.key`. Do so for OAuth calls too.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key with a pinned certificate>',
  },
  certificate_mismatch: {
    why: 'The key is pinned to a different client certificate, often because yours was renewed.',
    fix: 'Use the pinned certificate, or pin the new one too, in the dashboard. A key can have two while you change over.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key with another pinned certificate>',
  },
  account_suspended: {
    why: 'Your company is suspended, so we refuse all of its keys.',
    fix: 'Talk to your contact. Nothing is deleted: your keys work again once the suspension is lifted.',
    request: 'GET /v1/events\nAuthorization: Bearer <a key of a suspended company>',
  },
} as const satisfies Record<string, ProblemHelp>;

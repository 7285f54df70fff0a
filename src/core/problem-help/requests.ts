import { call, orderOf, type ProblemHelp } from './problem-help.js';

/** Requests that we cannot read or that are invalid. */
export const REQUEST_HELP = {
  invalid_request: {
    why: 'We check every parameter, header and body field before we do anything. One or more of yours are missing, have the wrong type, or are out of range.',
    fix: 'Correct each field that `errors` names, then send the call again. We never repeat the value you sent. Unknown body fields are refused; unknown query parameters are ignored.',
    request: call('GET /v1/events?limit=1000', 'TEST'),
    detail: 'limit: must be a whole number from 1 to 100',
    errors: [{ field: 'limit', message: 'must be a whole number from 1 to 100' }],
  },
  invalid_cursor: {
    why: 'A cursor belongs to the key and the filters it was made with. Yours was changed, comes from another key, or was sent with other filters.',
    fix: 'Send `next` exactly as you received it, with the same key, and either without filters or with the same ones. If that does not help, start again without `cursor`.',
    request: call('GET /v1/events?cursor=abc', 'TEST'),
    errors: [{ field: 'cursor', message: 'is not usable here' }],
  },
  key_in_url: {
    why: 'The URL contains something that looks like a key or token. Browser histories, proxies and logs keep URLs, so anyone who reads those could use it. Only feeds and the assistant endpoint accept a website or test key, in `key`.',
    fix: 'Assume that others know the key: revoke it and create a new one. Send the new key in the `Authorization: Bearer` header.',
    request: 'GET /v1/events?key=<SERVER_KEY>',
  },
  signal_type_refused: {
    why: 'The signal reports a sale, a refund or a reward. Only our own checkout creates those, so that nobody can report a sale that never happened.',
    fix: 'Send `impression`, `event_view` or `event_click`. Read sales from `GET /earnings` or the `earnings.changed` webhook.',
    request:
      'POST /v1/track\nContent-Type: application/json\n\n{ "type": "purchase", "event_id": "evt_test_berlin_jazz_night" }',
  },
  server_key_refused: {
    why: 'A browser signal contains a server key. Everyone who opens your page can read it there, and it gives access to your earnings and orders.',
    fix: 'Revoke that server key now. On your pages, use a website key: it reads only events and works only from your domains.',
    request: 'POST /v1/track\nContent-Type: application/json\n\n{ "type": "impression", "key": "<SERVER_KEY>" }',
  },
  not_found: {
    why: 'No endpoint or page has this path. Paths have no slash at the end and no empty parts, and are case-sensitive.',
    fix: 'Compare the path with the API reference. Build it from the base URL, which already ends in `/v1`.',
    request: call('GET /v1/event', 'TEST'),
  },
  method_not_allowed: {
    why: 'The path does not support the method you used.',
    fix: 'Use one of the methods in `allowed`. They are in the `Allow` header too.',
    request: call('DELETE /v1/orders', 'TEST'),
    allowed: ['POST', 'GET', 'HEAD', 'OPTIONS'],
    headers: { Allow: 'POST, GET, HEAD, OPTIONS' },
  },
  request_timeout: {
    why: 'Your connection sent only part of the request in time. Headers must arrive within 10 seconds, the whole request within 20.',
    fix: 'Send the request at once, and check that `Content-Length` is the number of bytes you send. Then repeat the call on a new connection.',
    request: call(
      'POST /v1/orders',
      'TEST',
      'Content-Type: application/json',
      'Content-Length: 300',
      '',
      '{ "event_id":',
    ),
  },
  body_too_large: {
    why: 'The body is larger than 64 KB. No call of this API needs that much.',
    fix: 'Send only the fields that the endpoint lists.',
    request: orderOf({ buyer_name: 'A name of more than 65,000 characters …' }),
  },
  uri_too_long: {
    why: 'The path and query together have more than 8,192 characters, or one part of the path is longer than any of our ids.',
    fix: 'Shorten the URL. For further pages, send `cursor` alone: it remembers the filters.',
    request: call('GET /v1/events?artist=<more than 8,000 characters>', 'TEST'),
  },
  unsupported_media_type: {
    why: 'The body has a content type, character set or encoding that this endpoint does not accept.',
    fix: 'Send JSON in UTF-8 with `Content-Type: application/json`, without `Content-Encoding`. OAuth endpoints accept `application/x-www-form-urlencoded`.',
    request: call(
      'POST /v1/orders',
      'TEST',
      'Idempotency-Key: my-order-2027-117',
      'Content-Type: application/xml',
      '',
      '<order/>',
    ),
  },
  headers_too_large: {
    why: 'The request headers are larger than 16 KB, often because a client sends cookies.',
    fix: 'Send only the headers that the API needs. It uses no cookies.',
    request: call('GET /v1/events', 'TEST', 'Cookie: <more than 16,000 characters>'),
  },
} as const satisfies Record<string, ProblemHelp>;

import { call, type ProblemHelp } from './problem-help.js';

/** Objects not found, limits, and failures on our side. */
export const ANSWER_HELP = {
  event_not_found: {
    why: 'No event that this key may show has this id. You get the same error for an id of the other mode and for an event that was never shared with you.',
    fix: 'Use ids exactly as `GET /events` returns them. Test keys see sample events (`evt_test_…`), other keys live ones.',
    request: call('GET /v1/events/evt_test_nowhere', 'TEST'),
  },
  event_withdrawn: {
    why: 'You could show this event before. Its organizer no longer shares it, or your agreement no longer covers it. We never say which.',
    fix: 'Remove the event and its `buy_url` from everything you publish. To learn of withdrawals in time, poll `changed_since` and read `withdrawn`, or use the `event.changed` webhook.',
    request: call('GET /v1/events/evt_test_withdrawn', 'TEST'),
  },
  file_not_found: {
    why: 'No feed or bulk file has this name, or the bulk subscription belongs to another company.',
    fix: 'Feeds are `events.json`, `events.rss`, `events.xml`, `events.csv` and `events.ics`. Bulk files are `<subscription id>.ndjson.gz` and `.csv.gz`.',
    request: call('GET /v1/feeds/events.txt', 'TEST'),
  },
  settlement_not_found: {
    why: 'Your company has no statement with this id. Test keys have no statements at all.',
    fix: 'Send an `id` from `GET /settlements`, with a server key.',
    request: call('GET /v1/settlements/stm_nowhere/lines', 'SERVER'),
  },
  range_not_satisfiable: {
    why: 'You requested a range that begins after the end of the bulk file, often because a newer file is shorter than the one you began to download.',
    fix: 'Download the file from its start. `Content-Range` says how long it is; send `If-Range` with the `ETag` to get the whole file when it has changed.',
    request: call('GET /v1/bulk/bfs_8Qm3vXyT5kLr.ndjson.gz', 'SERVER', 'Range: bytes=900000000-'),
    headers: { 'Content-Range': 'bytes */48213' },
  },
  rate_limited: {
    why: 'You sent more requests in a minute than your key allows. All calls with one key share one limit; a website key is counted for each visitor.',
    fix: 'Wait for `Retry-After` seconds. To stay below the limit, watch `RateLimit-Remaining` and `RateLimit-Reset`, cache responses, and use `changed_since` instead of reading everything again.',
    request: 'GET /v1/demo/events?simulate=rate_limited',
    headers: { 'Retry-After': '30' },
  },
  bulk_too_soon: {
    why: 'You read a full file of this subscription less than 15 minutes ago. Both formats count together.',
    fix: 'Wait for `Retry-After` seconds, or get only the changes with `changed_since`: this limit does not apply to them.',
    request: call('GET /v1/bulk/bfs_8Qm3vXyT5kLr.ndjson.gz', 'SERVER'),
    headers: { 'Retry-After': '540' },
  },
  internal_error: {
    why: 'Something failed on our side. We logged it with the `request_id`.',
    fix: 'Repeat the call after a moment. That is safe for `GET`, and for orders with the same `Idempotency-Key`. If it keeps failing, send `request_id` to support.',
    request: call('GET /v1/events', 'TEST'),
  },
  busy: {
    why: 'The service is overloaded, or a part of it is restarting.',
    fix: 'Wait for `Retry-After` seconds and repeat the call, with the same `Idempotency-Key` if it has one. Wait longer after each further error.',
    request: call('GET /v1/events', 'TEST'),
    headers: { 'Retry-After': '2' },
  },
} as const satisfies Record<string, ProblemHelp>;

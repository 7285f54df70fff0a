import type { Json } from '../http/json.js';

/** What the platform does for an operation, as far as its headers show it. */
export interface Manners {
  /** `method path`. */
  name: string;
  /** Whether calls are counted against a limit. */
  counted: boolean;
  oauth: boolean;
}

const TEXT = { type: 'string' };
const TRUE = { type: 'string', const: 'true' };
const COUNT = { type: 'integer', minimum: 0 };
const TAG = { type: 'string', pattern: '^(W/)?"[^"]*"$' };
const SECONDS = { type: 'integer', minimum: 1 };

const always = (description: string, schema: Json): Json => ({ description, required: true, schema });
const sometimes = (description: string, schema: Json): Json => ({ description, schema });

export const REQUEST_ID = {
  'Service-Request-Id': always('Names the request for support; errors repeat it as `request_id`.', {
    type: 'string',
    pattern: '^req_',
  }),
};
const ETAG = { ETag: always('A fingerprint of the answer; send it back as `If-None-Match`.', TAG) };
const RETRY_AFTER = 'Seconds to wait.';

function limits(kind: typeof always): Json {
  return {
    'RateLimit-Limit': kind('Requests a minute.', COUNT),
    'RateLimit-Remaining': kind('Requests left in this window.', COUNT),
    'RateLimit-Reset': kind('Seconds until the window resets.', SECONDS),
  };
}

/** Statuses that are given only once a call has been counted. */
const COUNTED = new Set([200, 202, 204, 206, 304, 403, 409, 410, 416, 429]);

const BULK = {
  'Service-Bulk-Kind': always('Of the file: all events, or what changed.', {
    type: 'string',
    enum: ['full', 'changes'],
  }),
  'Service-Bulk-Content-Type': always('The type inside the gzip.', TEXT),
  'Service-Bulk-Events': always('Events in the file.', COUNT),
  'Service-Bulk-Changed-Until': always('Send it as `changed_since` next time.', {
    type: 'string',
    format: 'date-time',
  }),
  'Service-Bulk-Withdrawn': sometimes('Of a file of changes: events to take down.', COUNT),
  'Service-Bulk-Truncated': sometimes('The file holds the soonest 250,000 events only.', TRUE),
  'Accept-Ranges': always('Parts may be asked for.', { type: 'string', const: 'bytes' }),
};
const CONTENT_RANGE = 'Which bytes of how many.';

/** Headers of single operations, by `method path` and status. */
const OWN: Record<string, Json> = {
  'post /orders 200': {
    'Idempotency-Replayed': sometimes('The order was made by an earlier call with this key.', TRUE),
  },
  'get /settlements/{file} 200': { 'Content-Disposition': always('Names the file.', TEXT) },
  'get /bulk/{file} 200': BULK,
  'get /bulk/{file} 304': BULK,
  'get /bulk/{file} 206': { ...BULK, 'Content-Range': always(CONTENT_RANGE, { type: 'string', pattern: '^bytes ' }) },
  'get /bulk/{file} 416': { 'Content-Range': always(CONTENT_RANGE, { type: 'string', pattern: '^bytes \\*/' }) },
};

/** The headers that an answer carries. */
export function headersOf({ name, counted, oauth }: Manners, status: number): Json {
  const tagged = name.startsWith('get ') && [200, 206, 304].includes(status);
  return {
    ...REQUEST_ID,
    ...(tagged && ETAG),
    ...(counted && status !== 401 && limits(COUNTED.has(status) ? always : sometimes)),
    ...(status === 401 && challenge(oauth)),
    ...(status === 405 && { Allow: always('The methods that the address has.', TEXT) }),
    ...(status === 429 && { 'Retry-After': always(RETRY_AFTER, SECONDS) }),
    ...(status === 503 && { 'Retry-After': sometimes(RETRY_AFTER, SECONDS) }),
    ...OWN[`${name} ${status}`],
  };
}

function challenge(oauth: boolean): Json {
  return {
    'WWW-Authenticate': oauth
      ? sometimes('`Basic`, unless the client had sent its secret in the body.', { type: 'string', pattern: '^Basic ' })
      : always('Always `Bearer`.', { type: 'string', pattern: '^Bearer ' }),
  };
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'An `ETag` received before: unchanged answers are 304 without a body.',
  schema: TEXT,
};

/** Headers that routes read themselves, by method and path. */
const READ: Record<string, Json[]> = {
  'post /orders': [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: 'The same key returns the same order and never a second hold.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,80}$' },
    },
  ],
  'get /bulk/{file}': [
    {
      name: 'Range',
      in: 'header',
      required: false,
      description: 'One range of bytes, to go on with a download; anything else is read past.',
      schema: TEXT,
    },
    {
      name: 'If-Range',
      in: 'header',
      required: false,
      description: 'The `ETag` of the file that the range is of; without that file the whole one is sent.',
      schema: TEXT,
    },
  ],
};

/** The headers that an operation reads, beside the key. */
export function parametersOf(name: string, conditional: boolean): Json[] {
  return [...(READ[name] ?? []), ...(conditional ? [IF_NONE_MATCH] : [])];
}

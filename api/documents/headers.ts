import type { Json } from '../http/json.js';
import { always, COUNT, type HeaderParameter, type RouteDocument, sometimes, TEXT } from '../http/route-document.js';

/** The platform's work for an operation that shows in headers. */
export interface Conventions {
  /** `method path`. */
  name: string;
  /** Whether calls are counted against a limit. */
  counted: boolean;
  oauth: boolean;
  /** The route's own headers. */
  document: RouteDocument;
}

const TAG = { type: 'string', pattern: '^(W/)?"[^"]*"$' };
const SECONDS = { type: 'integer', minimum: 1 };

export const REQUEST_ID = {
  'Service-Request-Id': always('Names the request for support; errors repeat it as `request_id`.', {
    type: 'string',
    pattern: '^req_',
  }),
};
const ETAG = { ETag: always('A fingerprint of the response. Send it back as `If-None-Match`.', TAG) };
const RETRY_AFTER = 'Seconds to wait.';

function limits(kind: typeof always): Json {
  return {
    'RateLimit-Limit': kind('Requests allowed each minute.', COUNT),
    'RateLimit-Remaining': kind('Requests left in this window.', COUNT),
    'RateLimit-Reset': kind('Seconds until the window resets.', SECONDS),
  };
}

/** Statuses that are given only once a call has been counted. */
const COUNTED = new Set([200, 202, 204, 206, 304, 403, 409, 410, 416, 429]);

export function documentHeaders({ name, counted, oauth, document }: Conventions, status: number): Json {
  const tagged = name.startsWith('get ') && [200, 206, 304].includes(status);
  return {
    ...REQUEST_ID,
    ...(tagged && ETAG),
    ...(counted && status !== 401 && limits(COUNTED.has(status) ? always : sometimes)),
    ...(status === 401 && challenge(oauth)),
    ...(status === 405 && { Allow: always('The methods that the URL supports.', TEXT) }),
    ...(status === 429 && { 'Retry-After': always(RETRY_AFTER, SECONDS) }),
    ...(status === 503 && { 'Retry-After': sometimes(RETRY_AFTER, SECONDS) }),
    ...document.headers?.[status],
  };
}

function challenge(oauth: boolean): Json {
  return {
    'WWW-Authenticate': oauth
      ? sometimes('`Basic`, unless the client sent its secret in the body.', { type: 'string', pattern: '^Basic ' })
      : always('Always `Bearer`.', { type: 'string', pattern: '^Bearer ' }),
  };
}

const IF_NONE_MATCH: HeaderParameter = {
  name: 'If-None-Match',
  required: false,
  description: 'An `ETag` you received before. If nothing changed, you get 304 without a body.',
  schema: TEXT,
};

/** The headers that an operation reads, without the key. */
export function documentParameters({ reads = [] }: RouteDocument, conditional: boolean): Json[] {
  const read = conditional ? [...reads, IF_NONE_MATCH] : reads;
  return read.map(({ name, ...rest }) => ({ name, in: 'header', ...rest }));
}

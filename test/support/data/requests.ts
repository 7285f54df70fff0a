import type { LoggedRequest } from '../../../src/requests/rules/logged-request.js';
import { createRequestIds } from '../../../src/requests/rules/request-id.js';

/** A call as the request log keeps it, with whatever matters to a test. */
export function loggedRequest(given: Partial<LoggedRequest> & { at: Date }): LoggedRequest {
  return {
    id: createRequestIds({ now: () => given.at })(),
    companyId: 'cmp_a',
    mode: 'live',
    keyId: 'key_a',
    method: 'GET',
    route: '/events',
    status: 200,
    code: null,
    ms: 4.5,
    address: '192.0.2.7',
    query: 'city=Berlin',
    retryAfter: null,
    replayed: false,
    ...given,
  };
}

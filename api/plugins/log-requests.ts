import { z } from 'zod';
import type { Caller } from '../../src/core/viewer.js';
import type { RequestRecorder } from '../../src/requests/record-requests.js';
import type { App } from '../http/access.js';
import { onAccess } from './route-hooks.js';
import { knownNames } from './validation.js';

/** An operation as the contract names it: `/v1/events/:id` is `/events/{id}`. */
function routeName(url: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find((prefix) => url.startsWith(`${prefix}/`)) ?? '';
  return url.slice(prefix.length).replaceAll(/:(\w+)/g, '{$1}');
}

const seconds = (header: unknown): number | null =>
  typeof header === 'string' && /^\d{1,5}$/.test(header) ? Math.min(Number(header), 32_767) : null;

/** Notes every answered call of a known key for its company's request log, off the call's path. */
export function logRequests(app: App, recorder: RequestRecorder, prefixes: readonly string[]): void {
  const routes = new Set<string>();
  app.decorate('loggedRoutes', routes);
  onAccess(app, {
    keyed(hooks, _access, options) {
      const route = routeName(options.url, prefixes);
      routes.add(route);
      const { querystring } = options.schema ?? {};
      const declared = new Set(querystring instanceof z.ZodType ? knownNames(querystring) : []);
      // In front of what counts it (`use.ts`), which marks a call whose answer failed on its way and is replaced.
      hooks.onSend((request, reply, payload, done) => {
        const caller: Caller | undefined = request.caller;
        if (caller && !request.counted) {
          const { id, method, url, ip: address, problem: code } = request;
          const start = url.indexOf('?');
          const query = start === -1 ? '' : url.slice(start + 1);
          // Without a spread, which takes as long as all the rest.
          recorder.record({
            id,
            caller,
            method,
            route,
            query,
            declared,
            address,
            code,
            status: reply.statusCode,
            ms: Math.round((performance.now() - request.began) * 10) / 10,
            retryAfter: seconds(reply.getHeader('retry-after')),
            replayed: reply.hasHeader('idempotency-replayed'),
          });
        }
        done(null, payload);
      });
    },
  });
}

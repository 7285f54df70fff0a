import { z } from 'zod';
import type { UseCounter } from '../../src/access/key-use.js';
import type { Caller } from '../../src/core/viewer.js';
import type { RequestRecorder } from '../../src/requests/record-requests.js';
import type { App } from '../http/access.js';
import { onAccess } from './route-hooks.js';
import { knownNames } from './validation.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its key's use has been recorded. */
    recorded: boolean;
  }
}

/** An operation as the contract names it: `/v1/events/:id` is `/events/{id}`. */
function routeName(url: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find((prefix) => url.startsWith(`${prefix}/`)) ?? '';
  return url.slice(prefix.length).replaceAll(/:(\w+)/g, '{$1}');
}

const seconds = (header: unknown): number | null =>
  typeof header === 'string' && /^\d{1,5}$/.test(header) ? Math.min(Number(header), 32_767) : null;

interface Recorders {
  /** Counts the calls of each key. */
  use: UseCounter;
  /** Notes the calls of each key, for its company. */
  requests: RequestRecorder;
}

/** Records answered calls of known keys, off their path; not members' calls in the dashboard, nor calls without a key. */
export function recordCalls(app: App, { use, requests }: Recorders, prefixes: readonly string[]): void {
  const routes = new Set<string>();
  app.decorate('loggedRoutes', routes);
  app.decorateRequest('recorded', false);
  onAccess(app, {
    keyed(hooks, _access, options) {
      const route = routeName(options.url, prefixes);
      routes.add(route);
      const fromAssistant = options.url.endsWith('/mcp');
      const { querystring } = options.schema ?? {};
      const declared = new Set(querystring instanceof z.ZodType ? knownNames(querystring) : []);
      // Before sending: listening for the end of every response would cost more than the counting.
      hooks.onSend((request, reply, payload, done) => {
        const caller: Caller | undefined = request.caller;
        // A response that fails on its way is replaced by a problem, which comes through here again.
        if (caller && !request.recorded) {
          request.recorded = true;
          const { keyId, isPrevious = false } = caller;
          const { statusCode: status } = reply;
          use.count({ keyId, status, fromAssistant, isPrevious });
          const { id, method, url, ip: address, problem: code } = request;
          const start = url.indexOf('?');
          const query = start === -1 ? '' : url.slice(start + 1);
          // Without a spread, which takes as long as all the rest.
          requests.record({
            id,
            caller,
            method,
            route,
            query,
            declared,
            address,
            code,
            status,
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

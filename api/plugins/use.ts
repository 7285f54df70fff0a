import type { UseCounter } from '../../src/access/count-use.js';
import type { Caller } from '../../src/core/viewer.js';
import type { App } from '../http/access.js';
import { onAccess } from './route-hooks.js';

/** Counts answered calls of known keys, off their path; not members' calls in the dashboard, nor calls without a key. */
export function countUse(app: App, counter: UseCounter): void {
  onAccess(app, {
    keyed(hooks, _access, route) {
      const fromAssistant = route.url.endsWith('/mcp');
      // Counted before sending: listening for the end of every response would cost more than the counting.
      hooks.onSend((request, reply, payload, done) => {
        const caller: Caller | undefined = request.caller;
        // A response that fails on its way is replaced by a problem, which comes through here again.
        if (caller && !request.counted) {
          request.counted = true;
          const { keyId, isPrevious = false } = caller;
          counter.count({ keyId, status: reply.statusCode, fromAssistant, isPrevious });
        }
        done(null, payload);
      });
    },
  });
}

import type { KeyGuards } from '../../src/access/rules/key-guards.js';
import { KEY_PREFIXES } from '../../src/core/key-format.js';
import { ProblemError } from '../../src/core/problems.js';
import { claimsMoney } from '../../src/signals/rules/signal.js';
import { signal } from '../../src/signals/wire.js';
import { ACCESS, type App, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';
import { createGuardCheck } from '../http/key-guards.js';
import { readJson } from '../plugins/json-body.js';

/** Refused whatever else the body contains, with its own code. */
function refuse(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const value of Object.values(body)) {
    if (typeof value === 'string' && value.startsWith(KEY_PREFIXES.server))
      throw new ProblemError('server_key_refused');
  }
  if ('type' in body && typeof body.type === 'string' && claimsMoney(body.type)) {
    throw new ProblemError('signal_type_refused');
  }
}

export const trackRoutes: Route = (app, ctx) => {
  const guardRefusal = createGuardCheck(ctx);
  // In a scope of its own: beacons send text/plain, which nothing else reads.
  app.register(async (scope: App) => {
    scope.addContentTypeParser('text/plain', { parseAs: 'buffer' }, readJson);
    scope.post(
      '/track',
      {
        config: { access: ACCESS.signal, document: { problems: ['signal_type_refused', 'server_key_refused'] } },
        preValidation: (request, _reply, done) => {
          refuse(request.body);
          done();
        },
        schema: {
          tags: ['Signals'],
          summary: 'Send a browser signal',
          description:
            'Counts in your statistics, never towards a reward. A `text/plain` body is read as JSON, for `sendBeacon`. ' +
            'We store nothing about the visitor.',
          body: signal,
          response: answers(204, null, 400, 413, 415, 429, 503),
        },
      },
      async (request, reply) => {
        const page = request.headers.origin ?? request.headers.referer;
        const barred = (guards: KeyGuards) => guardRefusal(request, guards) !== null;
        await app.signals.record({ signal: request.body, page, barred });
        return reply.code(204).send();
      },
    );
  });
};

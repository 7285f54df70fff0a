import type { FastifyReply, FastifyRequest } from 'fastify';
import { busy } from '../../src/core/problems.js';
import type { Context } from '../../src/platform/context/context.js';
import type { App } from '../http/access.js';
import type { Load } from '../http/metrics.js';
import { onAccess, type RouteHooks } from './route-hooks.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the wait of a call that gets no answer in time. */
    late: NodeJS.Timeout | undefined;
    /** Whether it counts among the calls in progress. */
    inProgress: boolean;
  }
}

/** Maximum concurrent calls: the database could not serve more in time. */
const MAX_AT_ONCE = 1_000;
/** How much longer than its longest statement a call may take; then it gets `busy`. */
const MAX_WAIT_MS = 5_000;

/** Answers 503 `busy` instead of queueing without end when the database is full, stuck or away. */
export function loadShedding(app: App, ctx: Context): () => Load {
  /** Calls that have arrived whole and wait for their answer. */
  let inFlight = 0;
  let shed = 0;
  const longest = ctx.config.database.statementTimeoutMs + MAX_WAIT_MS;

  function giveUp({ raw, late }: FastifyRequest, reply: FastifyReply): void {
    // A body still on its way costs no work, and has a limit of its own. An incomplete request may get no response.
    if (!raw.complete && !raw.destroyed) return void late?.refresh();
    if (!raw.complete || reply.sent || reply.raw.headersSent) return;
    shed++;
    reply.send(busy());
  }

  app.decorateRequest('late', undefined);
  app.decorateRequest('inProgress', false);

  const attach = (hooks: RouteHooks, patient = false): void => {
    hooks.onRequest((request, reply, done) => {
      if (!patient) request.late = setTimeout(giveUp, longest, request, reply);
      done();
    });
    // Counted only once it has arrived: slow senders must not take the place of others.
    hooks.preHandler((request, _reply, done) => {
      if (inFlight >= MAX_AT_ONCE) {
        shed++;
        return done(busy());
      }
      inFlight++;
      request.inProgress = true;
      done();
    });
    hooks.onSend((request, _reply, payload, done) => {
      clearTimeout(request.late);
      if (request.inProgress) {
        inFlight--;
        request.inProgress = false;
      }
      done(null, payload);
    });
  };
  onAccess(app, {
    keyed: (hooks, { patient }) => attach(hooks, patient),
    open: (hooks, { vital }) => vital || attach(hooks),
    page: (hooks) => attach(hooks),
  });
  return () => ({ inFlight, shed });
}

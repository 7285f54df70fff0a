import type { FastifyReply } from 'fastify';
import { ProblemError } from '../../src/core/problems.js';
import type { Context } from '../../src/platform/context/context.js';
import type { App } from '../http/access.js';
import { onAccess, type RouteHooks } from './route-hooks.js';

/** Maximum concurrent calls: the database could not serve more in time. */
const MAX_AT_ONCE = 1_000;
/** How much longer than its longest statement a call may take; then it gets `busy`. */
const PATIENCE_MS = 5_000;

/** Calls in progress, and calls refused so far. */
export interface Load {
  inFlight: number;
  shed: number;
}

/** Answers 503 `busy` instead of queueing without end when the database is full, stuck or away. */
export function loadShedding(app: App, ctx: Context): () => Load {
  /** Since when each call waits, in seconds of the sweeper; the longest waiting first. */
  const waiting = new Map<FastifyReply, number>();
  const handled = new Set<FastifyReply>();
  const longest = ctx.config.database.statementTimeoutMs + PATIENCE_MS;
  let seconds = 0;
  let shed = 0;

  const sweeper = setInterval(() => {
    seconds++;
    for (const [reply, since] of waiting) {
      if ((seconds - since) * 1_000 <= longest) break;
      waiting.delete(reply);
      const { complete, destroyed } = reply.request.raw;
      // A body still on its way keeps nobody busy, and has a limit of its own. Of one that broke off nobody may be told.
      if (!complete && !destroyed) waiting.set(reply, seconds);
      else if (complete && !reply.sent && !reply.raw.headersSent) {
        shed++;
        reply.send(busy());
      }
    }
  }, 1_000);
  sweeper.unref();
  app.addHook('onClose', async () => clearInterval(sweeper));

  const attach = (hooks: RouteHooks, patient = false): void => {
    hooks.onRequest((_request, reply, done) => {
      if (!patient) waiting.set(reply, seconds);
      done();
    });
    // Counted only once it has arrived: slow senders must not take the place of others.
    hooks.preHandler((_request, reply, done) => {
      if (handled.size >= MAX_AT_ONCE) {
        shed++;
        return done(busy());
      }
      handled.add(reply);
      done();
    });
    hooks.onSend((_request, reply, payload, done) => {
      waiting.delete(reply);
      handled.delete(reply);
      done(null, payload);
    });
  };
  onAccess(app, {
    keyed: (hooks, { patient }) => attach(hooks, patient),
    open: (hooks, { vital }) => vital || attach(hooks),
    page: (hooks) => attach(hooks),
  });
  return () => ({ inFlight: handled.size, shed });
}

function busy(): ProblemError {
  return new ProblemError('busy', { headers: { 'Retry-After': '2' } });
}

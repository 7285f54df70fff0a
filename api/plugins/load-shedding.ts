import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../src/core/problems.js';
import type { Context } from '../../src/platform/context/context.js';
import type { App } from '../http/access.js';
import { NO_SLOT, Slots } from '../http/slots.js';
import { onAccess, type RouteHooks } from './route-hooks.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the call waits for its answer, and whether it is one of those in progress. */
    waitingIn: number;
    inProgress: boolean;
  }
}

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
  const waiting = new Slots<FastifyReply>();
  /** Since when the call in a slot waits, in seconds of the sweeper. */
  const since: number[] = [];
  /** Calls that have arrived whole and wait for their answer. */
  let inFlight = 0;
  const longest = ctx.config.database.statementTimeoutMs + PATIENCE_MS;
  let seconds = 0;
  let shed = 0;

  function keepWaiting(reply: FastifyReply): void {
    const slot = waiting.add(reply);
    since[slot] = seconds;
    reply.request.waitingIn = slot;
  }

  function forget(request: FastifyRequest): void {
    if (request.waitingIn === NO_SLOT) return;
    waiting.remove(request.waitingIn);
    request.waitingIn = NO_SLOT;
  }

  const sweeper = setInterval(() => {
    seconds++;
    waiting.forEach((reply, slot) => {
      if ((seconds - (since[slot] as number)) * 1_000 <= longest) return;
      const { complete, destroyed } = reply.request.raw;
      // A body still on its way keeps nobody busy, and has a limit of its own. Of one that broke off nobody may be told.
      if (!complete && !destroyed) {
        since[slot] = seconds;
        return;
      }
      forget(reply.request);
      if (complete && !reply.sent && !reply.raw.headersSent) {
        shed++;
        reply.send(busy());
      }
    });
  }, 1_000);
  sweeper.unref();
  app.addHook('onClose', async () => clearInterval(sweeper));
  app.decorateRequest('waitingIn', NO_SLOT);
  app.decorateRequest('inProgress', false);

  const attach = (hooks: RouteHooks, patient = false): void => {
    hooks.onRequest((_request, reply, done) => {
      if (!patient) keepWaiting(reply);
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
      forget(request);
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

function busy(): ProblemError {
  return new ProblemError('busy', { headers: { 'Retry-After': '2' } });
}

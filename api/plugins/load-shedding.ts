import type { FastifyReply } from 'fastify';
import { ProblemError } from '../../src/domain/problems.js';
import type { Context } from '../../src/services/context.js';
import type { App } from '../access.js';
import { sendProblem } from './problem-details.js';
import { onAccess } from './route-hooks.js';

/** More calls at once than the database could ever serve in time are turned away at the door. */
const MOST_AT_ONCE = 1_000;
/** A call outlives its longest statement by this; then the caller hears that we are busy. */
const PATIENCE_MS = 5_000;

/** Answers 503 `busy` instead of queueing without end when the database is full, stuck or away. */
export function loadShedding(app: App, ctx: Context): void {
  const waiting = new Map<FastifyReply, number>();
  const longest = ctx.config.database.statementTimeoutMs + PATIENCE_MS;
  let seconds = 0;

  const sweeper = setInterval(() => {
    seconds++;
    for (const [reply, since] of waiting) {
      if ((seconds - since) * 1_000 <= longest) break;
      waiting.delete(reply);
      if (!reply.sent && !reply.raw.headersSent) sendProblem(reply, busy(), ctx.config.origin);
    }
  }, 1_000);
  sweeper.unref();
  app.addHook('onClose', async () => clearInterval(sweeper));

  const attach: Parameters<typeof onAccess>[1]['keyed'] = (hooks) => {
    hooks.onRequest((_request, reply, done) => {
      if (waiting.size >= MOST_AT_ONCE) return done(busy());
      waiting.set(reply, seconds);
      done();
    });
    hooks.onSend((_request, reply, payload, done) => {
      waiting.delete(reply);
      done(null, payload);
    });
  };
  onAccess(app, { keyed: attach, open: (hooks) => attach(hooks, { keyed: true, kinds: [] }) });
}

function busy(): ProblemError {
  return new ProblemError('busy', { headers: { 'Retry-After': '2' } });
}

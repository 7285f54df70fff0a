import type { FastifyRequest } from 'fastify';
import type { Context } from '../../src/platform/context/context.js';
import { readTraceparent, type StoredTrace } from '../../src/platform/traces/trace-context.js';

/** The facts of a call that are stored with the rows it writes. */
function toStoredTrace(request: FastifyRequest): StoredTrace {
  return {
    requestId: request.id,
    traceparent: request.span?.traceparent ?? readTraceparent(request.headers.traceparent),
  };
}

/**
 * The context of one call: its log lines name the request, and the mails that it queues are traced to it.
 *
 * @param more further facts about the caller. A copy of the result would make its logger whether or not it writes a
 * line.
 */
export function callContext(
  ctx: Context,
  request: FastifyRequest,
  more: Partial<Pick<Context, 'actor' | 'callerAddress'>> = {},
): Context {
  const facts = { requestId: request.id };
  return {
    ...ctx,
    ...more,
    trace: toStoredTrace(request),
    // Made by the line that needs it: most calls write none.
    get log() {
      return ctx.log.child(facts);
    },
    foldedLog: {
      log: (level, kind, more, message) => ctx.foldedLog.log(level, kind, { ...facts, ...more }, message),
      close: () => ctx.foldedLog.close(),
    },
  };
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyDirectory } from '../../src/access/authenticate.js';
import type { ProblemCode, ProblemError } from '../../src/core/problems.js';
import type { Context } from '../../src/platform/context/context.js';
import type { App } from '../http/access.js';
import type { GuardCheck } from '../http/key-guards.js';
import type { Limiter } from '../limits/limiter.js';
import { recognize } from './authenticate.js';
import { setReaders } from './cors.js';
import { sendProblem, toProblem } from './problem-details.js';
import { callerCounter } from './rate-limit.js';
import { protect } from './security-headers.js';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a call that reaches a keyed path and yet meets no route (a wrong method, a path that cannot be decoded)
     * like all others of a known key, with the same headers. An unknown caller gets only the refusal.
     *
     * @throws {ProblemError} `rate_limited`, instead of the call's refusal.
     */
    countUnrouted: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
}

export function unroutedCounter(
  app: App,
  parts: { keys: KeyDirectory; guardRefusal: GuardCheck; limiter: Limiter; nameVisitor: (address: string) => string },
): void {
  const count = callerCounter(parts.limiter, parts.nameVisitor);
  app.decorate('countUnrouted', async (request, reply) => {
    if (request.headers.authorization === undefined) return;
    if (!(await recognize(request, parts.keys, parts.guardRefusal))) return;
    setReaders(request, reply);
    await count(request, reply);
  });
}

/** Responds to paths that the router refuses: a path that cannot be decoded, or a path with a part that is too long. */
export function unroutable(
  ctx: Context,
  refused: (code: ProblemCode) => void = () => {},
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    protect(reply, ctx.config);
    const answer = (problem: ProblemError): void => {
      refused(problem.code);
      sendProblem(reply, problem, ctx.config);
    };
    request.server.countUnrouted(request, reply).then(
      () => answer(toProblem(error)),
      (reason: unknown) => answer(toProblem(reason)),
    );
  };
}

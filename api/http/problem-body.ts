import type { ProblemError } from '../../src/core/problems.js';
import type { Problem } from '../../src/core/wire/problem.js';

/** The RFC 9457 body of an error (contract: Problem). */
export function problemBody(problem: ProblemError, requestId: string, origin: string): Problem {
  return {
    type: `${origin}/problems/${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.message,
    request_id: requestId,
    code: problem.code,
    ...(problem.allowed && { allowed: problem.allowed }),
    ...(problem.errors && { errors: problem.errors }),
  };
}

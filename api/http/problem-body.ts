import { problemText } from '../../src/core/locales/problem-text.js';
import { ENGLISH, type Translator } from '../../src/core/locales/translator.js';
import type { ProblemError } from '../../src/core/problems.js';
import type { Problem } from '../../src/core/wire/problem.js';

/** The RFC 9457 body of an error (contract: Problem). */
export function problemBody(
  problem: ProblemError,
  requestId: string,
  origin: string,
  t: Translator = ENGLISH,
): Problem {
  const { title, detail } = problemText(problem, t);
  return {
    type: `${origin}/problems/${problem.code}`,
    title,
    status: problem.status,
    detail,
    request_id: requestId,
    code: problem.code,
    ...(problem.allowed && { allowed: problem.allowed }),
    ...(problem.errors && { errors: problem.errors }),
  };
}

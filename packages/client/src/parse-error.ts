import { ApiError, OAuthError, type ProblemBody, ProblemError } from './errors.js';
import { PROBLEM_CLASSES } from './generated/problems.js';

/** The error that an answer stands for. @param text its body. */
export function parseError(response: Response, text: string): ApiError {
  const body = readObject(text);
  if (isProblem(body)) return new (classOf(body.code))(body, response);
  if (typeof body.error === 'string') {
    return new OAuthError(body.error, String(body.error_description ?? ''), response);
  }
  return new ApiError(`The answer has status ${response.status} and no problem in its body.`, response);
}

function classOf(code: string): new (...of: ConstructorParameters<typeof ProblemError>) => ProblemError {
  return Object.hasOwn(PROBLEM_CLASSES, code) ? PROBLEM_CLASSES[code as keyof typeof PROBLEM_CLASSES] : ProblemError;
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isProblem(body: object): body is ProblemBody {
  return 'code' in body && typeof body.code === 'string' && 'detail' in body && 'type' in body;
}

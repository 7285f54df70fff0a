/** An answer of `/dashboard/api` that is no success (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** By name of the body's field. */
  readonly fields: Record<string, string>;
  readonly requestId: string | null;

  constructor(status: number, body: ProblemBody) {
    super(body.detail ?? body.title ?? 'Something went wrong on our side.');
    this.name = 'Problem';
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.fields = Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message]));
    this.requestId = body.request_id ?? null;
  }
}

interface ProblemBody {
  title?: string;
  detail?: string;
  code?: string;
  request_id?: string;
  errors?: { field: string; message: string }[];
}

/** The answer never came, so nobody knows whether the call did something. */
export const UNREACHABLE = 'unreachable';

export async function toProblem(answer: Response): Promise<Problem> {
  const body = await answer.json().catch(() => ({ detail: `The service answered ${answer.status}.` }));
  return new Problem(answer.status, body as ProblemBody);
}

export function isProblem(error: unknown, ...codes: string[]): error is Problem {
  return error instanceof Problem && (codes.length === 0 || codes.includes(error.code));
}

/** One sentence about what went wrong, for people. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Problem)) return 'Something went wrong on this page. Reload it to go on.';
  const [first] = Object.entries(error.fields);
  return first && Object.keys(error.fields).length === 1 ? sentence(first[1]) : error.message;
}

/** `must be …` as a field's message under its label: `Must be …`. */
export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** The first message about a field, whichever it is; else one sentence about what went wrong. */
export function wordsAtField(error: unknown): string {
  const [first] = isProblem(error) ? Object.values(error.fields) : [];
  return first ? sentence(first) : wordsOf(error);
}

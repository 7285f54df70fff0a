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

/** The answer never came, so the result of the call is not known. */
export const UNREACHABLE = 'unreachable';

export async function toProblem(answer: Response): Promise<Problem> {
  const body = await answer.json().catch(() => ({ detail: `The service returned ${answer.status}.` }));
  return new Problem(answer.status, body as ProblemBody);
}

export function isProblem(error: unknown, ...codes: string[]): error is Problem {
  return error instanceof Problem && (codes.length === 0 || codes.includes(error.code));
}

/** One sentence about what went wrong, for people. */
export function toText(error: unknown): string {
  if (!(error instanceof Problem))
    return navigator.onLine ? 'Something went wrong on this page. Reload it to continue.' : OFFLINE;
  const [first, second] = Object.values(error.fields);
  return first && !second ? sentence(first) : error.message;
}

export const OFFLINE = 'You’re offline. This page opens when you are connected again.';

/** `must be …` as a field's message under its label: `Must be …`. */
export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** The fault of a field or, as in `domains[1]`, of an element of it; undefined: none. */
export function textAtField(error: unknown, field: string): string | undefined {
  if (!isProblem(error)) return undefined;
  const [, message] = Object.entries(error.fields).find(([name]) => name.replace(/[[.].*/, '') === field) ?? [];
  return message && sentence(message);
}

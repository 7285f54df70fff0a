import { ApiError, ConnectionError, ProblemError } from './errors.js';

/** The longest `Retry-After` that a call waits for, in seconds: a window of a rate limit. Beyond it the call fails. */
const LONGEST_RETRY_AFTER = 60;
const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 5;

/** Whether a status may be another one the next time. */
export function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/**
 * Seconds until the next try of a failed call; null if it is not to be repeated.
 *
 * @param tries how often it was repeated so far.
 * @param random from 0 to 1.
 */
export function waitBefore(error: unknown, { tries, random }: { tries: number; random: number }): number | null {
  const backOff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.5 + random / 2);
  if (error instanceof ConnectionError) return backOff;
  if (!(error instanceof ApiError)) return null;
  const inProgress = error instanceof ProblemError && error.code === 'idempotency_in_progress';
  if (!inProgress && !isPassing(error.status)) return null;
  if (error.retryAfter === null) return backOff;
  return error.retryAfter <= LONGEST_RETRY_AFTER ? error.retryAfter : null;
}

/** How Node names a connection that the other side had closed, often in the moment we used it again. */
const CLOSED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether the connection was closed, rather than never made or too slow. Browsers do not say, and try again themselves. */
export function wasClosed(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && CLOSED.some((code) => code === cause.code)) return true;
  }
  return false;
}

import { setTimeout as pause } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';

/** CANCELLED (by the server), DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE: it was too busy, or just starting. */
const PASSING = new Set([1, 4, 8, 14]);
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000];

/**
 * Repeats a call that does no harm when it is repeated, while Temporal is too busy to answer: after a restart all
 * timers that ended meanwhile fire at once.
 *
 * @throws what the last attempt, or an attempt that failed for another reason, threw.
 */
export async function patiently<T>(work: () => Promise<T>, pauses: readonly number[] = PAUSES_MS): Promise<T> {
  for (const milliseconds of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error)) throw error;
      await pause(milliseconds);
    }
  }
  return work();
}

/** The client's own errors carry the server's as their cause. */
function passes(error: unknown): boolean {
  if (isGrpcServiceError(error)) return PASSING.has(Number(error.code));
  return error instanceof Error && error.cause !== undefined && passes(error.cause);
}

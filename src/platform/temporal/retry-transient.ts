import { setTimeout as pause } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';

/** CANCELLED (by the server), DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE: it was too busy, or just starting. */
const TRANSIENT = new Set([1, 4, 8, 14]);
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000];

/**
 * Retries an idempotent call while Temporal is too busy to respond (after a restart all overdue timers fire at once) or
 * does not know a namespace yet that was prepared before.
 *
 * @throws the error of the last attempt, or of an attempt that failed for another reason.
 */
export async function retryTransient<T>(work: () => Promise<T>, pauses: readonly number[] = PAUSES_MS): Promise<T> {
  for (const milliseconds of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await pause(milliseconds);
    }
  }
  return work();
}

/** Whether the same call may succeed later. A new namespace is not known to every frontend at once. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NamespaceNotFoundError) return true;
  if (isGrpcServiceError(error)) return TRANSIENT.has(Number(error.code));
  return error instanceof Error && error.cause !== undefined && isTransient(error.cause);
}

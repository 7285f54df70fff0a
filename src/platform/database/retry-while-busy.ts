import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseBusy } from './database-errors.js';

const AGAIN_MS = 1_000;
/** Longer than a failover takes. */
const LONGEST_MS = 60_000;

/**
 * Repeats work for a minute while the database cannot serve, as during a failover; then its error is thrown. The work must be harmless to repeat: an attempt whose
 * connection broke may have been committed.
 *
 * @param ending aborted when this process ends: nothing is repeated any more.
 */
export async function retryWhileBusy<T>(work: () => Promise<T>, ending?: AbortSignal): Promise<T> {
  const limit = performance.now() + LONGEST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (ending?.aborted || !isDatabaseBusy(error) || performance.now() > limit) throw error;
      await pause(AGAIN_MS);
    }
  }
}

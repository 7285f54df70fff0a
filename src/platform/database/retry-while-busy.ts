import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseBusy } from './database-errors.js';

const AGAIN_MS = 1_000;

/**
 * Repeats work while the database cannot serve, as during a failover. The work must be harmless to repeat: an attempt whose
 * connection broke may have been committed.
 *
 * @param options.forMs for how long; then the database's error is thrown.
 * @param options.ending aborted when this process ends: nothing is repeated any more.
 */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  { forMs, ending }: { forMs: number; ending?: AbortSignal | undefined },
): Promise<T> {
  const limit = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (ending?.aborted || !isDatabaseBusy(error) || performance.now() > limit) throw error;
      await pause(AGAIN_MS);
    }
  }
}

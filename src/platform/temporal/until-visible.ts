import { setTimeout as pause } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';

/** Each Temporal process reads namespaces again every 2 to 10 seconds; a busy one takes longer. */
const LIMIT_MS = 60_000;
const PAUSE_MS = 250;

/** INVALID_ARGUMENT (a search attribute is not known yet) and NOT_FOUND (the namespace is not). */
const NOT_VISIBLE = new Set([3, 5]);

export interface UntilVisibleOptions {
  /** For the error and the log, such as `namespace partner-events`. */
  what: string;
  /** Receives one line when the first call fails. */
  log?: (line: string) => void;
  /** Milliseconds; 60,000 when absent. */
  limitMs?: number;
}

/** A registration did not become visible in time; `message` says what to check. */
export class NotVisibleError extends Error {
  override name = 'NotVisibleError';
}

/**
 * Repeats a call until the Temporal server knows an earlier registration: it acknowledges a registration before its own
 * processes have read it.
 *
 * @returns the result of the first successful call.
 * @throws {NotVisibleError} when the limit is over; the server's other errors at once.
 */
export async function untilVisible<T>(call: () => Promise<T>, options: UntilVisibleOptions): Promise<T> {
  const limit = options.limitMs ?? LIMIT_MS;
  const until = performance.now() + limit;
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isGrpcServiceError(error) || !NOT_VISIBLE.has(Number(error.code))) throw error;
      if (performance.now() + PAUSE_MS > until) throw new NotVisibleError(explain(options.what, limit, error.details));
      if (tries === 1) options.log?.(`Waiting for Temporal to find the ${options.what} (at most ${limit / 1_000} s)`);
    }
    await pause(PAUSE_MS);
  }
}

function explain(what: string, limit: number, said: string): string {
  return (
    `The ${what} was registered, but Temporal did not find it within ${limit / 1_000} s. It said: ${said}\n` +
    'Check that all Temporal processes use the same database and that its worker and history services run. ' +
    'Then run the command again: nothing needs to be undone.'
  );
}

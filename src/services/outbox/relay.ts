import type { Logger } from '../../observability/logger.js';
import type { Drain } from './drain.js';

export interface Relay {
  /** Ends after the batches at work, which are finished. */
  stop(): Promise<void>;
}

const IDLE_MS = 100;
const LONGEST_BACKOFF_MS = 10_000;

/**
 * Runs each drain in a loop: again at once while there is work, ten times a second while there is none. A drain that
 * fails is tried again after a growing pause; its messages stay where they are, and the other drains go on.
 */
export function startRelay(log: Logger, drains: readonly Drain[]): Relay {
  const stopping = new AbortController();
  const loops = drains.map((drain) => loop(drain, log, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function loop(drain: Drain, log: Logger, stopping: AbortSignal): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    const { done, failed, error } = await drain.run().catch((cause: unknown) => ({ done: 0, failed: 1, error: cause }));
    if (failed > 0) log.warn({ topic: drain.name, done, failed, err: error }, 'the relay could not pass messages on');
    failures = failed > 0 && done === 0 ? failures + 1 : 0;
    if (done > 0 && failed === 0) continue;
    await pause(Math.min(IDLE_MS * 2 ** failures, LONGEST_BACKOFF_MS), stopping);
  }
}

function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stopping.addEventListener('abort', end);
    if (stopping.aborted) end();
  });
}

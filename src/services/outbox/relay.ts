import type { Logger } from '../../observability/logger.js';
import { Tally } from '../../observability/tally.js';
import type { Drain } from './drain.js';

export interface Relay {
  /** Ends after the batches at work, which are finished. */
  stop(): Promise<void>;
}

/** The counts of messages, by topic. */
export const PASSED_ON = 'outbox_passed_on';
export const NOT_PASSED_ON = 'outbox_failed';

const IDLE_MS = 100;
const LONGEST_BACKOFF_MS = 10_000;

/**
 * Runs each drain in a loop: again at once while there is work, ten times a second while there is none. A drain that
 * fails is tried again after a growing pause; its messages stay where they are, and the other drains go on.
 */
export function startRelay(log: Logger, drains: readonly Drain[], tally = new Tally()): Relay {
  const stopping = new AbortController();
  const loops = drains.map((drain) => loop(drain, log, tally, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function loop(drain: Drain, log: Logger, tally: Tally, stopping: AbortSignal): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    const { done, failed, error } = await drain.run().catch((cause: unknown) => ({ done: 0, failed: 1, error: cause }));
    if (failed > 0) log.warn({ topic: drain.name, done, failed, err: error }, 'the relay could not pass messages on');
    tally.add(PASSED_ON, drain.name, done);
    tally.add(NOT_PASSED_ON, drain.name, failed);
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

import { setMaxListeners } from 'node:events';
import type { Logger } from '../logs/logger.js';
import { countIfFull } from '../metrics/database-metrics.js';
import { ProcessCounts } from '../metrics/process-counts.js';
import { Backoff } from '../process/backoff.js';
import { type OutboxWatcher, pause, type WatchOptions, watchOutbox } from './watch-outbox.js';

export interface Drained {
  /** Subjects that were handled. */
  done: number;
  /** Subjects that failed: their messages stay in the outbox for a later batch. */
  failed: number;
  error?: unknown;
  /** Nothing got through, or something that all messages need is away: the next batch comes after a pause. */
  wait?: boolean;
}

/** Empties one topic of the outbox, or does due work, a batch a run. Several workers may run the same drain at once. */
export interface Drain {
  /** The topic of its messages; without messages, the name of the job. */
  topic: string;
  run(): Promise<Drained>;
  /** Whether there is something to do, where that is not a message of its topic. */
  isDue?(): Promise<boolean>;
  /** At the stop of the relay: waits for work that a run left under way. */
  settle?(): Promise<void>;
}

/** The counts of messages, by topic. */
export const PASSED_ON = 'outbox_passed_on';
export const NOT_PASSED_ON = 'outbox_failed';

const LONGEST_BACKOFF_MS = 10_000;
const FIRST_BACKOFF_MS = 200;

export interface RelayOptions {
  drains: readonly Drain[];
  counts?: ProcessCounts;
  /** The topics with messages; absent: all of them may have. */
  look?: WatchOptions['look'];
  /** Reports queued messages at once; absent: the looks find them. */
  listen?: WatchOptions['listen'];
}

/**
 * Runs each drain in a loop: again at once while there is work, and as soon as there is some again, which one watcher for
 * all of them finds out: a look for each would keep an idle worker and its database busy. A drain that fails is tried
 * again after a growing pause; its messages stay where they are, and the other drains go on.
 */
export function startRelay(log: Logger, options: RelayOptions) {
  const { drains, counts = new ProcessCounts() } = options;
  const stopping = new AbortController();
  // While the database is down, all of them pause at once.
  setMaxListeners(drains.length + 2, stopping.signal);
  const everything = drains.map(({ topic }) => topic);
  const { look: findTopics = async () => everything, listen } = options;
  const look = async () => [...(await findTopics()), ...(await findDue(drains))];
  const watcher = watchOutbox({ look, everything, stopping: stopping.signal, listen });
  const loops = drains.map((drain) => loop(drain, log, counts, watcher, stopping.signal));
  return {
    /** Ends after the running batches and the attempts that they left running. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([watcher.ended, ...loops]);
      await Promise.all(drains.map((drain) => drain.settle?.()));
    },
  };
}

/** The topics of drains that have something to do besides messages. */
async function findDue(drains: readonly Drain[]): Promise<string[]> {
  const due = await Promise.all(drains.map(async ({ topic, isDue }) => ((await isDue?.()) ? [topic] : [])));
  return due.flat();
}

async function loop(
  drain: Drain,
  log: Logger,
  counts: ProcessCounts,
  watcher: OutboxWatcher,
  stopping: AbortSignal,
): Promise<void> {
  const backoff = new Backoff(FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS);
  while (!stopping.aborted) {
    const { done, failed, error, wait } = await drain
      .run()
      .catch((cause: unknown): Drained => ({ done: 0, failed: 1, error: cause, wait: true }));
    if (error !== undefined)
      log.warn({ topic: drain.topic, done, failed, err: error }, 'the relay cannot pass messages on');
    countIfFull(counts, error);
    counts.add(PASSED_ON, drain.topic, done);
    counts.add(NOT_PASSED_ON, drain.topic, failed);
    if (wait) {
      await pause(backoff.pauseMs(), stopping);
      continue;
    }
    backoff.reset();
    if (done + failed === 0) await watcher.untilDue(drain.topic);
  }
}

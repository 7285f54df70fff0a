import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DeliverySender } from '../src/deliveries/sender/sender.js';
import type { Lane } from '../src/deliveries/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import type { DueAttempts } from '../src/platform/outbox/notify-senders.js';

/** What the thread is told. */
export type SenderOrder = { do: 'look'; due?: DueAttempts } | { do: 'stop' };

/** What the thread tells of itself, once a second. */
export interface SenderReport {
  shards: number;
  counts: Record<Lane, { underWay: number; ahead: number }>;
  tallied: { name: string; label: string; by: number }[];
}

/** The keys of this process, which may have been made by it. */
export interface SenderThreadData {
  encryptionKey: Uint8Array;
  previousKey: Uint8Array | undefined;
}

export interface ThreadedSender extends DeliverySender {
  /**
   * Rejects when the thread ends without having been told to, or has said nothing for half a minute after it was told to look:
   * nothing is sent any more, and this process cannot go on.
   */
  broken: Promise<never>;
}

export interface SenderThreadOptions {
  /** The compiled file of the thread; default: beside this one. */
  file?: string;
  /** Settings of the thread; default: those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Milliseconds between the checks whether it still reports. */
  checkEvery?: number;
}

/** Checks without a report in between before a thread that was told to look counts as hung. */
const SILENT_CHECKS = 6;
const CHECK_EVERY_MS = 5_000;

/**
 * For new objects, twice what Node 20 takes. What is under way survives each collection of them: with twice the room there are half as
 * many, and a delivery takes some 20 microseconds less of the thread's time.
 */
const YOUNG_MEGABYTES = 96;

/**
 * Runs the sender of deliveries in a thread of its own. It keeps a core busy under load, while the Temporal SDK has its
 * work on the main thread; and the SDK's use of `AsyncLocalStorage` makes every promise and socket of a thread cost more on
 * Node before 24. What is told of it is as old as the last report, a second at most.
 */
export function startSenderThread(ctx: Context, options: SenderThreadOptions = {}): ThreadedSender {
  const { file = join(__dirname, 'sender-thread.js'), env = process.env, checkEvery = CHECK_EVERY_MS } = options;
  const data: SenderThreadData = { encryptionKey: ctx.encryptionKey, previousKey: ctx.previousEncryptionKey };
  const thread = new Worker(file, {
    workerData: data,
    env,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const tell = (order: SenderOrder) => thread.postMessage(order);
  const counts: SenderReport['counts'] = { fast: { underWay: 0, ahead: 0 }, slow: { underWay: 0, ahead: 0 } };
  let shards = 0;
  let looks = false;
  let stopping = false;
  let silent = 0;
  let fault: Error | undefined;

  thread.on('message', (report: SenderReport) => {
    silent = 0;
    shards = report.shards;
    Object.assign(counts, report.counts);
    for (const { name, label, by } of report.tallied) ctx.counts.add(name, label, by);
  });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const broken = new Promise<never>((_resolve, reject) => {
    const fail = (error: Error) => {
      fault ??= error;
      reject(error);
    };
    thread.once('error', fail);
    thread.once('exit', (code) => {
      clearInterval(checking);
      if (!stopping) fail(new Error(`the thread of the sender ended with ${code}`));
    });
    // By checks and not by the clock: after a process was halted, reports that wait are heard before the next check.
    const checking = setInterval(() => {
      silent = looks ? silent + 1 : 0;
      if (silent < SILENT_CHECKS) return;
      fail(new Error('the thread of the sender says nothing any more'));
      void thread.terminate();
    }, checkEvery).unref();
  });
  // Whoever awaits it hears of it; until then it must not end the process by itself.
  broken.catch(() => {});

  return {
    broken,
    get shards() {
      return shards;
    },
    look(due) {
      looks = true;
      tell({ do: 'look', due });
    },
    counts: (lane) => counts[lane],
    async stop() {
      if (!stopping) tell({ do: 'stop' });
      stopping = true;
      await ended;
      if (fault) throw fault;
    },
  };
}

import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context/context.js';
import { type Listener, listen as listenTo } from '../database/listener.js';
import { sessionUrl } from '../database/pooler.js';
import { OUTBOX_CHANNEL } from './messages.js';

/** While nothing notifies, and for a moment after some work: as quick as people expect. */
const QUICK_LOOK_MS = 100;
/** While the database sends notifications: only for work without a notification, such as a time that has come. */
const SLOW_LOOK_MS = 1_000;
/** How long after the last work the quick looks go on. */
const QUICK_FOR_MS = 1_000;

/** The notification of the database; see {@link listenForMessages}. */
export interface Notified {
  queued(name: string): void;
  /** Whether everything that is queued is notified from now on. */
  connected(now: boolean): void;
}

export interface WatchOptions {
  look(): Promise<readonly string[]>;
  everything: readonly string[];
  stopping: AbortSignal;
  /** Starts notifying; absent: only the periodic looks find what there is. */
  listen?: (notified: Notified) => { close(): Promise<void> };
}

export type OutboxWatcher = ReturnType<typeof watchOutbox>;

/**
 * Wakes the waiting loops: at once when the database notifies, and by one look for all names, once a second, or ten
 * times a second while notifications are missing or there was work just now. A notification may miss a message that was
 * queued at the same time as another; the next look finds it. A failed look wakes every loop: each meets the fault
 * itself, and pauses.
 */
export function watchOutbox({ look, everything, stopping, listen }: WatchOptions) {
  const waiting = new Map<string, () => void>();
  /** Notified while its drain was running, which may have looked too early. */
  const missed = new Set<string>();
  let connected = false;
  let quickUntil = 0;

  function wake(name: string): void {
    waiting.get(name)?.();
    waiting.delete(name);
  }

  const listener = listen?.({
    queued(name) {
      if (waiting.has(name)) wake(name);
      else missed.add(name);
    },
    connected(now) {
      connected = now;
    },
  });

  async function run(): Promise<void> {
    while (!stopping.aborted) {
      const quick = !connected || performance.now() < quickUntil;
      await pause(quick ? QUICK_LOOK_MS : SLOW_LOOK_MS, stopping);
      if (waiting.size === 0 || stopping.aborted) continue;
      for (const name of await look().catch(() => everything)) wake(name);
    }
    for (const name of [...waiting.keys()]) wake(name);
    await listener?.close();
  }

  return {
    /** Resolves when there is something to do under this name, and when everything is stopped. */
    untilDue: (name: string) =>
      new Promise<void>((resolve) => {
        // A loop that waits has just worked, or begins.
        quickUntil = performance.now() + QUICK_FOR_MS;
        if (stopping.aborted || missed.delete(name)) resolve();
        else waiting.set(name, resolve);
      }),
    /** Settles after the last look. */
    ended: run(),
  };
}

/** Reports a topic with new messages as soon as they are committed, on a connection of its own. */
export function listenForMessages(ctx: Context, notified: Notified): Listener {
  return listenTo({
    url: sessionUrl(ctx.config.database) ?? '',
    name: 'partner-events outbox',
    channel: OUTBOX_CHANNEL,
    onMessage: (topic) => notified.queued(topic),
    onUp: () => notified.connected(true),
    onDown: () => notified.connected(false),
  });
}

/** Ends early when everything is stopped. */
export async function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: stopping }).catch(() => {});
}

/** While nobody tells, and for a moment after some work: as quick as people expect. */
const QUICK_LOOK_MS = 100;
/** While the database tells: only for what it cannot tell, such as a time that has come. */
const SLOW_LOOK_MS = 1_000;
/** How long after the last work the quick looks go on. */
const QUICK_FOR_MS = 1_000;

/** What the database tells of the outbox; see `listenForMessages`. */
export interface Told {
  /** Something was queued under this name. */
  queued(name: string): void;
  /** From now on everything that is queued is told, or no longer. */
  hearing(now: boolean): void;
}

export interface BellOptions {
  /** The names with something to do. */
  look(): Promise<readonly string[]>;
  everything: readonly string[];
  stopping: AbortSignal;
  /** Begins to tell; absent: looks alone find what there is. */
  listen?: (told: Told) => { close(): Promise<void> };
}

export interface Bell {
  /** Resolves when there is something to do under this name, and when everything is stopped. */
  rings(name: string): Promise<void>;
  /** Settles after the last look. */
  ended: Promise<void>;
}

/**
 * Wakes those who wait for something to do: at once when the database tells of it, and by one look for all names, once a
 * second, or ten times a second while the database does not tell or there was work just now. Telling may miss a
 * message that was queued beside another one; the next look finds it. A look that fails wakes everybody: they find out
 * themselves what is wrong, and pause.
 */
export function startBell({ look, everything, stopping, listen }: BellOptions): Bell {
  const waiting = new Map<string, () => void>();
  /** Told while its drain was running, which may have looked too early. */
  const missed = new Set<string>();
  let hearing = false;
  let quickUntil = 0;

  function ring(name: string): void {
    waiting.get(name)?.();
    waiting.delete(name);
  }

  const listener = listen?.({
    queued(name) {
      if (waiting.has(name)) ring(name);
      else missed.add(name);
    },
    hearing(now) {
      hearing = now;
    },
  });

  async function run(): Promise<void> {
    while (!stopping.aborted) {
      const quick = !hearing || performance.now() < quickUntil;
      await pause(quick ? QUICK_LOOK_MS : SLOW_LOOK_MS, stopping);
      if (waiting.size === 0 || stopping.aborted) continue;
      for (const name of await look().catch(() => everything)) ring(name);
    }
    for (const name of [...waiting.keys()]) ring(name);
    await listener?.close();
  }

  return {
    rings: (name) =>
      new Promise((resolve) => {
        // Whoever waits has just been at work, or begins.
        quickUntil = performance.now() + QUICK_FOR_MS;
        if (stopping.aborted || missed.delete(name)) resolve();
        else waiting.set(name, resolve);
      }),
    ended: run(),
  };
}

/** Ends early when everything is stopped. */
export function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
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

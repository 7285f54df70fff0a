const LOOK_MS = 100;

export interface Bell {
  /** Resolves when a look finds something to do under this name, and when everything is stopped. */
  rings(name: string): Promise<void>;
  /** Settles after the last look. */
  ended: Promise<void>;
}

/**
 * Looks ten times a second what there is to do, and wakes those who wait for it. A look that fails wakes everybody: they
 * find out themselves what is wrong, and pause.
 */
export function startBell(
  look: () => Promise<readonly string[]>,
  everything: readonly string[],
  stopping: AbortSignal,
): Bell {
  const waiting = new Map<string, () => void>();

  function ring(names: Iterable<string>): void {
    for (const name of names) {
      waiting.get(name)?.();
      waiting.delete(name);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.aborted) {
      await pause(LOOK_MS, stopping);
      if (waiting.size === 0 || stopping.aborted) continue;
      ring(await look().catch(() => everything));
    }
    ring([...waiting.keys()]);
  }

  return {
    rings: (name) =>
      new Promise((resolve) => {
        if (stopping.aborted) resolve();
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

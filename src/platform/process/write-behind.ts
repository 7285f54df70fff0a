export interface WriteBehind {
  /** Writes everything collected before the call. Calls during a write share the next one. */
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
}

/**
 * Calls `write` at an interval, never twice at the same time. A crash loses at most one interval.
 *
 * @param write must not throw.
 */
export function writeBehind(write: () => Promise<void>, intervalMs: number): WriteBehind {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    next = null;
    current = write().finally(() => {
      current = null;
    });
    return current;
  }

  function flush(): Promise<void> {
    if (next) return next;
    if (!current) return start();
    next = current.then(start);
    return next;
  }

  const timer = setInterval(() => void flush(), intervalMs);
  timer.unref();
  return {
    flush,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

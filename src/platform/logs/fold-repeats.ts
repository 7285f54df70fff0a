import { outsideTraces } from '../traces/current-trace.js';
import type { Logger } from './logger.js';

type FoldedLevel = 'debug' | 'info' | 'warn' | 'error';

export interface FoldingLog {
  /** @param kind what counts as the same line again, such as an endpoint's id. */
  log(level: FoldedLevel, kind: string, facts: object, message: string): void;
  /** Writes the counts that are open, and keeps none. */
  close(): void;
}

export interface FoldOptions {
  /** Maximum lines of one kind in a window. */
  burst?: number;
  windowMs?: number;
  /** How many kinds are distinguished; further ones share a limit. */
  maxKinds?: number;
}

interface Window {
  seen: number;
  level: FoldedLevel;
  message: string;
  facts: object;
}

const OTHERS = 'others';

/** Writes the first lines of each kind in a window, then one with the number left out and the facts of the last one. */
export function foldRepeats(log: Logger, options: FoldOptions = {}): FoldingLog {
  const { burst = 5, windowMs = 60_000, maxKinds = 500 } = options;
  const windows = new Map<string, Window>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { seen, level, message, facts } of windows.values()) {
      const omitted = seen - burst;
      if (omitted > 0) log[level]({ ...facts, omitted, seconds: windowMs / 1_000 }, `${message} (repeated)`);
    }
    windows.clear();
  }

  return {
    log(level, kind, facts, message) {
      // One window for all kinds: a kind that goes on gets its next lines with the next one.
      timer ??= setTimeout(() => outsideTraces(flush), windowMs).unref();
      const key = windows.has(kind) || windows.size < maxKinds ? kind : OTHERS;
      const window = windows.get(key) ?? { seen: 0, level, message, facts };
      Object.assign(window, { seen: window.seen + 1, level, message, facts });
      windows.set(key, window);
      if (window.seen <= burst) log[level](facts, message);
    },
    close: flush,
  };
}

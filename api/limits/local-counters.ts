import { LRUCache } from 'lru-cache';

/** A bucket: its count, and how long its window lasts. */
export interface Count {
  count: number;
  /** Whole milliseconds until the window ends. */
  msLeft: number;
}

export const WINDOW_MS = 60_000;
/** Some twenty megabytes; beyond it the buckets that were idle longest start over. */
const MAX_BUCKETS = 100_000;

/** Counters in the memory of this process; windows of a minute begin with their first call. */
export class LocalCounters {
  /** `endsAt` is on the monotonic clock. */
  private readonly windows = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_BUCKETS });

  count(name: string): Count {
    const now = wholeMs();
    let window = this.windows.get(name);
    if (!window || now >= window.endsAt) {
      window = { count: 0, endsAt: now + WINDOW_MS };
      this.windows.set(name, window);
    }
    window.count++;
    return { count: window.count, msLeft: window.endsAt - now };
  }

  /**
   * Takes over the shared counters' values for a call that was counted `here`, so that counting goes on from there when
   * they are down. A smaller count of theirs is ignored: they lost their counts, and no caller gets a second minute for
   * that.
   */
  learn(name: string, here: Count, shared: Count): Count {
    if (shared.count < here.count) return here;
    const count = Math.max(shared.count, this.windows.get(name)?.count ?? 0);
    this.windows.set(name, { count, endsAt: wholeMs() + shared.msLeft });
    return shared;
  }
}

/** With fractions a minute could come out longer, and be reported as 61 seconds. */
function wholeMs(): number {
  return Math.floor(performance.now());
}

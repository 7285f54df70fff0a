import { LRUCache } from 'lru-cache';

/** A bucket: its count, and how long its window lasts. */
export interface Count {
  count: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
}

export const WINDOW_MS = 60_000;
/** By so much at most a window ends later here than in the shared counters, whose answer took its time. */
const LATE_MS = 2_000;
/** Some twenty megabytes; beyond it the buckets that were idle longest start over. */
const MAX_BUCKETS = 100_000;

interface Window {
  count: number;
  /** On the monotonic clock. */
  endsAt: number;
  /** Whether a call was counted here that the shared counters do not know yet. */
  alone: boolean;
}

/** Counters in the memory of this process; windows of a minute begin with their first call. */
export class LocalCounters {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_BUCKETS });

  /** @param now in whole milliseconds: with fractions a minute can come out longer, and be reported as 61 seconds. */
  constructor(private readonly now: () => number = () => Math.floor(performance.now())) {}

  /** Counts a call. */
  count(name: string): Count {
    const now = this.now();
    const window = this.running(name, now) ?? this.begin(name, now);
    window.count++;
    window.alone = true;
    return { count: window.count, msLeft: window.endsAt - now };
  }

  /**
   * Takes over what the shared counters answered to a call, so that counting goes on from there when they are away. Where
   * more was counted here meanwhile than they know of, or they know less than they had told before in this minute, that stands
   * until its window ends.
   */
  learn(name: string, shared: Count): Count {
    const now = this.now();
    const window = this.running(name, now) ?? this.begin(name, now);
    if (window.count >= shared.count && (window.alone || window.endsAt - now > LATE_MS)) {
      window.count++;
      return { count: window.count, msLeft: window.endsAt - now };
    }
    window.count = shared.count;
    window.endsAt = now + shared.msLeft;
    window.alone = false;
    return shared;
  }

  private running(name: string, now: number): Window | undefined {
    const window = this.windows.get(name);
    return window && now < window.endsAt ? window : undefined;
  }

  private begin(name: string, now: number): Window {
    const window = { count: 0, endsAt: now + WINDOW_MS, alone: false };
    this.windows.set(name, window);
    return window;
  }
}

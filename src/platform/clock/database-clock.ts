import type { Clock } from '../../core/clock.js';
import type { Fragment, Sql } from '../database/database.js';
import { readInstant } from './sql.js';

/** How often the database's clock is read, and so how soon every process sees a move of it. */
export const CLOCK_SEEN_MS = 1_000;

/** A reading is repeated at once, up to four times, while the clock may be wrong by more than this. */
const PRECISE_MS = 25;
const READINGS = 5;
/** By how much two clocks may drift apart: the rate at which NTP slews a clock. */
const DRIFT = 0.0005;

/**
 * The database's clock, which all processes share: all work that ends, pays, sends or deletes uses it, so that a
 * machine with a wrong clock does nothing early. It is read once a second, and goes on by this machine's monotonic
 * clock in between, and while the database is down. Before the first reading it is this machine's clock.
 *
 * @param options.ahead reads how far the clock was moved on: only where no real money moves.
 */
export function createDatabaseClock(sql: Sql, options: { ahead?: (sql: Sql) => Fragment } = {}): Required<Clock> {
  // The database's clock minus this machine's monotonic clock lies between these, `at` the latest reading.
  let offset = { least: Date.now() - performance.now(), most: Date.now() - performance.now(), at: performance.now() };
  let aheadMs = 0;
  let isKnown = false;
  let current: Promise<void> | undefined;

  const instant = () => (offset.least + offset.most) / 2 + performance.now();

  /** Each round trip gives bounds. Its middle was wrong by a second on a busy machine, and retries came early. */
  async function read(): Promise<void> {
    const before = performance.now();
    const row = await readInstant(sql, options.ahead?.(sql));
    const at = performance.now();
    const drift = (at - offset.at) * DRIFT;
    const least = Math.max(row.instant - at, offset.least - drift);
    const most = Math.min(row.instant - before, offset.most + drift);
    // Bounds that exclude each other: the database's clock was set.
    const agree = isKnown && least <= most;
    offset = agree ? { least, most, at } : { least: row.instant - at, most: row.instant - before, at };
    aheadMs = row.aheadMs;
    isKnown = true;
  }

  /** The first reading often waits for its connection. */
  async function readPrecisely(): Promise<void> {
    for (let count = 0; count < READINGS; count += 1) {
      await read();
      if (offset.most - offset.least <= 2 * PRECISE_MS) return;
    }
  }

  /** One at a time. While the database is down, or has no tables yet, the clock continues from its last reading. */
  const refresh = (): Promise<void> => {
    current ??= readPrecisely()
      .catch(() => {})
      .finally(() => {
        current = undefined;
      });
    return current;
  };
  const timer = setInterval(() => void refresh(), CLOCK_SEEN_MS);
  timer.unref();
  const unmoved = () => new Date(instant());
  return {
    now: () => new Date(instant() + aheadMs),
    unmoved,
    refresh,
    skewMs: () => (isKnown ? Date.now() - unmoved().getTime() : undefined),
    stop: () => clearInterval(timer),
  };
}

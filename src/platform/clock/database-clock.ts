import type { Clock } from '../../core/clock.js';
import type { Fragment, Sql } from '../database/database.js';
import { readInstant } from './sql.js';

/** How often the database's clock is read, and so how soon every process sees a move of it. */
export const CLOCK_SEEN_MS = 1_000;

/** A reading is repeated at once, up to four times, while its instant may be wrong by more than this. */
const PRECISE_MS = 25;
const READINGS = 5;

/**
 * The database's clock, which all processes share: all work that ends, pays, sends or deletes uses it, so that a
 * machine with a wrong clock does nothing early. It is read once a second, and goes on by this machine's monotonic
 * clock in between, and while the database is down. Before the first reading it is this machine's clock.
 *
 * @param options.ahead reads how far the clock was moved on: only where no real money moves.
 */
export function createDatabaseClock(sql: Sql, options: { ahead?: (sql: Sql) => Fragment } = {}): Required<Clock> {
  let reading = { instant: Date.now(), at: performance.now(), uncertainty: Number.POSITIVE_INFINITY };
  let aheadMs = 0;
  let isKnown = false;
  let current: Promise<void> | undefined;

  const instantAt = (at: number) => reading.instant + (at - reading.at);

  async function read(): Promise<void> {
    const before = performance.now();
    const row = await readInstant(sql, options.ahead?.(sql));
    const uncertainty = (performance.now() - before) / 2;
    const at = before + uncertainty;
    // A difference within the round trip is ignored, or the clock would jump with each reading.
    if (!isKnown || Math.abs(row.instant - instantAt(at)) > uncertainty || uncertainty < reading.uncertainty) {
      reading = { instant: row.instant, at, uncertainty };
    }
    aheadMs = row.aheadMs;
    isKnown = true;
  }

  /** The first reading often waits for its connection: half of that time put the clock ahead, and a retry came early. */
  async function readPrecisely(): Promise<void> {
    for (let count = 0; count < READINGS; count += 1) {
      await read();
      if (reading.uncertainty <= PRECISE_MS) return;
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
  const unmoved = () => new Date(instantAt(performance.now()));
  return {
    now: () => new Date(instantAt(performance.now()) + aheadMs),
    unmoved,
    refresh,
    skewMs: () => (isKnown ? Date.now() - unmoved().getTime() : undefined),
    stop: () => clearInterval(timer),
  };
}

import type { Clock } from '../../core/clock.js';
import type { Fragment, Sql } from '../database/database.js';
import { readInstant } from './sql.js';

/** How often the database's clock is read, and so how soon every process sees a move of it. */
export const CLOCK_SEEN_MS = 1_000;

/**
 * The database's clock, which all processes share: what ends, pays, sends or deletes is judged by it, so that one machine
 * whose own clock is wrong does nothing early. It is read once a second, and goes on by this machine's monotonic clock in
 * between, and while the database is down. Before the first reading it is this machine's clock.
 *
 * @param options.ahead reads how far the clock was moved on: only where no real money moves.
 */
export function createDatabaseClock(sql: Sql, options: { ahead?: (sql: Sql) => Fragment } = {}): Required<Clock> {
  let reading = { instant: Date.now(), at: performance.now() };
  let aheadMs = 0;
  let isKnown = false;
  let current: Promise<void> | undefined;

  const instantAt = (at: number) => reading.instant + (at - reading.at);

  async function read(): Promise<void> {
    const before = performance.now();
    const row = await readInstant(sql, options.ahead?.(sql));
    const uncertainty = (performance.now() - before) / 2;
    const at = before + uncertainty;
    // What the round trip can explain is no difference: else the clock would tremble with each reading.
    if (!isKnown || Math.abs(row.instant - instantAt(at)) > uncertainty) {
      reading = { instant: row.instant, at };
    }
    aheadMs = row.aheadMs;
    isKnown = true;
  }

  /** One at a time. While the database is down, or has no tables yet, the clock goes on as it was. */
  const refresh = (): Promise<void> => {
    current ??= read()
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

import { type Clock, systemClock } from '../../core/clock.js';
import type { Sql } from '../database/database.js';
import { readAhead } from './sql.js';

/** How soon every process sees a move of the clock. */
export const CLOCK_SEEN_MS = 1_000;

/**
 * The clock of a service without real money: the machine's clock plus what `sandbox advance` has added. The offset is
 * in Postgres, so that all processes agree, and is read once a second.
 */
export function createMovedClock(sql: Sql): Required<Clock> {
  let ahead = 0;
  let stopped = false;
  const refresh = async () => {
    // Before the first migration there is no such table, and while the database is down the offset stays.
    ahead = await readAhead(sql).catch(() => ahead);
  };
  const timer = setInterval(() => {
    if (!stopped) void refresh();
  }, CLOCK_SEEN_MS);
  timer.unref();
  return {
    now: () => new Date(Date.now() + ahead),
    unmoved: systemClock.now,
    refresh,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

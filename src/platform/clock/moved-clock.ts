import { type Clock, systemClock } from '../../core/clock.js';
import type { Sql } from '../database/database.js';
import { readAhead } from './sql.js';

/** How soon every process sees that the clock was moved. */
export const CLOCK_SEEN_MS = 1_000;

/**
 * The clock of a set-up that moves no money: the machine's, and so much ahead as `sandbox advance` has moved it. It is
 * kept in Postgres, so that all processes agree, and read once a second.
 */
export function createMovedClock(sql: Sql): Required<Clock> {
  let ahead = 0;
  let stopped = false;
  const refresh = async () => {
    // Before the first migration there is no such table, and a database that is away has not moved.
    ahead = await readAhead(sql).catch(() => ahead);
  };
  const timer = setInterval(() => {
    if (!stopped) void refresh();
  }, CLOCK_SEEN_MS);
  timer.unref();
  return {
    now: () => new Date(systemClock.now().getTime() + ahead),
    unmoved: systemClock.now,
    refresh,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

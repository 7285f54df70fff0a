import type { Queryable } from '../database/database.js';

/**
 * The database's clock in milliseconds since 1970, and how far a sandbox's clock stands ahead of it.
 *
 * @param options.movable false: nothing is ahead, whatever the table says.
 */
export async function readInstant(
  db: Queryable,
  options: { movable: boolean },
): Promise<{ instant: number; aheadMs: number }> {
  const ahead = options.movable ? db`coalesce((SELECT ahead_ms FROM sandbox_clock), 0)` : db`0`;
  const [row] = await db<{ instant: number; aheadMs: number }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS instant, ${ahead}::float8 AS ahead_ms`;
  if (!row) throw new Error('the database told no time');
  return row;
}

/** Moves the clock on; it never goes back. Returns where it stands then. */
export async function addAhead(db: Queryable, milliseconds: number): Promise<number> {
  const [row] = await db<{ aheadMs: number }[]>`
    INSERT INTO sandbox_clock (ahead_ms) VALUES (${milliseconds})
    ON CONFLICT (only_row) DO UPDATE SET ahead_ms = sandbox_clock.ahead_ms + excluded.ahead_ms RETURNING ahead_ms`;
  return row?.aheadMs ?? milliseconds;
}

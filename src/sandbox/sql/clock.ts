import type { Fragment, Queryable } from '../../platform/database/database.js';
import { firstNumber } from '../../platform/database/rows.js';

/** How far the sandbox's clock stands ahead of the database's, in milliseconds: part of a statement. */
export function aheadOf(db: Queryable): Fragment {
  return db`coalesce((SELECT ahead_ms FROM sandbox_clock), 0)`;
}

/** The same, read. */
export function findAhead(db: Queryable): Promise<number> {
  return firstNumber(db<{ aheadMs: number }[]>`SELECT ${aheadOf(db)}::float8 AS ahead_ms`);
}

/** Moves the clock on; it never goes back. Returns where it stands then. */
export async function addAhead(db: Queryable, milliseconds: number): Promise<number> {
  const [row] = await db<{ aheadMs: number }[]>`
    INSERT INTO sandbox_clock (ahead_ms) VALUES (${milliseconds})
    ON CONFLICT (only_row) DO UPDATE SET ahead_ms = sandbox_clock.ahead_ms + excluded.ahead_ms RETURNING ahead_ms`;
  return row?.aheadMs ?? milliseconds;
}

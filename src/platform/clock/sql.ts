import type { Queryable } from '../database/database.js';

/** Milliseconds that the clock of this set-up stands ahead. */
export async function readAhead(db: Queryable): Promise<number> {
  const [row] = await db<{ aheadMs: number }[]>`SELECT ahead_ms FROM sandbox_clock`;
  return row?.aheadMs ?? 0;
}

/** Moves the clock on; it never goes back. Returns where it stands then. */
export async function addAhead(db: Queryable, milliseconds: number): Promise<number> {
  const [row] = await db<{ aheadMs: number }[]>`
    INSERT INTO sandbox_clock (ahead_ms) VALUES (${milliseconds})
    ON CONFLICT (only_row) DO UPDATE SET ahead_ms = sandbox_clock.ahead_ms + excluded.ahead_ms RETURNING ahead_ms`;
  return row?.aheadMs ?? milliseconds;
}

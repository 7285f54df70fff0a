import type { Fragment, Queryable } from '../database/database.js';

/** The database's clock in ms since 1970. @param ahead reads by how many ms the service's clock is ahead. */
export async function readInstant(db: Queryable, ahead?: Fragment): Promise<{ instant: number; aheadMs: number }> {
  const [row] = await db<[{ instant: number; aheadMs: number }]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS instant, ${ahead ?? db`0`}::float8 AS ahead_ms`;
  return row;
}

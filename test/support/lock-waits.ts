import type { Sql } from '../../src/platform/database/database.js';

/** Whether anybody in the test's database waits for a lock. */
export async function somebodyWaits(sql: Sql): Promise<boolean> {
  const waiting = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

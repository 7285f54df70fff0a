import type { Queryable } from './database.js';

/** This application's connections from this machine by state: `active`, `idle`, `idle in transaction`. */
export async function connectionsByState(sql: Queryable): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }[]>`
    SELECT other.state, count(*)::int AS count
      FROM pg_stat_activity other
      JOIN pg_stat_activity own ON own.pid = pg_backend_pid()
     WHERE other.application_name = own.application_name
       AND other.client_addr IS NOT DISTINCT FROM own.client_addr
       AND other.state IS NOT NULL
     GROUP BY other.state`;
}

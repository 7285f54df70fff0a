import type { Queryable } from '../database/database.js';

/** The last migration that was applied; fails when the database does not respond or was never migrated. */
export async function lastMigration(sql: Queryable): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`SELECT name FROM schema_migrations ORDER BY name DESC LIMIT 1`;
  return row?.name;
}

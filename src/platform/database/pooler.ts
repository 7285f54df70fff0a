import type { Config } from '../config/config.js';
import { connectDatabase, IDLE_IN_TRANSACTION_MS, type Sql } from './database.js';
import { UnavailableDatabase } from './unavailable-database.js';

/** Where a connection keeps its session, as notifications and a COPY need it: Postgres itself, past any pooler. */
export function sessionUrl({ url, directUrl }: Config['database']): string | undefined {
  return directUrl ?? url;
}

/** Works on one session, past any pooler: for temporary tables and session locks. */
export async function withSession<T>(
  pool: Sql,
  { directUrl, statementTimeoutMs }: Config['database'],
  work: (connection: Sql) => Promise<T>,
): Promise<T> {
  if (directUrl === undefined) {
    const connection = await pool.reserve();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }
  const sql = connectDatabase({ url: directUrl, pool: 1, statementTimeoutMs, name: 'session' });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Whether the pooler that DATABASE_URL leads to supports prepared statements. Such a pooler gives each statement its
 * own name.
 *
 * @throws {UnavailableDatabase} with what to do, when it does not.
 * @throws the database's error when it does not respond.
 */
export async function verifyPooler(sql: Sql, { directUrl }: Config['database']): Promise<void> {
  if (directUrl === undefined) return;
  const rows = await sql<{ name: string; backend: number }[]>`
    SELECT name, pg_backend_pid() AS backend FROM pg_prepared_statements WHERE statement LIKE '%AS backend FROM pg_prepared%'`;
  // A pooler answers with a process id of its own.
  const isPooled = rows.some(({ backend }) => backend !== rows.state.pid);
  if (!isPooled || rows.every(({ name }) => name !== rows.statement.name)) return;
  throw new UnavailableDatabase(
    'The pooler that DATABASE_URL names does not keep prepared statements: use pgbouncer 1.21 or later, with max_prepared_statements above 0.',
  );
}

/** Gives the role of DATABASE_URL, in this database, the settings that a pooler takes with no connection. */
export async function giveRoleSettings(sql: Sql, { statementTimeoutMs }: Config['database']): Promise<void> {
  const [role] = await sql<[{ statement: string }]>`
    SELECT format('ALTER ROLE %I IN DATABASE %I SET ', current_user, current_database()) AS statement`;
  await sql.unsafe(`${role.statement} statement_timeout = ${statementTimeoutMs}`);
  await sql.unsafe(`${role.statement} idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`);
}

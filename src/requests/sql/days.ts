import type { Sql } from '../../platform/database/database.js';

const PREFIX = 'api_requests_';
/** Calls are written meanwhile: whoever cannot have the lock at once comes again. */
const LOCK_TIMEOUT_MS = 2_000;

/** A day, `2026-11-24`, as its partition is named. */
const nameOf = (day: string): string => PREFIX + day.replaceAll('-', '');

/** The days that have a partition, oldest first. */
export async function listDays(db: Sql): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'api_requests'::regclass ORDER BY c.relname`;
  return rows.map(({ name }) => name.slice(PREFIX.length).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
}

/** Makes the partition of a day, from midnight to midnight in UTC. */
export async function makeDay(db: Sql, day: string, nextDay: string): Promise<void> {
  await alter(
    db,
    `CREATE TABLE IF NOT EXISTS ${nameOf(day)} PARTITION OF api_requests FOR VALUES FROM ('${day} 00:00Z') TO ('${nextDay} 00:00Z')`,
  );
}

/** Drops a day with all its calls. */
export async function dropDay(db: Sql, day: string): Promise<void> {
  await alter(db, `DROP TABLE IF EXISTS ${nameOf(day)}`);
}

async function alter(db: Sql, statement: string): Promise<void> {
  await db.begin(async (tx) => {
    await tx.unsafe(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await tx.unsafe(statement);
  });
}

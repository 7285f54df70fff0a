import { DAY, dayOf } from '../../core/time.js';
import type { Sql } from './database.js';

/** Rows are written at the same time. If the lock is taken, the caller tries again later. */
const LOCK_TIMEOUT_MS = 2_000;

/** Tables that have a partition for each day, in UTC, named `<table>_20261124`, and no default partition. */
export type DailyTable = 'api_requests' | 'signals';

/**
 * Makes the partitions of the days from `from` to before `until`, and drops all before `from` with their rows.
 *
 * @throws {PostgresError} when it waited two seconds for a lock. The partitions made or dropped before stay so.
 */
export async function keepDayPartitions(
  sql: Sql,
  table: DailyTable,
  { from, until }: { from: Date; until: Date },
): Promise<{ made: number; dropped: number }> {
  const there = await listDays(sql, table);
  const kept = dayOf(from);
  const nameOf = (day: string) => `${table}_${day.replaceAll('-', '')}`;
  const over = there.filter((day) => day < kept);
  for (const day of over) await alter(sql, `DROP TABLE IF EXISTS ${nameOf(day)}`);
  let made = 0;
  for (let at = Date.parse(kept); at < until.getTime(); at += DAY) {
    const [day, next] = [dayOf(new Date(at)), dayOf(new Date(at + DAY))];
    if (there.includes(day)) continue;
    await alter(
      sql,
      `CREATE TABLE IF NOT EXISTS ${nameOf(day)} PARTITION OF ${table} FOR VALUES FROM ('${day} 00:00Z') TO ('${next} 00:00Z')`,
    );
    made += 1;
  }
  return { made, dropped: over.length };
}

/** The days that have a partition, oldest first. */
async function listDays(sql: Sql, table: DailyTable): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = ${table}::text::regclass ORDER BY c.relname`;
  return rows.map(({ name }) => name.slice(table.length + 1).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
}

async function alter(sql: Sql, statement: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await tx.unsafe(statement);
  });
}

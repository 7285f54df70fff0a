import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Queryable } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
import { countRows, firstNumber } from '../../platform/database/rows.js';

/** Counts of the calls with one key on one day. */
export interface KeyUse {
  keyId: Id<'key'>;
  /** In UTC, such as 2026-11-30. */
  day: string;
  calls: number;
  assistantCalls: number;
  /** Answers below 400. */
  ok: number;
  /** Answers from 400 to 499, without 429. */
  refused: number;
  rateLimited: number;
  /** Answers from 500. */
  failed: number;
}

export interface UseToAdd extends KeyUse {
  lastAt: Date;
  /** The last call with the key from before a roll. */
  lastPreviousAt: Date | null;
}

/** Adds to the counts of the days, in the order of the keys so that two processes never wait for each other. */
export async function addKeyUse(sql: Queryable, uses: readonly UseToAdd[]): Promise<void> {
  const sorted = [...uses].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
  const columns = sql`key_id, day, calls, assistant_calls, ok, refused, rate_limited, failed, last_at, last_previous_at`;
  await sql`
    INSERT INTO key_use AS u (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::key_use, ${recordset(sorted)}::text::json) c
    WHERE EXISTS (SELECT FROM api_keys k WHERE k.id = c.key_id)
    ON CONFLICT (key_id, day) DO UPDATE
       SET calls = u.calls + excluded.calls, assistant_calls = u.assistant_calls + excluded.assistant_calls, ok = u.ok + excluded.ok,
           refused = u.refused + excluded.refused, rate_limited = u.rate_limited + excluded.rate_limited,
           failed = u.failed + excluded.failed, last_at = greatest(u.last_at, excluded.last_at),
           last_previous_at = greatest(u.last_previous_at, excluded.last_previous_at)`;
}

/** A company's use by key and day from `from` on, oldest day first. */
export async function listKeyUse(
  sql: Queryable,
  { companyId, mode, from, keyId }: { companyId: Id<'company'>; mode: Mode; from: string; keyId: Id<'key'> | null },
): Promise<KeyUse[]> {
  return sql<KeyUse[]>`
    SELECT u.key_id, u.day::text, u.calls::int, u.assistant_calls::int, u.ok::int, u.refused::int, u.rate_limited::int, u.failed::int
      FROM key_use u JOIN api_keys k ON k.id = u.key_id
     WHERE k.company_id = ${companyId} AND (k.kind = 'test') = ${mode === 'test'} AND u.day >= ${from}::date
       AND (${keyId}::text IS NULL OR u.key_id = ${keyId})
     ORDER BY u.day, u.key_id`;
}

export function countCalls(
  sql: Queryable,
  { companyId, keyId, from }: { companyId: Id<'company'>; keyId: Id<'key'>; from: string },
): Promise<number> {
  return firstNumber(sql<{ calls: number }[]>`
    SELECT coalesce(sum(u.calls), 0)::int AS calls FROM key_use u JOIN api_keys k ON k.id = u.key_id
     WHERE u.key_id = ${keyId} AND k.company_id = ${companyId} AND u.day >= ${from}::date`);
}

/** Deletes up to `limit` rows of days before `before`. The last day of each key stays: it says when the key was last used. */
export function deleteOldUse(sql: Queryable, before: Date, limit: number): Promise<number> {
  return countRows(sql`
    DELETE FROM key_use WHERE ctid = ANY (ARRAY(
      SELECT old.ctid FROM api_keys k CROSS JOIN LATERAL (
        SELECT u.ctid FROM key_use u
         WHERE u.key_id = k.id AND u.day < ${before}::date
           AND u.day < (SELECT max(day) FROM key_use WHERE key_id = k.id)
         LIMIT ${limit}) old
       LIMIT ${limit}))`);
}

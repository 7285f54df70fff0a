import type { Queryable } from '../../platform/database/database.js';
import type { CountedSignal } from '../rules/signal.js';

/**
 * An array of our own words, numbers and hexadecimal digits, written as Postgres reads it. The driver would look through
 * every value for what it must escape, which takes several times as long.
 */
function plain(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/**
 * Adds signals to the counts of their day in one statement. Those whose digest was seen before, and those of events
 * that do not exist, change nothing. No two of them may share a digest.
 */
export async function addSignals(sql: Queryable, signals: readonly CountedSignal[], now: Date): Promise<void> {
  await sql`
    WITH signal AS (
      SELECT s.* FROM unnest(
        ${plain(signals.map((s) => s.keyId))}::text[], ${plain(signals.map((s) => s.companyId))}::text[],
        ${plain(signals.map((s) => s.type))}::text[], ${signals.map((s) => s.eventId)}::text[],
        ${plain(signals.map((s) => s.shown))}::integer[], ${plain(signals.map((s) => s.day))}::date[],
        ${plain(signals.map((s) => s.digest))}::uuid[]
      ) AS s (key_id, company_id, type, event_id, shown, day, digest)
      WHERE s.event_id = '' OR EXISTS (SELECT FROM events e WHERE e.id = s.event_id)
    ), fresh AS (
      INSERT INTO signals_seen (digest, seen_at)
      SELECT digest, ${now} FROM signal WHERE digest IS NOT NULL ORDER BY digest
      ON CONFLICT DO NOTHING RETURNING digest
    )
    INSERT INTO signal_counts AS counts (key_id, day, event_id, company_id, impressions, shown, views, clicks)
    SELECT key_id, day, event_id, company_id,
           count(*) FILTER (WHERE type = 'impression'), sum(shown),
           count(*) FILTER (WHERE type = 'event_view'), count(*) FILTER (WHERE type = 'event_click')
      FROM signal LEFT JOIN fresh USING (digest)
     WHERE signal.digest IS NULL OR fresh.digest IS NOT NULL
     GROUP BY key_id, day, event_id, company_id
     -- Everyone takes the rows in the same order, so that no two processes wait for each other.
     ORDER BY key_id, day, event_id
    ON CONFLICT (key_id, day, event_id) DO UPDATE SET
      impressions = counts.impressions + excluded.impressions, shown = counts.shown + excluded.shown,
      views = counts.views + excluded.views, clicks = counts.clicks + excluded.clicks`;
}

/** Deletes up to `limit` page loads that were seen before `before`; returns how many. */
export async function deleteSeenSignals(sql: Queryable, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    DELETE FROM signals_seen WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM signals_seen WHERE seen_at < ${before} LIMIT ${limit}))`;
  return count;
}

import { literal } from '../../platform/database/arrays.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { countRows } from '../../platform/database/rows.js';
import type { CountedSignal } from '../rules/signal.js';

/** Keeps signals and adds them to their day's counts in one statement, without repeated digests and unknown events. */
export async function addSignals(sql: Queryable, added: readonly CountedSignal[], now: Date): Promise<void> {
  const signals = [...new Map(added.map((signal) => [signal.digest ?? signal, signal])).values()];
  const plain = (pick: (signal: CountedSignal) => string | number | null) =>
    literal(signals.map(pick), { plain: true });
  const marked = signals.some(({ subId }) => subId != null);
  await sql`
    WITH signal AS (
      SELECT s.*, (s.at AT TIME ZONE 'UTC')::date AS day FROM unnest(
        ${plain((s) => s.at.getTime())}::bigint[], ${plain((s) => s.keyId)}::text[], ${plain((s) => s.companyId)}::text[],
        ${plain((s) => s.type)}::text[], ${literal(signals.map((s) => s.eventId))}::text[], ${plain((s) => s.shown)}::integer[],
        ${literal(signals.map((s) => s.subId ?? null))}::text[], ${plain((s) => s.obstacle ?? null)}::text[],
        ${plain((s) => (s.isSubIdDropped ? 1 : 0))}::integer[], ${plain((s) => s.digest)}::uuid[]
      ) AS u (ms, key_id, company_id, type, event_id, shown, sub_id, obstacle, dropped, digest),
      LATERAL (SELECT to_timestamp(ms / 1000.0) AS at, u.*) AS s
      WHERE s.event_id = '' OR EXISTS (SELECT FROM events e WHERE e.id = s.event_id)
    ), fresh AS (
      INSERT INTO signals_seen (digest, seen_at)
      SELECT digest, ${now} FROM signal WHERE digest IS NOT NULL ORDER BY digest
      ON CONFLICT DO NOTHING RETURNING digest
    ), counted AS MATERIALIZED (
      SELECT signal.* FROM signal LEFT JOIN fresh USING (digest) WHERE signal.digest IS NULL OR fresh.digest IS NOT NULL
    ), kept AS (
      INSERT INTO signals (at, company_id, key_id, type, event_id, sub_id, shown, obstacle)
      SELECT at, company_id, key_id, type, event_id, sub_id, CASE WHEN type = 'impression' THEN shown END, obstacle
        FROM counted
       -- A day without a partition has none of them, and is counted all the same.
       WHERE day = ANY (ARRAY(
         SELECT day FROM (SELECT DISTINCT day FROM counted) AS days
          WHERE to_regclass('signals_' || to_char(day, 'YYYYMMDD')) IS NOT NULL))
    ) ${marked ? sql`, ${addSubIds(sql)}` : sql``}
    INSERT INTO signal_counts AS counts (key_id, day, event_id, company_id, impressions, shown, views, clicks, checkouts,
      dropped_sub_ids, sub_id_checkouts)
    SELECT key_id, day, event_id, company_id,
           count(*) FILTER (WHERE type = 'impression'), sum(shown),
           count(*) FILTER (WHERE type = 'event_view'), count(*) FILTER (WHERE type = 'event_click'),
           count(*) FILTER (WHERE type = 'checkout'), sum(dropped), count(sub_id)
      FROM counted
     GROUP BY key_id, day, event_id, company_id
     -- Everyone takes the rows in the same order, so that no two processes wait for each other.
     ORDER BY key_id, day, event_id
    ON CONFLICT (key_id, day, event_id) DO UPDATE SET
      impressions = counts.impressions + excluded.impressions, shown = counts.shown + excluded.shown,
      views = counts.views + excluded.views, clicks = counts.clicks + excluded.clicks,
      checkouts = counts.checkouts + excluded.checkouts, dropped_sub_ids = counts.dropped_sub_ids + excluded.dropped_sub_ids,
      sub_id_checkouts = counts.sub_id_checkouts + excluded.sub_id_checkouts`;
}

/** Adds checkouts with a `sub_id` to the counts of their day and of their month. */
function addSubIds(sql: Queryable): Fragment {
  return sql`marked AS MATERIALIZED (
      SELECT c.company_id, CASE k.kind WHEN 'test' THEN 'test' ELSE 'live' END AS mode, c.day, c.sub_id, c.event_id, count(*) AS checkouts
        FROM counted c JOIN api_keys k ON k.id = c.key_id WHERE c.sub_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5
    ), marked_days AS (
      INSERT INTO sub_id_counts AS counts (company_id, mode, day, sub_id, event_id, checkouts)
      SELECT company_id, mode, day, sub_id, event_id, checkouts FROM marked ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (company_id, mode, day, sub_id, event_id) DO UPDATE SET checkouts = counts.checkouts + excluded.checkouts
    ), marked_months AS (
      INSERT INTO sub_id_months AS months (company_id, mode, month, sub_id, checkouts)
      SELECT company_id, mode, date_trunc('month', day)::date, sub_id, sum(checkouts) FROM marked GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (company_id, mode, month, sub_id) DO UPDATE SET checkouts = months.checkouts + excluded.checkouts
    )`;
}

/** Deletes up to `limit` page loads that were seen before `before`; returns how many. */
export function deleteSeenSignals(sql: Queryable, before: Date, limit: number): Promise<number> {
  return countRows(sql`
    DELETE FROM signals_seen WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM signals_seen WHERE seen_at < ${before} LIMIT ${limit}))`);
}

/** Deletes up to `limit` counts of days and months before `before`, of signals and of those with a `sub_id`; returns how many. */
export async function deleteOldCounts(sql: Queryable, before: Date, limit: number): Promise<number> {
  const counts = await sql`
    DELETE FROM signal_counts WHERE ctid = ANY (ARRAY(
      SELECT old.ctid FROM api_keys k CROSS JOIN LATERAL (
        SELECT s.ctid FROM signal_counts s WHERE s.key_id = k.id AND s.day < ${before}::date LIMIT ${limit}) old
       LIMIT ${limit}))`;
  const ofSubIds = (table: string, last: Fragment) => sql`
    DELETE FROM ${sql(table)} WHERE ctid = ANY (ARRAY(
      SELECT old.ctid FROM (SELECT DISTINCT company_id FROM api_keys) k CROSS JOIN LATERAL (
        SELECT s.ctid FROM ${sql(table)} s
         WHERE s.company_id = k.company_id AND s.mode IN ('live', 'test') AND ${last} LIMIT ${limit}) old
       LIMIT ${limit}))`;
  const days = await ofSubIds('sub_id_counts', sql`s.day < ${before}::date`);
  const months = await ofSubIds('sub_id_months', sql`s.month < ${before}::date - 31`);
  return Math.max(counts.count, days.count, months.count);
}

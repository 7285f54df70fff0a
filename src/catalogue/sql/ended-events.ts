import { endOfEventDay } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';

/** Completes up to `limit` events past their end, six hours past their start or past their day; skips locked ones. */
export async function completeEnded(tx: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    UPDATE events SET status = 'completed', status_before_sold_out = NULL
    WHERE id = ANY (ARRAY(
      SELECT id FROM events
      WHERE status IN ('scheduled', 'rescheduled', 'sold_out') AND status NOT IN ('cancelled', 'completed')
        AND coalesce(ends_at, starts_at) <= ${now} AND coalesce(ends_at, starts_at + interval '6 hours') <= ${now}
      ORDER BY coalesce(ends_at, starts_at) LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    )) RETURNING id`;
  if (rows.length === limit) return rows.map((row) => row.id);
  const dayOnly = await tx<{ id: string }[]>`
    UPDATE events SET status = 'completed', status_before_sold_out = NULL
    WHERE id = ANY (ARRAY(
      SELECT id FROM events
      WHERE status IN ('scheduled', 'rescheduled', 'sold_out') AND status NOT IN ('cancelled', 'completed')
        AND starts_at IS NULL AND ends_at IS NULL AND date <= (${now}::timestamptz AT TIME ZONE 'UTC')::date
        AND ${endOfEventDay('events')} <= ${now}
      ORDER BY date LIMIT ${limit - rows.length} FOR NO KEY UPDATE SKIP LOCKED
    )) RETURNING id`;
  return [...rows, ...dayOnly].map((row) => row.id);
}

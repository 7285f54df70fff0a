import { endOfEventDay } from '../../listings/sql/event-expressions.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { columnValues } from '../../platform/database/rows.js';

/** Completes up to `limit` events past their end, six hours past their start or past their day; skips locked ones. */
export async function completeEnded(tx: Queryable, now: Date, limit: number): Promise<string[]> {
  const complete = (isOver: Fragment, order: Fragment, most: number) =>
    columnValues(tx<{ id: string }[]>`
      UPDATE events SET status = 'completed', status_before_sold_out = NULL
      WHERE id = ANY (ARRAY(
        SELECT id FROM events
        WHERE status IN ('scheduled', 'rescheduled', 'sold_out') AND status NOT IN ('cancelled', 'completed') AND ${isOver}
        ORDER BY ${order} LIMIT ${most} FOR NO KEY UPDATE SKIP LOCKED
      )) RETURNING id`);
  const end = tx`coalesce(ends_at, starts_at)`;
  const timed = await complete(
    tx`${end} <= ${now} AND coalesce(ends_at, starts_at + interval '6 hours') <= ${now}`,
    end,
    limit,
  );
  if (timed.length === limit) return timed;
  const isDayOver = tx`starts_at IS NULL AND ends_at IS NULL AND date <= (${now}::timestamptz AT TIME ZONE 'UTC')::date
    AND ${endOfEventDay('events')} <= ${now}`;
  return [...timed, ...(await complete(isDayOver, tx`date`, limit - timed.length))];
}

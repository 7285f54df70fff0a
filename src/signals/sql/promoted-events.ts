import type { Id } from '../../core/ids.js';
import type { EventStatus } from '../../core/wire/event.js';
import { type CompanyDays, salesMade } from '../../earnings/sql/sales.js';
import type { Queryable } from '../../platform/database/database.js';

export interface PromotedEventRow {
  id: Id<'event'>;
  name: string;
  /** At the venue. */
  date: string;
  city: string | null;
  status: EventStatus;
  /** The organizer withdrew the event from partners. */
  withdrawn: boolean;
}

/** Events with clicks or sales from `from` to `to`. */
export interface PromotedFilter extends CompanyDays {
  /** Only events that are still to come and can no longer be sold: sold out, cancelled, postponed or withdrawn. */
  unsellable: boolean;
}

/** Events with clicks or sales of a company in some days, newest day first. */
export function promotedEvents(db: Queryable, filter: PromotedFilter, limit: number): Promise<PromotedEventRow[]> {
  const { companyId, mode, from, to, unsellable } = filter;
  return db<PromotedEventRow[]>`
    WITH used AS (
      SELECT c.event_id, max(c.day) AS day FROM signal_counts c JOIN api_keys k ON k.id = c.key_id
       WHERE c.company_id = ${companyId} AND (k.kind = 'test') = (${mode} = 'test') AND c.day BETWEEN ${from} AND ${to}
         AND c.clicks + c.checkouts > 0 GROUP BY 1
      UNION ALL
      SELECT event_id, max(created_at AT TIME ZONE 'UTC')::date FROM (${salesMade(db, filter)}) AS sold GROUP BY 1
    )
    SELECT e.id, e.name, e.date, e.city, e.status, NOT e.shared AS withdrawn
      FROM (SELECT event_id, max(day) AS day FROM used GROUP BY 1) AS promoted JOIN events e ON e.id = promoted.event_id
     ${unsellable ? db`WHERE e.date >= ${to} AND (NOT e.shared OR e.status IN ('sold_out', 'cancelled', 'postponed'))` : db``}
     ORDER BY promoted.day DESC, e.date, e.id LIMIT ${limit}`;
}

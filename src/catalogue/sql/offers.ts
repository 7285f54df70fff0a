import type { Id } from '../../core/ids.js';
import type { EventRow } from '../../listings/rules/event-columns.js';
import type { Queryable } from '../../platform/database/database.js';

/** The facts of an offer beyond its event: the seller, the prices, and the time of the sale. */
export interface OfferFacts extends Pick<EventRow, 'createdAt' | 'startsAt' | 'endsAt'> {
  /** Null: the organizer set no limit. */
  budgetMinor: number | null;
  spentMinor: number;
  /** The start of sale of the paid ticket types; null: from the beginning. */
  salesFrom: Date | null;
  /** Null: until the event is over. */
  salesUntil: Date | null;
}

export function offerFacts(sql: Queryable, eventIds: readonly Id<'event'>[]): Promise<(OfferFacts & { id: string })[]> {
  return sql<(OfferFacts & { id: string })[]>`
    SELECT e.id, e.created_at, e.starts_at, e.ends_at, e.reward_budget_minor AS budget_minor,
           e.reward_spent_minor AS spent_minor, t.sales_from, t.sales_until
      FROM events e
      CROSS JOIN LATERAL (
        SELECT CASE WHEN bool_and(sales_from IS NOT NULL) THEN min(sales_from) END AS sales_from,
               CASE WHEN bool_and(sales_until IS NOT NULL) THEN max(sales_until) END AS sales_until
          FROM ticket_types WHERE event_id = e.id AND price_minor > 0
      ) t
     WHERE e.id = ANY (${eventIds as string[]}::text[])`;
}

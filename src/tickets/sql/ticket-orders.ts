import { joinOrganizer } from '../../catalogue/sql/organizers.js';
import type { Id } from '../../core/ids.js';
import type { EventClock } from '../../core/local-time.js';
import type { Mode } from '../../core/mode.js';
import type { OrderStatus } from '../../core/order-status.js';
import type { ReturnCause } from '../../core/return-cause.js';
import type { EventStatus } from '../../core/wire/event.js';
import type { EventFacts } from '../../listings/rules/event-announcement.js';
import { eventFacts } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstRow, firstValue } from '../../platform/database/rows.js';
import type { StoredTrace } from '../../platform/traces/trace-context.js';

/** An order as its buyer sees it. The address and the name are read for a mail, a ticket and the door alone. */
export interface TicketOrderRow extends EventClock {
  orderId: Id<'order'>;
  mode: Mode;
  status: OrderStatus;
  quantity: number;
  currency: string;
  totalMinor: number;
  refundedMinor: number;
  /** Null: the buyer was erased. */
  buyerEmail: string | null;
  buyerName: string | null;
  paidAt: Date | null;
  /** The language that the buyer read the checkout in; null: not known. */
  language: string | null;
  eventId: Id<'event'>;
  eventName: string;
  eventStatus: EventStatus;
  startsAt: Date | null;
  endsAt: Date | null;
  /** `YYYY-MM-DD`. */
  date: string;
  venue: string | null;
  address: string | null;
  city: string | null;
  country: string | null;
  lat: number | null;
  lng: number | null;
  organizerName: string | null;
  /** Where the organizer answers questions. */
  contactEmail: string | null;
  termsUrl: string | null;
  sourceUrl: string | null;
}

export interface FoundTicketOrder extends TicketOrderRow, StoredTrace {
  /** The event's state now, and at the time of the order; null: not known. */
  facts: EventFacts;
  seen: EventFacts | null;
}

export function findTicketOrder(sql: Queryable, orderId: Id<'order'>): Promise<FoundTicketOrder | null> {
  return firstRow(sql<FoundTicketOrder[]>`
    SELECT o.id AS order_id, o.mode, o.status, o.quantity, o.currency, o.total_minor, o.refunded_minor, o.buyer_email,
      o.buyer_name, o.paid_at, o.language, e.id AS event_id, e.name AS event_name, e.status AS event_status,
      e.starts_at, e.ends_at, e.date, e.timezone, e.utc_offset, e.online, e.venue, e.address, e.city, e.country, e.lat, e.lng,
      g.name AS organizer_name, g.contact_email, g.terms_url, e.source_url, ${eventFacts('e')} AS facts, o.event_seen AS seen, o.request_id, o.traceparent
    FROM orders o JOIN events e ON e.id = o.event_id
      ${joinOrganizer('e')}
    WHERE o.id = ${orderId}`);
}

export type DeliveryRow = Pick<TicketOrderRow, 'eventId' | 'mode'> &
  StoredTrace & { id: string; companyId: Id<'company'> | null };

export async function findDeliveries(sql: Queryable, orderIds: readonly Id<'order'>[]): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    SELECT id, company_id, event_id, mode, request_id, traceparent FROM orders WHERE id = ANY (${orderIds as string[]}::text[])`;
}

interface RefundFacts {
  /** The refunded amount, in minor units. */
  amountMinor: number;
  /** Null: tickets were refunded, or the reason of the refund is not known. */
  cause: ReturnCause | null;
}

/** @throws when there is no such refund. */
export async function findRefundFacts(sql: Queryable, refundId: Id<'refund'>): Promise<RefundFacts> {
  const [row] = await sql<RefundFacts[]>`
    SELECT amount_minor, CASE reason WHEN 'duplicate_payment' THEN 'already_paid' ELSE cause END AS cause
    FROM refunds WHERE id = ${refundId}`;
  if (!row) throw new Error(`there is no refund ${refundId}`);
  return row;
}

/** When the refunds of a cancelled event start; null: they are paused, or have no time yet. */
export function findRefundsDue(sql: Queryable, eventId: Id<'event'>): Promise<Date | null> {
  return firstValue(sql<{ dueAt: Date }[]>`
    SELECT due_at FROM event_refunds WHERE event_id = ${eventId} AND state = 'open' AND paused_at IS NULL`);
}

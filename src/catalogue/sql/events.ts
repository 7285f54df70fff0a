import type { Id } from '../../core/ids.js';
import type { EventClock } from '../../core/local-time.js';
import type { EventStatus } from '../../core/wire/event.js';
import {
  ADDED,
  type ColumnValue,
  DESCRIBED,
  type Described,
  type EventRow,
  typeOf,
} from '../../listings/rules/event-columns.js';
import { endOfEventDay, eventColumns } from '../../listings/sql/event-expressions.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragmentOf } from '../../platform/database/fragment.js';
import { columnValues, firstNumber, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import { INTO_OUTBOX } from '../../platform/outbox/messages.js';

const WRITTEN = { ...DESCRIBED, ...ADDED };
const NAMES = Object.keys(WRITTEN);
const RECORD = fragmentOf(
  Object.entries({ id: 'text', ...WRITTEN })
    .map(([name, type]) => `${name} ${typeOf(type)}`)
    .join(', '),
);

/** A row to write: every column of an event that an import decides, by the column's own name. */
export type EventWrite = Described & { [Column in 'id' | keyof typeof ADDED]: ColumnValue<Column> };

/** Returns null for an unknown event. */
export function findEventStatus(db: Queryable, id: string): Promise<EventStatus | null> {
  return firstValue(db<{ status: EventStatus }[]>`SELECT status FROM events WHERE id = ${id}`);
}

/** Undefined for an unknown event. */
export function findEventClock(db: Queryable, id: string): Promise<EventClock | null> {
  return firstRow(db<EventClock[]>`SELECT timezone, utc_offset, online FROM events WHERE id = ${id}`);
}

/** Writes new events; returns the written ids, without events whose external id another transaction has just written. */
export function insertEvents(
  tx: Queryable,
  organizerId: Id<'organizer'>,
  rows: readonly EventWrite[],
  now: Date,
): Promise<string[]> {
  return columnValues(tx<{ id: string }[]>`
    INSERT INTO events (id, organizer_id, test, created_at, ${fragmentOf(NAMES.join(', '))})
    SELECT r.id, ${organizerId}, left(r.id, 9) = 'evt_test_', ${now}, ${fragmentOf(NAMES.map((name) => `r.${name}`).join(', '))}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r(${RECORD})
    ON CONFLICT (organizer_id, external_id) DO NOTHING RETURNING id`);
}

export async function updateEvents(tx: Queryable, rows: readonly EventWrite[]): Promise<void> {
  await tx`
    UPDATE events SET ${fragmentOf(NAMES.map((name) => `${name} = r.${name}`).join(', '))}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r(${RECORD}) WHERE events.id = r.id`;
}

export type KnownEventRow = Pick<EventRow, 'id' | 'externalId' | 'contentHash'>;

/** An organizer's events with these external ids. */
export async function findKnownEvents(
  sql: Queryable,
  organizerId: Id<'organizer'>,
  externalIds: readonly string[],
): Promise<KnownEventRow[]> {
  return sql<KnownEventRow[]>`
    SELECT id, external_id, content_hash FROM events
    WHERE organizer_id = ${organizerId} AND external_id = ANY (${externalIds as string[]}::text[])`;
}

export type EventStateRow = Pick<
  EventRow,
  'id' | 'status' | 'statusBeforeSoldOut' | 'startsAt' | 'date' | 'timezone' | 'venue' | 'address' | 'city' | 'country'
>;

/** Locks events in the order of their ids against everything but orders that refer to them. */
export async function lockEvents(tx: Queryable, ids: readonly string[]): Promise<EventStateRow[]> {
  return tx<EventStateRow[]>`
    SELECT id, status, status_before_sold_out, starts_at, date, timezone, venue, address, city, country
    FROM events WHERE id = ANY (${ids as string[]}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
}

/** Records that every event of an organizer changed. */
export async function touchOrganizerEvents(tx: Queryable, organizerId: Id<'organizer'>, now: Date): Promise<void> {
  await tx`
    ${INTO_OUTBOX}
    SELECT 'event.touched', id, ${now} FROM events WHERE organizer_id = ${organizerId}`;
}

/** Everything of one event, locked until the transaction ends. */
export function lockEvent(tx: Queryable, id: string): Promise<EventRow | null> {
  return firstRow(tx<EventRow[]>`
    SELECT ${eventColumns('events')} FROM events WHERE id = ${id} FOR NO KEY UPDATE`);
}

/** Shares an event with partners, or stops sharing it; false when nothing changed. */
export function setShared(tx: Queryable, id: string, shared: boolean): Promise<boolean> {
  return isOneRow(tx`UPDATE events SET shared = ${shared} WHERE id = ${id} AND shared <> ${shared}`);
}

/** For operators: percentages with all their decimals. */
export interface EventDetailRow extends Omit<EventRow, 'rewardPercent'> {
  rewardPercent: string | null;
  organizerSource: string;
  organizerName: string | null;
  organizerVerified: boolean;
}

export function findEvent(sql: Queryable, id: string): Promise<EventDetailRow | null> {
  return firstRow(sql<EventDetailRow[]>`
    SELECT e.*, o.source AS organizer_source, o.name AS organizer_name, o.verified AS organizer_verified
    FROM events e JOIN organizers o ON o.id = e.organizer_id WHERE e.id = ${id}`);
}

/** How many of a source's events are upcoming. */
export function countOpenEvents(sql: Queryable, source: string): Promise<number> {
  return firstNumber(sql<{ events: number }[]>`
    SELECT count(*)::int AS events FROM events e JOIN organizers o ON o.id = e.organizer_id
    WHERE o.source = ${source} AND e.status NOT IN ('cancelled', 'completed')`);
}

export function findFirstShared(db: Queryable, ids: readonly string[]): Promise<{ id: string; createdAt: Date }[]> {
  return db<{ id: string; createdAt: Date }[]>`SELECT id, created_at FROM events WHERE id = ANY (${[...ids]}::text[])`;
}

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

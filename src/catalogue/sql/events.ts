import type { EventStatus } from '../../core/wire/event.js';
import type { OnSaleStatus } from '../../listings/rules/event-status.js';
import type { Queryable } from '../../platform/database/database.js';

/** What an organizer describes of an event: the columns an import writes, with their types. */
const DESCRIBED = {
  external_id: 'text',
  name: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  date: 'date',
  timezone: 'text',
  venue: 'text',
  address: 'text',
  city: 'text',
  country: 'text',
  lat: 'double precision',
  lng: 'double precision',
  image: 'text',
  category: 'text',
  performers: 'text[]',
  short_description: 'text',
  can_share: 'boolean',
  source_url: 'text',
  price_from_minor: 'bigint',
  price_to_minor: 'bigint',
  currency: 'text',
  reward_kind: 'text',
  reward_amount_minor: 'bigint',
  reward_percent: 'numeric',
  reward_currency: 'text',
  reward_description: 'text',
  reward_budget_minor: 'bigint',
} as const;
/** What the catalogue adds to it. */
const ADDED = { status: 'text', status_before_sold_out: 'text', content_hash: 'text' } as const;

export type DescribedColumn = keyof typeof DESCRIBED;

const WRITTEN = { ...DESCRIBED, ...ADDED };
const NAMES = Object.keys(WRITTEN);
const RECORD = Object.entries({ id: 'text', ...WRITTEN })
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** A row to write: every column of an event that an import decides, by its name. */
export type EventWrite = { [column in DescribedColumn]: unknown } & {
  id: string;
  status: EventStatus;
  status_before_sold_out: OnSaleStatus | null;
  content_hash: string;
};

/** Answers null for an unknown event. */
export async function findEventStatus(db: Queryable, id: string): Promise<EventStatus | null> {
  const [row] = await db<{ status: EventStatus }[]>`SELECT status FROM events WHERE id = ${id}`;
  return row?.status ?? null;
}

/** Writes new events; answers the ids written: one whose external id somebody else has just written is left out. */
export async function insertEvents(
  tx: Queryable,
  organizerId: string,
  rows: readonly EventWrite[],
  now: Date,
): Promise<string[]> {
  const written = await tx.unsafe<{ id: string }[]>(
    `INSERT INTO events (id, organizer_id, test, created_at, ${NAMES.join(', ')})
     SELECT r.id, $1, left(r.id, 9) = 'evt_test_', $2, ${NAMES.map((name) => `r.${name}`).join(', ')}
     FROM jsonb_to_recordset($3::text::jsonb) AS r(${RECORD})
     ON CONFLICT (organizer_id, external_id) DO NOTHING RETURNING id`,
    [organizerId, now, JSON.stringify(rows)],
    { prepare: true },
  );
  return written.map((row) => row.id);
}

/** Describes existing events anew. */
export async function updateEvents(tx: Queryable, rows: readonly EventWrite[]): Promise<void> {
  await tx.unsafe(
    `UPDATE events SET ${NAMES.map((name) => `${name} = r.${name}`).join(', ')}
     FROM jsonb_to_recordset($1::text::jsonb) AS r(${RECORD}) WHERE events.id = r.id`,
    [JSON.stringify(rows)],
    { prepare: true },
  );
}

export interface KnownEventRow {
  id: string;
  external_id: string;
  content_hash: string;
}

/** Those of an organizer's events that have one of the external ids. */
export async function findKnownEvents(
  sql: Queryable,
  organizerId: string,
  externalIds: readonly string[],
): Promise<KnownEventRow[]> {
  return sql<KnownEventRow[]>`
    SELECT id, external_id, content_hash FROM events
    WHERE organizer_id = ${organizerId} AND external_id = ANY (${externalIds as string[]}::text[])`;
}

export interface EventStateRow {
  id: string;
  status: EventStatus;
  status_before_sold_out: OnSaleStatus | null;
}

/** Locks events in the order of their ids against everything but orders that refer to them. */
export async function lockEvents(tx: Queryable, ids: readonly string[]): Promise<EventStateRow[]> {
  return tx<EventStateRow[]>`
    SELECT id, status, status_before_sold_out FROM events WHERE id = ANY (${ids as string[]}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
}

/** Leaves word that every event of an organizer changed. */
export async function touchEventsOf(tx: Queryable, organizerId: string, now: Date): Promise<void> {
  await tx`
    INSERT INTO outbox (topic, key, created_at)
    SELECT 'event.touched', id, ${now} FROM events WHERE organizer_id = ${organizerId}`;
}

export interface EventRow extends EventStateRow {
  organizer_id: string;
  external_id: string;
  test: boolean;
  shared: boolean;
  name: string;
  starts_at: Date | null;
  ends_at: Date | null;
  date: string;
  timezone: string | null;
  venue: string | null;
  address: string | null;
  city: string | null;
  country: string | null;
  lat: number | null;
  lng: number | null;
  image: string | null;
  category: string | null;
  performers: string[];
  short_description: string | null;
  can_share: boolean;
  source_url: string | null;
  price_from_minor: number | null;
  price_to_minor: number | null;
  currency: string | null;
  reward_kind: 'flat' | 'percent' | null;
  reward_amount_minor: number | null;
  reward_percent: string | null;
  reward_currency: string | null;
  reward_description: string | null;
  reward_budget_minor: number | null;
  reward_spent_minor: number;
  content_hash: string;
  created_at: Date;
}

/** Everything of one event, locked until the transaction ends. */
export async function lockEvent(tx: Queryable, id: string): Promise<EventRow | undefined> {
  const [row] = await tx<EventRow[]>`SELECT * FROM events WHERE id = ${id} FOR NO KEY UPDATE`;
  return row;
}

/** Shares an event with partners, or stops sharing it; false when that is how it is already. */
export async function setShared(tx: Queryable, id: string, shared: boolean): Promise<boolean> {
  const rows = await tx`UPDATE events SET shared = ${shared} WHERE id = ${id} AND shared <> ${shared} RETURNING id`;
  return rows.length > 0;
}

export interface ShownEventRow extends EventRow {
  organizer_source: string;
  organizer_name: string | null;
  organizer_verified: boolean;
}

export async function findEvent(sql: Queryable, id: string): Promise<ShownEventRow | undefined> {
  const [row] = await sql<ShownEventRow[]>`
    SELECT e.*, o.source AS organizer_source, o.name AS organizer_name, o.verified AS organizer_verified
    FROM events e JOIN organizers o ON o.id = e.organizer_id WHERE e.id = ${id}`;
  return row;
}

/** How many of a source's events are still to come. */
export async function countOpenEvents(sql: Queryable, source: string): Promise<number> {
  const [row] = await sql<{ events: number }[]>`
    SELECT count(*)::int AS events FROM events e JOIN organizers o ON o.id = e.organizer_id
    WHERE o.source = ${source} AND e.status NOT IN ('cancelled', 'completed')`;
  return row?.events ?? 0;
}

import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { newId } from '../../../src/core/ids.js';
import { UNLIMITED_AGREEMENT, type Viewer } from '../../../src/core/viewer.js';
import type { Event, EventStatus } from '../../../src/core/wire/event.js';
import { listEvents } from '../../../src/listings/list-events.js';
import type { EventFilters } from '../../../src/listings/wire.js';
import type { Context } from '../../../src/platform/context/context.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';

/** The columns of `events` that these tests set; the rest has one value for all. */
export interface TruthFields {
  id: string;
  test: boolean;
  shared: boolean;
  name: string;
  status: EventStatus;
  starts_at: Date | null;
  ends_at: Date | null;
  date: string;
  timezone: string | null;
  venue: string | null;
  city: string | null;
  country: string | null;
  lat: number | null;
  lng: number | null;
  category: string | null;
  performers: string[];
  reward_kind: 'flat' | 'percent' | null;
  reward_amount_minor: number | null;
  reward_percent: number | null;
  reward_currency: string | null;
  price_from_minor: number | null;
  price_to_minor: number | null;
  currency: string | null;
}

export const LIVE_VIEWER: Viewer = {
  mode: 'live',
  companyId: 'cmp_reader',
  ref: 'REF',
  agreement: UNLIMITED_AGREEMENT,
};

/** An event in Helsinki in ten days that pays two euros, by default. */
export function truth(ctx: Context, fields: Partial<TruthFields> = {}): TruthFields {
  const startsAt = new Date(ctx.clock.now().getTime() + 10 * 86_400_000);
  const starts = fields.starts_at === undefined ? startsAt : fields.starts_at;
  return {
    id: newId('event'),
    test: false,
    shared: true,
    name: 'Concert',
    status: 'scheduled',
    starts_at: startsAt,
    ends_at: null,
    date: (starts ?? startsAt).toISOString().slice(0, 10),
    timezone: 'UTC',
    venue: null,
    city: 'Helsinki',
    country: 'FI',
    lat: 60.17,
    lng: 24.94,
    category: 'music',
    performers: [],
    reward_kind: 'flat',
    reward_amount_minor: 200,
    reward_percent: null,
    reward_currency: 'EUR',
    price_from_minor: null,
    price_to_minor: null,
    currency: null,
    ...fields,
  };
}

/** Writes events and brings the read model up to them. */
export async function addEvents(ctx: Context, events: readonly Partial<TruthFields>[]): Promise<TruthFields[]> {
  const now = ctx.clock.now();
  const rows = events.map((fields) => truth(ctx, fields));
  await ctx.sql`
    INSERT INTO organizers (id, source, name, created_at) VALUES ('org_read', 'read', 'Reader', ${now}) ON CONFLICT DO NOTHING`;
  for (let i = 0; i < rows.length; i += 500) {
    const chunk = rows.slice(i, i + 500);
    await ctx.sql`INSERT INTO events ${ctx.sql(
      chunk.map((row) => ({ ...row, external_id: row.id, organizer_id: 'org_read', created_at: now })),
    )}`;
  }
  await touch(
    ctx,
    rows.map((row) => row.id),
  );
  return rows;
}

/** Says that events changed, and brings the read model up to them. */
export async function touch(ctx: Context, ids: readonly string[]): Promise<void> {
  await enqueue(ctx.sql, 'event.touched', ids, ctx.clock.now());
  await projectChanges(ctx);
}

/** Changes one event as a writer does, in one transaction. */
export async function change(ctx: Context, id: string, fields: Partial<TruthFields>): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    await tx`UPDATE events SET ${tx(fields)} WHERE id = ${id}`;
    await enqueue(tx, 'event.touched', [id], ctx.clock.now());
  });
  await projectChanges(ctx);
}

export interface EventPage {
  object: string;
  mode: string;
  events: Event[];
  next: string | null;
  withdrawn?: { id: string; withdrawn_at: string }[];
  notices?: string[];
}

export async function page(
  ctx: Context,
  filters: EventFilters = {},
  more: { viewer?: Viewer; limit?: number; cursor?: string; surface?: string } = {},
): Promise<EventPage> {
  const { viewer = LIVE_VIEWER, limit = 20, surface = 'events', cursor } = more;
  const bytes = await listEvents(ctx, viewer, { surface, filters, limit, cursor });
  return JSON.parse(bytes.toString()) as EventPage;
}

/** Every event of a walk along `next`; the cursor alone is sent on, with the limit that `limits` gives next. */
export async function walk(
  ctx: Context,
  filters: EventFilters = {},
  more: { viewer?: Viewer; limits?: readonly number[] } = {},
): Promise<Event[]> {
  const { viewer, limits = [100] } = more;
  const events: Event[] = [];
  let cursor: string | undefined;
  for (let i = 0; ; i += 1) {
    const answer = await page(ctx, cursor ? {} : filters, { viewer, limit: limits[i % limits.length], cursor });
    events.push(...answer.events);
    if (answer.next === null) return events;
    cursor = answer.next;
  }
}

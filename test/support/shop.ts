import { randomBytes } from 'node:crypto';
import { newId } from '../../src/core/ids.js';
import { type Caller, UNLIMITED_AGREEMENT } from '../../src/core/viewer.js';
import type { Context } from '../../src/platform/context/context.js';
import type { Sql } from '../../src/platform/database/database.js';

export interface Shop {
  /** A server key with every capability, and a test key of the same company. */
  live: Caller;
  test: Caller;
  eventId: string;
  sampleId: string;
  ticketTypeId: string;
  sampleTicketTypeId: string;
}

/** A company that sells tickets of one live event and one sample event, `capacity` of each. */
export async function openShop(ctx: Context, options: { capacity?: number } = {}): Promise<Shop> {
  const now = ctx.clock.now();
  const companyId = newId('company');
  await ctx.sql`INSERT INTO companies (id, name, created_at) VALUES (${companyId}, ${companyId}, ${now})`;
  const live = await addKey(ctx, companyId, 'server');
  const test = await addKey(ctx, companyId, 'test');
  const eventId = await addEvent(ctx, {});
  const sampleId = await addEvent(ctx, { id: `evt_test_${randomBytes(6).toString('hex')}`, test: true });
  const { capacity = 10 } = options;
  const ticketTypeId = await addTicketType(ctx, eventId, { capacity });
  const sampleTicketTypeId = await addTicketType(ctx, sampleId, { capacity });
  return { live, test, eventId, sampleId, ticketTypeId, sampleTicketTypeId };
}

export async function addKey(ctx: Context, companyId: string, kind: 'server' | 'test' | 'website'): Promise<Caller> {
  const keyId = newId('key');
  const ref = randomBytes(8).toString('hex');
  const capabilities = kind === 'server' ? (['EMBEDDED_CHECKOUT', 'BULK_FEEDS', 'CARD_LINKED_OFFERS'] as const) : [];
  await ctx.sql`
    INSERT INTO api_keys (id, company_id, kind, hash, last_four, ref, capabilities, created_at)
    VALUES (${keyId}, ${companyId}, ${kind}, ${randomBytes(32)}, 'last', ${ref}, ${[...capabilities]}, ${ctx.clock.now()})`;
  return {
    mode: kind === 'test' ? 'test' : 'live',
    companyId,
    keyId,
    kind,
    ref,
    agreement: UNLIMITED_AGREEMENT,
    capabilities,
    domains: [],
    rateLimit: null,
    siteRateLimit: null,
  };
}

interface EventFields {
  id: string;
  test: boolean;
  shared: boolean;
  status: string;
  starts_at: Date | null;
  country: string;
  category: string;
}

/** An event thirty days from now, in Lisbon, unless told otherwise. */
export async function addEvent(ctx: Context, fields: Partial<EventFields>): Promise<string> {
  const now = ctx.clock.now();
  const startsAt = new Date(now.getTime() + 30 * 86_400_000);
  const id = fields.id ?? newId('event');
  const organizer = await organizerOf(ctx.sql, now);
  const row = {
    test: false,
    shared: true,
    status: 'scheduled',
    starts_at: startsAt,
    country: 'PT',
    category: 'music',
    ...fields,
    id,
    organizer_id: organizer,
    external_id: id,
    name: `${fields.test ? 'TEST EVENT — NO REAL MONEY ' : ''}Concert`,
    date: (fields.starts_at ?? startsAt).toISOString().slice(0, 10),
    timezone: 'Europe/Lisbon',
    venue: 'Coliseu',
    city: 'Lisbon',
    created_at: now,
  };
  await ctx.sql`INSERT INTO events ${ctx.sql(row)}`;
  return id;
}

async function organizerOf(sql: Sql, now: Date): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO organizers (id, source, name, created_at) VALUES ('org_shop', 'shop', 'Shop', ${now})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id`;
  return row?.id ?? '';
}

interface TicketTypeFields {
  capacity: number;
  price_minor: number;
  total_minor: number;
  currency: string;
  max_per_order: number;
  sales_from: Date | null;
  sales_until: Date | null;
}

/** Tickets at 10.00 + 2.50 EUR unless told otherwise. */
export async function addTicketType(ctx: Context, eventId: string, fields: Partial<TicketTypeFields>): Promise<string> {
  const id = newId('ticketType');
  const row = {
    capacity: 10,
    price_minor: 1000,
    total_minor: 1250,
    currency: 'EUR',
    max_per_order: 8,
    ...fields,
    id,
    event_id: eventId,
    position: 0,
    external_id: id,
    name: 'Standing',
    inventory_updated_at: ctx.clock.now(),
  };
  await ctx.sql`INSERT INTO ticket_types ${ctx.sql(row)}`;
  return id;
}

export interface Stock {
  capacity: number;
  held: number;
  sold: number;
}

export async function stockOf(sql: Sql, ticketTypeId: string): Promise<Stock> {
  const [stock] = await sql<Stock[]>`SELECT capacity, held, sold FROM ticket_types WHERE id = ${ticketTypeId}`;
  if (!stock) throw new Error(`no ticket type ${ticketTypeId}`);
  return stock;
}

/** What the orders of a ticket type say its stock should be. */
export async function stockByOrders(sql: Sql, ticketTypeId: string): Promise<Omit<Stock, 'capacity'>> {
  const [stock] = await sql<{ held: number; sold: number }[]>`
    SELECT coalesce(sum(quantity) FILTER (WHERE status = 'awaiting_payment'), 0)::int AS held,
      coalesce(sum(quantity - refunded_quantity) FILTER (WHERE status IN ('paid', 'test', 'partially_refunded')), 0)::int AS sold
    FROM orders WHERE ticket_type_id = ${ticketTypeId}`;
  return { held: stock?.held ?? 0, sold: stock?.sold ?? 0 };
}

import { newId, randomText } from '../../../src/core/ids.js';
import type { OrderSource } from '../../../src/core/order-status.js';
import { type Caller, UNLIMITED_AGREEMENT } from '../../../src/core/viewer.js';
import { recordSale } from '../../../src/earnings/record-sale.js';
import type { Context } from '../../../src/platform/context/context.js';

/** Written straight into the tables, as our services leave it: what most tests begin with. */

/** A company and a key of it: the credit of a sale. */
export type Seller = Pick<Caller, 'companyId' | 'keyId' | 'ref' | 'kind'>;

/** An event and its one ticket type. */
export interface TicketedEvent {
  eventId: string;
  ticketTypeId: string;
}

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
export async function openShop(ctx: Context, { capacity = 10 }: { capacity?: number } = {}): Promise<Shop> {
  const live = await addPartner(ctx);
  const test = await addKey(ctx, live.companyId, 'test');
  const eventId = await addEvent(ctx, {});
  const sampleId = await addEvent(ctx, { test: true });
  const ticketTypeId = await addTicketType(ctx, eventId, { capacity });
  const sampleTicketTypeId = await addTicketType(ctx, sampleId, { capacity });
  return { live, test, eventId, sampleId, ticketTypeId, sampleTicketTypeId };
}

/** A company with one key. */
export async function addPartner(ctx: Context, kind: Caller['kind'] = 'server', currency = 'EUR'): Promise<Caller> {
  const id = newId('company');
  await ctx.sql`
    INSERT INTO companies (id, name, currency, created_at) VALUES (${id}, ${`Company ${id}`}, ${currency}, ${ctx.clock.now()})`;
  return addKey(ctx, id, kind);
}

/** A key that may do all that its kind may. */
export async function addKey(ctx: Context, companyId: string, kind: Caller['kind']): Promise<Caller> {
  const keyId = newId('key');
  const ref = randomText(16);
  const capabilities = kind === 'server' ? (['EMBEDDED_CHECKOUT', 'BULK_FEEDS', 'CARD_LINKED_OFFERS'] as const) : [];
  await ctx.sql`
    INSERT INTO api_keys (id, company_id, kind, hash, last_four, ref, capabilities, created_at)
    VALUES (${keyId}, ${companyId}, ${kind}, ${Buffer.from(keyId)}, 'abcd', ${ref}, ${[...capabilities]}, ${ctx.clock.now()})`;
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

/** Columns of `events`. */
interface EventFields {
  id: string;
  organizer_id: string;
  test: boolean;
  shared: boolean;
  status: string;
  starts_at: Date | string | null;
  ends_at: string | null;
  timezone: string;
  country: string;
  category: string;
  currency: string;
  reward_kind: 'flat' | 'percent' | null;
  reward_amount_minor: number | null;
  reward_percent: number | null;
  reward_currency: string | null;
  reward_budget_minor: number | null;
}

/** An event of the shop's organizer thirty days from now, in Lisbon by default. */
export async function addEvent(ctx: Context, fields: Partial<EventFields>): Promise<string> {
  const now = ctx.clock.now();
  const startsAt = new Date(now.getTime() + 30 * 86_400_000);
  const row = {
    organizer_id: 'org_shop',
    test: false,
    shared: true,
    status: 'scheduled',
    starts_at: startsAt,
    timezone: 'Europe/Lisbon',
    country: 'PT',
    category: 'music',
    ...fields,
  };
  const id = fields.id ?? newId(row.test ? 'sampleEvent' : 'event');
  const source = row.organizer_id === 'org_shop' ? 'shop' : row.organizer_id;
  await ctx.sql`
    INSERT INTO organizers (id, source, name, created_at) VALUES (${row.organizer_id}, ${source}, 'Organizer', ${now}) ON CONFLICT DO NOTHING`;
  await ctx.sql`INSERT INTO events ${ctx.sql({
    ...row,
    id,
    external_id: id,
    name: `${row.test ? 'TEST EVENT — NO REAL MONEY ' : ''}Concert`,
    date: new Date(row.starts_at ?? startsAt).toISOString().slice(0, 10),
    venue: 'Coliseu',
    city: 'Lisbon',
    created_at: now,
  })}`;
  return id;
}

/** Columns of `ticket_types`. */
interface TicketTypeFields {
  capacity: number;
  price_minor: number;
  total_minor: number;
  currency: string;
  max_per_order: number;
  sales_from: Date | null;
  sales_until: Date | null;
}

/** Tickets, by default at 10.00 + 2.50 EUR. */
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

export interface TicketedEventOptions {
  test?: boolean;
  startsAt?: string;
  endsAt?: string | null;
  status?: string;
  reward?: { kind: 'flat'; amountMinor: number } | { kind: 'percent'; percent: number } | null;
  budgetMinor?: number | null;
  priceMinor?: number;
  totalMinor?: number;
  currency?: string;
  capacity?: number;
}

/**
 * An event of an organizer of its own, on 1 December 2026, that pays 5.00 a ticket, with tickets at 40.00 + 4.40, by
 * default.
 */
export async function addTicketedEvent(ctx: Context, options: TicketedEventOptions = {}): Promise<TicketedEvent> {
  const {
    test = false,
    status = 'scheduled',
    startsAt = '2026-12-01T19:00:00Z',
    endsAt = '2026-12-01T22:00:00Z',
  } = options;
  const { currency = 'EUR', capacity = 1000, priceMinor = 4000, totalMinor = priceMinor + 440 } = options;
  const reward = options.reward === undefined ? { kind: 'flat' as const, amountMinor: 500 } : options.reward;
  const eventId = await addEvent(ctx, {
    organizer_id: newId('organizer'),
    test,
    status,
    starts_at: startsAt,
    ends_at: endsAt,
    timezone: 'Europe/Berlin',
    currency,
    reward_kind: reward?.kind ?? null,
    reward_amount_minor: reward?.kind === 'flat' ? reward.amountMinor : null,
    reward_percent: reward?.kind === 'percent' ? reward.percent : null,
    reward_currency: reward?.kind === 'flat' ? currency : null,
    reward_budget_minor: options.budgetMinor ?? null,
  });
  const prices = { price_minor: priceMinor, total_minor: totalMinor, currency, capacity };
  return { eventId, ticketTypeId: await addTicketType(ctx, eventId, prices) };
}

interface OrderOptions {
  quantity?: number;
  subId?: string;
  source?: OrderSource;
}

/** A paid order. */
export async function addPaidOrder(
  ctx: Context,
  seller: Seller | null,
  event: TicketedEvent,
  { quantity = 1, subId, source = 'buy_link' }: OrderOptions = {},
): Promise<{ orderId: string; totalMinor: number }> {
  const orderId = newId('order');
  const test = event.eventId.startsWith('evt_test_');
  const now = ctx.clock.now();
  const [row] = await ctx.sql<{ totalMinor: number }[]>`
    WITH line AS (
      INSERT INTO order_lines (order_id, position, ticket_type_id, quantity, unit_price_minor, unit_total_minor)
      SELECT ${orderId}, 1, id, ${quantity}::int, price_minor, total_minor FROM ticket_types WHERE id = ${event.ticketTypeId}
    )
    INSERT INTO orders (id, company_id, key_id, mode, source, event_id, quantity, total_minor, currency, status, sub_id, buyer_email, buyer_name, checkout_token, expires_at, hold_until, created_at)
    SELECT ${orderId}, ${seller?.companyId ?? null}, ${seller?.keyId ?? null}, ${test ? 'test' : 'live'}, ${source}, ${event.eventId},
      ${quantity}::int, t.total_minor * ${quantity}::int, t.currency, ${test ? 'test' : 'paid'},
      ${subId ?? null}, 'buyer@example.com', 'Berta Buyer', ${randomText(32)}, ${now}, ${now}, ${now}
    FROM ticket_types t WHERE t.id = ${event.ticketTypeId}
    RETURNING total_minor`;
  if (!row) throw new Error('no such ticket type');
  return { orderId, totalMinor: row.totalMinor };
}

/** A paid order with its sale recorded. */
export async function addSale(
  ctx: Context,
  seller: Seller,
  event: TicketedEvent,
  options: OrderOptions = {},
): Promise<{ orderId: string; totalMinor: number; saleId: string }> {
  const order = await addPaidOrder(ctx, seller, event, options);
  const saleId = await ctx.sql.begin((tx) => recordSale(tx, order.orderId, ctx.clock.now()));
  if (!saleId) throw new Error('the order credits nobody');
  return { ...order, saleId };
}

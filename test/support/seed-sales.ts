import { newId, randomText } from '../../src/core/ids.js';
import { recordSale } from '../../src/earnings/record-sale.js';
import type { Sql } from '../../src/platform/database/database.js';
import type { TestContext } from './context.js';

export interface SeededPartner {
  companyId: string;
  keyId: string;
  ref: string;
  kind: 'test' | 'server' | 'website';
}

/** A company with one key, written straight into its tables. */
export async function seedPartner(
  ctx: TestContext,
  kind: SeededPartner['kind'] = 'server',
  currency = 'EUR',
): Promise<SeededPartner> {
  const companyId = newId('company');
  await ctx.sql`
    INSERT INTO companies (id, name, currency, created_at) VALUES (${companyId}, ${`Company ${companyId}`}, ${currency}, ${ctx.clock.now()})`;
  return seedKey(ctx, companyId, kind);
}

export async function seedKey(
  ctx: TestContext,
  companyId: string,
  kind: SeededPartner['kind'],
): Promise<SeededPartner> {
  const keyId = newId('key');
  const ref = randomText(16);
  await ctx.sql`
    INSERT INTO api_keys (id, company_id, kind, hash, last_four, ref, created_at)
    VALUES (${keyId}, ${companyId}, ${kind}, ${Buffer.from(keyId)}, 'abcd', ${ref}, ${ctx.clock.now()})`;
  return { companyId, keyId, ref, kind };
}

export interface EventOptions {
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

/** An event with one ticket type. */
export async function seedEvent(
  ctx: TestContext,
  options: EventOptions = {},
): Promise<{ eventId: string; ticketTypeId: string }> {
  const {
    test = false,
    startsAt = '2026-12-01T19:00:00Z',
    endsAt = '2026-12-01T22:00:00Z',
    currency = 'EUR',
  } = options;
  const reward = options.reward === undefined ? { kind: 'flat' as const, amountMinor: 500 } : options.reward;
  const eventId = newId(test ? 'sampleEvent' : 'event');
  const ticketTypeId = newId('ticketType');
  const organizerId = newId('organizer');
  const now = ctx.clock.now();
  await ctx.sql`INSERT INTO organizers (id, source, name, created_at) VALUES (${organizerId}, ${organizerId}, 'Organizer', ${now})`;
  await ctx.sql`
    INSERT INTO events (id, organizer_id, external_id, test, name, status, starts_at, ends_at, date, timezone, currency,
      reward_kind, reward_amount_minor, reward_percent, reward_currency, reward_budget_minor, created_at)
    VALUES (${eventId}, ${organizerId}, ${eventId}, ${test}, ${test ? 'TEST EVENT — NO REAL MONEY: Night' : 'A night'},
      ${options.status ?? 'scheduled'}, ${startsAt}, ${endsAt}, ${startsAt.slice(0, 10)}, 'Europe/Berlin', ${currency},
      ${reward?.kind ?? null}, ${reward?.kind === 'flat' ? reward.amountMinor : null},
      ${reward?.kind === 'percent' ? reward.percent : null}, ${reward?.kind === 'flat' ? currency : null},
      ${options.budgetMinor ?? null}, ${now})`;
  const priceMinor = options.priceMinor ?? 4000;
  await ctx.sql`
    INSERT INTO ticket_types (id, event_id, position, external_id, name, price_minor, total_minor, currency, capacity, inventory_updated_at)
    VALUES (${ticketTypeId}, ${eventId}, 1, '1', 'Standing', ${priceMinor}, ${options.totalMinor ?? priceMinor + 440}, ${currency},
      ${options.capacity ?? 1000}, ${now})`;
  return { eventId, ticketTypeId };
}

/** A paid order, as the orders' services leave it. */
export async function seedPaidOrder(
  ctx: TestContext,
  partner: SeededPartner | null,
  event: { eventId: string; ticketTypeId: string },
  options: { quantity?: number; subId?: string } = {},
): Promise<{ orderId: string; totalMinor: number }> {
  const { quantity = 1, subId = null } = options;
  const orderId = newId('order');
  const test = event.eventId.startsWith('evt_test_');
  const now = ctx.clock.now();
  const [row] = await ctx.sql<{ totalMinor: number }[]>`
    INSERT INTO orders (id, company_id, key_id, mode, source, event_id, ticket_type_id, quantity, unit_total_minor, total_minor,
      unit_price_minor, currency, status, sub_id, buyer_email, buyer_name, checkout_token, expires_at, hold_until, created_at)
    SELECT ${orderId}, ${partner?.companyId ?? null}, ${partner?.keyId ?? null}, ${test ? 'test' : 'live'}, 'buy_link', ${event.eventId},
      t.id, ${quantity}::int, t.total_minor, t.total_minor * ${quantity}::int, t.price_minor, t.currency, ${test ? 'test' : 'paid'}, ${subId},
      'buyer@example.com', 'Berta Buyer', ${randomText(32)}, ${now}, ${now}, ${now}
    FROM ticket_types t WHERE t.id = ${event.ticketTypeId}
    RETURNING total_minor`;
  if (!row) throw new Error('no such ticket type');
  return { orderId, totalMinor: row.totalMinor };
}

/** A paid order with its sale recorded. */
export async function seedSale(
  ctx: TestContext,
  partner: SeededPartner,
  event: { eventId: string; ticketTypeId: string },
  options: { quantity?: number; subId?: string } = {},
): Promise<{ orderId: string; totalMinor: number; saleId: string }> {
  const order = await seedPaidOrder(ctx, partner, event, options);
  const saleId = await ctx.sql.begin((tx) => recordSale(tx, order.orderId, ctx.clock.now()));
  if (!saleId) throw new Error('the order credits nobody');
  return { ...order, saleId };
}

/** Puts what is ready of a company on a statement, as a month's close does. */
export async function putOnStatement(sql: Sql, companyId: string, settlementId: string, before: Date): Promise<number> {
  const result = await sql`
    UPDATE earnings SET settlement_id = ${settlementId}
    WHERE company_id = ${companyId} AND mode = 'live' AND settles AND settlement_id IS NULL AND ready_at < ${before}
      AND status IN ('ready', 'reversed')`;
  return result.count;
}

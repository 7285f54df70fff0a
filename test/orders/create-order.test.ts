import { randomUUID } from 'node:crypto';
import { ProblemError } from '../../src/core/problems.js';
import type { Caller } from '../../src/core/viewer.js';
import { createOrder } from '../../src/orders/place-order.js';
import { type HoldRequest, holdTickets } from '../../src/orders/sql/ticket-holds.js';
import type { NewOrder } from '../../src/orders/wire.js';
import { connectDatabase } from '../../src/platform/database/database.js';
import { createTestContext, type TestContext, withProcessor } from '../support/context.js';
import { addEvent, addKey, addTicketType, openShop, type Shop } from '../support/data/build.js';
import { expireOrder } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';
import { somebodyWaits } from '../support/lock-waits.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  shop = await openShop(ctx);
});
afterAll(() => ctx.close());

function body(fields: Partial<NewOrder> = {}): NewOrder {
  return {
    event_id: shop.eventId,
    ticket_type_id: shop.ticketTypeId,
    quantity: 1,
    buyer_email: 'ada@example.org',
    buyer_name: 'Ada',
    ...fields,
  };
}

function order(fields: Partial<NewOrder> = {}, options: { key?: string; caller?: Caller; maxWaitMs?: number } = {}) {
  const { key = randomUUID(), caller = shop.live, maxWaitMs } = options;
  return createOrder(ctx, { caller, idempotencyKey: key, body: body(fields), maxWaitMs });
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (cause: unknown) => cause,
  );
  if (!(error instanceof ProblemError)) throw error;
  return error.code;
}

describe('a hold', () => {
  it('holds the tickets, answers the order and queues both messages', async () => {
    const { order: made, replayed } = await order({ quantity: 3, sub_id: 'click~1' });

    expect(replayed).toBe(false);
    expect(made).toEqual({
      object: 'order',
      mode: 'live',
      id: expect.stringMatching(/^ord_/),
      event_id: shop.eventId,
      quantity: 3,
      lines: [{ ticket_type_id: shop.ticketTypeId, quantity: 3 }],
      total: 37.5,
      currency: 'EUR',
      status: 'awaiting_payment',
      sub_id: 'click~1',
      checkout_url: expect.stringMatching(/^http:\/\/localhost:3000\/checkout\/\w{32}$/),
      expires_at: '2026-11-02T09:30:00.000Z',
      created_at: '2026-11-02T09:00:00.000Z',
      test: false,
      updated_at: expect.any(String),
      version: 1,
    });
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 3, sold: 0 });
    const messages =
      await ctx.sql`SELECT topic, key FROM outbox WHERE key IN (${made.id}, ${shop.eventId}) ORDER BY id`;
    expect([...messages]).toEqual([
      { topic: 'order.created', key: made.id },
      { topic: 'event.touched', key: shop.eventId },
    ]);
    const [row] = await ctx.sql`SELECT hold_until, source, buyer_email FROM orders WHERE id = ${made.id}`;
    expect(row).toEqual({
      holdUntil: new Date('2026-11-02T09:32:00.000Z'),
      source: 'api',
      buyerEmail: 'ada@example.org',
    });
  });

  it('gives the last tickets to exactly as many as there are, and all back after expiry', async () => {
    const last = await addTicketType(ctx, shop.eventId, { capacity: 50 });
    const calls = Array.from({ length: 200 }, () => order({ ticket_type_id: last }));
    const results = await Promise.allSettled(calls);

    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.order.id] : []));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as ProblemError).code] : [],
    );
    expect(made).toHaveLength(50);
    expect(refused).toEqual(Array(150).fill('tickets_unavailable'));
    expect(await stockOf(ctx.sql, last)).toEqual({ capacity: 50, held: 50, sold: 0 });
    expect(await stockByOrders(ctx.sql, last)).toEqual({ held: 50, sold: 0 });

    await Promise.all(made.map((orderId) => expireOrder(ctx, { orderId })));
    expect(await stockOf(ctx.sql, last)).toEqual({ capacity: 50, held: 0, sold: 0 });
  });

  it('never oversells to orders of several sizes and partners at once', async () => {
    const last = await addTicketType(ctx, shop.eventId, { capacity: 37 });
    const other = await openShop(ctx);
    const calls = Array.from({ length: 60 }, (_, index) =>
      order({ ticket_type_id: last, quantity: 1 + (index % 4) }, { caller: index % 2 ? shop.live : other.live }),
    );
    await Promise.allSettled(calls);

    const stock = await stockOf(ctx.sql, last);
    expect(stock.held).toBeGreaterThan(33);
    expect(stock.held).toBeLessThanOrEqual(37);
    expect(await stockByOrders(ctx.sql, last)).toEqual({ held: stock.held, sold: 0 });
  });
});

describe('a ticket type that another transaction has locked', () => {
  it('holds up no other, and its own orders wait until they know', async () => {
    const locked = await addTicketType(ctx, shop.eventId, { capacity: 2 });
    const others = await Promise.all(Array.from({ length: 20 }, () => addTicketType(ctx, shop.eventId, {})));
    const blocker = await ctx.sql.reserve();
    await blocker`BEGIN`;
    await blocker`UPDATE ticket_types SET name = 'Renamed' WHERE id = ${locked}`;
    const waiting = [1, 2, 3].map(() => order({ ticket_type_id: locked }));
    const free = await Promise.all(others.map((ticketTypeId) => order({ ticket_type_id: ticketTypeId })));
    expect(free).toHaveLength(20);
    await blocker`COMMIT`;
    blocker.release();
    const results = await Promise.allSettled(waiting);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await stockOf(ctx.sql, locked)).toMatchObject({ held: 2 });
  });
});

describe('an Idempotency-Key', () => {
  it('used fifty times at once gives one order and one hold', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => order({}, { key: 'fifty-times' })));

    expect(new Set(results.map((result) => result.order.id)).size).toBe(1);
    expect(results.filter((result) => !result.replayed)).toHaveLength(1);
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 1 });
  });

  it('used fifty times at once by two processes gives one order and one hold', async () => {
    const second = {
      ...ctx,
      sql: connectDatabase({
        url: ctx.databaseUrl,
        pool: 10,
        statementTimeoutMs: 20_000,
        name: 'second',
      }),
    };
    const input = { caller: shop.live, idempotencyKey: 'two-processes', body: body() };
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => createOrder(index % 2 ? second : ctx, input)),
    );
    await second.sql.end();

    expect(new Set(results.map((result) => result.order.id)).size).toBe(1);
    expect(results.filter((result) => !result.replayed)).toHaveLength(1);
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 1 });
  });

  it('answers the current order, also when the body contains the defaults', async () => {
    const { order: made } = await order({}, { key: 'as-it-is-now' });
    await expireOrder(ctx, { orderId: made.id });
    await ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${shop.eventId}`;

    const again = await order({ quantity: 1 }, { key: 'as-it-is-now' });
    expect(again).toMatchObject({ replayed: true, order: { id: made.id, status: 'expired' } });
    expect(again.order).not.toHaveProperty('checkout_url');
  });

  it.each<[string, Partial<NewOrder>]>([
    ['quantity', { quantity: 2 }],
    ['buyer', { buyer_email: 'grace@example.org' }],
    ['sub_id', { sub_id: 'x' }],
  ])('with another %s is refused', async (_, other) => {
    await order({}, { key: 'another-body' });
    expect(await codeOf(order(other, { key: 'another-body' }))).toBe('idempotency_key_reused');
  });

  it('is free again after a refusal', async () => {
    expect(await codeOf(order({ quantity: 9 }, { key: 'not-remembered' }))).toBe('quantity_over_limit');
    expect(await order({ quantity: 2 }, { key: 'not-remembered' })).toMatchObject({ replayed: false });
  });

  it('belongs to one company and one mode', async () => {
    const other = await openShop(ctx);
    const mine = await order({}, { key: 'same-name' });
    const theirs = await order({}, { key: 'same-name', caller: other.live });
    const sandbox = await order(
      { event_id: shop.sampleId, ticket_type_id: shop.sampleTicketTypeId },
      { key: 'same-name', caller: shop.test },
    );
    expect(new Set([mine, theirs, sandbox].map((result) => result.order.id)).size).toBe(3);
  });

  it('whose first call takes too long is in progress', async () => {
    const blocker = await ctx.sql.reserve();
    await blocker`BEGIN`;
    await blocker`SELECT FROM ticket_types WHERE id = ${shop.ticketTypeId} FOR UPDATE`;
    const first = order({}, { key: 'slow-first' });
    await waitFor(() => somebodyWaits(ctx.sql), { what: 'the first call to wait for the ticket type' });
    expect(await codeOf(order({}, { key: 'slow-first', maxWaitMs: 50 }))).toBe('idempotency_in_progress');
    await blocker`COMMIT`;
    blocker.release();
    expect((await first).replayed).toBe(false);
    expect((await order({}, { key: 'slow-first' })).replayed).toBe(true);
  });
});

describe('a refusal', () => {
  it.each<[string, Parameters<typeof addTicketType>[2], string]>([
    ['free tickets', { price_minor: 0, total_minor: 0 }, 'free_ticket'],
    ['sales that have not begun', { sales_from: new Date('2026-11-02T09:00:00.001Z') }, 'sales_not_open'],
    ['sales that are over', { sales_until: new Date('2026-11-02T09:00:00.000Z') }, 'sales_ended'],
    ['too few tickets left', { capacity: 1 }, 'tickets_unavailable'],
    ['more than one order may hold', { max_per_order: 1 }, 'quantity_over_limit'],
  ])('of %s', async (_, fields, code) => {
    const ticketTypeId = await addTicketType(ctx, shop.eventId, fields);
    expect(await codeOf(order({ ticket_type_id: ticketTypeId, quantity: 2 }))).toBe(code);
    expect((await stockOf(ctx.sql, ticketTypeId)).held).toBe(0);
  });

  it('names the most that one order may hold', async () => {
    await expect(order({ quantity: 9 })).rejects.toMatchObject({
      message: 'quantity: must be at most 8',
      errors: [{ field: 'quantity', message: 'must be at most 8' }],
    });
  });

  it.each(['cancelled', 'postponed', 'completed'])('of an event that is %s', async (status) => {
    await ctx.sql`UPDATE events SET status = ${status} WHERE id = ${shop.eventId}`;
    expect(await codeOf(order())).toBe('event_not_on_sale');
  });

  it('of a past event that is not marked yet', async () => {
    await ctx.sql`UPDATE events SET starts_at = '2026-11-02T03:00:00Z' WHERE id = ${shop.eventId}`;
    expect(await codeOf(order())).toBe('event_not_on_sale');
    await ctx.sql`UPDATE events SET starts_at = '2026-11-02T03:00:00.001Z' WHERE id = ${shop.eventId}`;
    await expect(order()).resolves.toMatchObject({ replayed: false });
  });

  it('of an event that only has a day, from the end of that day at the venue', async () => {
    await ctx.sql`UPDATE events SET starts_at = NULL, date = '2026-11-01', timezone = 'America/Los_Angeles' WHERE id = ${shop.eventId}`;
    expect(await codeOf(order())).toBe('event_not_on_sale');
    await ctx.sql`UPDATE events SET timezone = 'Etc/GMT+10' WHERE id = ${shop.eventId}`;
    await expect(order()).resolves.toMatchObject({ replayed: false });
  });

  it('of an unknown ticket type takes no transaction id', async () => {
    const now = ctx.clock.now();
    const terms = { ...shop.live, source: 'api', needsAccount: false } as const;
    const request: HoldRequest = {
      ...{ orderId: 'ord_none', unit: 'none', checkoutToken: 'none', idempotencyKey: 'none', requestHash: '' },
      ...{ eventId: shop.eventId, lines: [{ ticketTypeId: 'tkt_none', quantity: 1 }], subId: null, returnUrl: null },
      ...{ buyerEmail: 'ada@example.org', buyerName: 'Ada', requestId: null, traceparent: null },
    };
    await ctx.sql.begin(async (tx) => {
      const times = { now, expiresAt: now, holdUntil: now };
      expect(await holdTickets(tx, terms, times, [request], { wait: true })).toMatchObject([
        { orderId: 'ord_none', reached: false, totalMinor: null, updatedAt: null },
      ]);
      expect(await tx`SELECT pg_current_xact_id_if_assigned()::text AS id`).toMatchObject([{ id: null }]);
    });
  });

  it('of an event that the key cannot show', async () => {
    const hidden = await addEvent(ctx, { shared: false });
    expect(await codeOf(order({ event_id: hidden }))).toBe('unknown_event');
    expect(await codeOf(order({ event_id: 'evt_none' }))).toBe('unknown_event');
    expect(await codeOf(order({ event_id: shop.sampleId, ticket_type_id: shop.sampleTicketTypeId }))).toBe(
      'unknown_event',
    );
    expect(await codeOf(order({}, { caller: shop.test }))).toBe('unknown_event');
    expect(await codeOf(order({ ticket_type_id: shop.sampleTicketTypeId }))).toBe('unknown_ticket_type');
  });

  it.each([
    ['country', { countries: ['ES'], categories: null, payingOnly: false }],
    ['category', { countries: null, categories: ['sports'], payingOnly: false }],
    ['reward', { countries: null, categories: null, payingOnly: true }],
  ])('of an event outside the agreement by %s', async (_, agreement) => {
    expect(await codeOf(order({}, { caller: { ...shop.live, agreement } }))).toBe('unknown_event');
    await ctx.sql`UPDATE events SET country = 'ES', category = 'sports', reward_kind = 'percent', reward_percent = 5 WHERE id = ${shop.eventId}`;
    await expect(order({}, { caller: { ...shop.live, agreement } })).resolves.toMatchObject({ replayed: false });
  });

  it('of an event whose budget no longer holds the reward of one ticket, under an agreement of paying events', async () => {
    const caller = { ...shop.live, agreement: { countries: null, categories: null, payingOnly: true } };
    const left = (minor: number) => ctx.sql`
      UPDATE events SET reward_kind = 'percent', reward_percent = 5, reward_budget_minor = 1000, reward_spent_minor = ${1000 - minor}
      WHERE id = ${shop.eventId}`;
    await left(49);
    expect(await codeOf(order({}, { caller }))).toBe('unknown_event');
    await left(50);
    await expect(order({}, { caller })).resolves.toMatchObject({ replayed: false });
  });

  it('without the capability, or without a card processor for a live key', async () => {
    const plain = { ...(await addKey(ctx, shop.live.companyId, 'server')), capabilities: [] };
    expect(await codeOf(order({}, { caller: plain }))).toBe('capability_required');
    const closed = withProcessor(ctx, 'live', { enabled: false });
    const input = { caller: shop.live, idempotencyKey: 'no-processor', body: body() };
    expect(await codeOf(createOrder(closed, input))).toBe('payments_unavailable');
    const sample = body({ event_id: shop.sampleId, ticket_type_id: shop.sampleTicketTypeId });
    await expect(
      createOrder(closed, { caller: shop.test, idempotencyKey: 'no-processor', body: sample }),
    ).resolves.toMatchObject({ order: { test: true, mode: 'test', status: 'awaiting_payment' } });
  });
});

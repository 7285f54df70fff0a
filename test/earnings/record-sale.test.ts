import { recordSale } from '../../src/earnings/record-sale.js';
import { listEarningsOfSales } from '../../src/earnings/sql/earnings.js';
import { listEntriesOfSale } from '../../src/earnings/sql/ledger.js';
import { findSale } from '../../src/earnings/sql/sales.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPaidOrder, addPartner, addSale, addTicketedEvent } from '../support/data/build.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test('a fixed reward earns for every ticket, pending until 48 hours after the event', async () => {
  const partner = await addPartner(ctx);
  const { saleId } = await addSale(ctx, partner, await addTicketedEvent(ctx), { quantity: 3, subId: 'click-1' });
  const [earning] = await listEarningsOfSales(ctx.sql, [saleId]);
  expect(earning).toMatchObject({
    saleId,
    kind: 'sale',
    companyId: partner.companyId,
    keyId: partner.keyId,
    mode: 'live',
    subId: 'click-1',
    currency: 'EUR',
    commissionMinor: 1500,
    transactionMinor: 12_000,
    status: 'pending',
    reason: 'awaiting_event',
    approvesAt: new Date('2026-12-03T22:00:00Z'),
    readyAt: new Date('2026-12-10T22:00:00Z'),
  });
  expect(await listEntriesOfSale(ctx.sql, saleId)).toMatchObject([
    { earningId: earning?.id, kind: 'sale', commissionMinor: 1500, paidMinor: 13_320 },
  ]);
});

test("a share is of the ticket's own price when it was ordered, not of fees, nor of a later price", async () => {
  const event = await addTicketedEvent(ctx, { reward: { kind: 'percent', percent: 12.5 }, priceMinor: 1999 });
  const order = await addPaidOrder(ctx, await addPartner(ctx), event, { quantity: 2 });
  await ctx.sql`UPDATE ticket_types SET price_minor = 5000, total_minor = 6000 WHERE id = ${event.ticketTypeId}`;
  const saleId = await ctx.sql.begin((tx) => recordSale(tx, order.orderId, ctx.clock.now()));
  const [earning] = await listEarningsOfSales(ctx.sql, [saleId ?? '']);
  expect(earning).toMatchObject({ commissionMinor: 500, transactionMinor: 3998 });
  expect(await findSale(ctx.sql, saleId ?? '')).toMatchObject({
    rewardKind: 'percent',
    rewardPercent: 12.5,
    priceMinor: 3998,
  });
});

test('an event that pays nothing, or is cancelled, makes a sale without an earning', async () => {
  const partner = await addPartner(ctx);
  for (const options of [{ reward: null }, { status: 'cancelled' }, { priceMinor: 0, totalMinor: 0 }]) {
    const { saleId } = await addSale(ctx, partner, await addTicketedEvent(ctx, options));
    expect(await listEarningsOfSales(ctx.sql, [saleId])).toEqual([]);
    expect(await listEntriesOfSale(ctx.sql, saleId)).toEqual([]);
    expect(await findSale(ctx.sql, saleId)).toMatchObject({ commissionMinor: 0, rewardedQuantity: 0 });
  }
});

test('an order without credit makes no sale', async () => {
  const order = await addPaidOrder(ctx, null, await addTicketedEvent(ctx));
  expect(await ctx.sql.begin((tx) => recordSale(tx, order.orderId, ctx.clock.now()))).toBeNull();
});

test('an order becomes a sale once', async () => {
  const { orderId } = await addSale(ctx, await addPartner(ctx), await addTicketedEvent(ctx));
  await expect(ctx.sql.begin((tx) => recordSale(tx, orderId, ctx.clock.now()))).rejects.toThrow('sales_order_id_key');
});

test('a postponed event has no clock yet', async () => {
  const { saleId } = await addSale(ctx, await addPartner(ctx), await addTicketedEvent(ctx, { status: 'postponed' }));
  expect(await listEarningsOfSales(ctx.sql, [saleId])).toMatchObject([
    { status: 'pending', approvesAt: null, readyAt: null },
  ]);
});

test('50 sales at once draw a budget exactly once, whole tickets only, and leave word that it is spent', async () => {
  const partner = await addPartner(ctx);
  const event = await addTicketedEvent(ctx, { budgetMinor: 11_700 });
  const orders = await Promise.all(
    Array.from({ length: 50 }, (_, n) => addPaidOrder(ctx, partner, event, { quantity: 1 + (n % 3) })),
  );
  await ctx.sql`DELETE FROM outbox`;
  await Promise.all(orders.map(({ orderId }) => ctx.sql.begin((tx) => recordSale(tx, orderId, ctx.clock.now()))));
  const [sums] = await ctx.sql<{ spent: number; earned: number; tickets: number; sales: number; partly: number }[]>`
    SELECT (SELECT reward_spent_minor FROM events WHERE id = ${event.eventId}) AS spent, sum(commission_minor)::bigint AS earned,
           sum(rewarded_quantity)::int AS tickets, count(*)::int AS sales,
           count(*) FILTER (WHERE rewarded_quantity BETWEEN 1 AND quantity - 1)::int AS partly
    FROM sales WHERE event_id = ${event.eventId}`;
  expect(sums).toMatchObject({ spent: 11_500, earned: 11_500, tickets: 23, sales: 50 });
  expect(sums?.partly).toBeLessThanOrEqual(1);
  const touched = await ctx.sql`SELECT FROM outbox WHERE topic = 'event.touched' AND key = ${event.eventId}`;
  expect(touched.length).toBeGreaterThan(0);
});

import { payOrder } from '../../src/orders/pay-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { stockOf } from '../support/data/stock.js';
import { refundBuyers } from '../support/data/tickets.js';

let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  shop = await openShop(ctx, { capacity: 20 });
});
afterAll(() => ctx.close());

const order = async (quantity: number): Promise<string> => (await placeOrder(ctx, shop, quantity)).id;

async function paid(quantity: number): Promise<string> {
  const id = await order(quantity);
  await payOrder(ctx, { orderId: id, paymentReference: `pay_${id}` });
  return id;
}

const cancel = () => ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${shop.eventId}`;
const statusOf = async (id: string) => (await ctx.sql`SELECT status FROM orders WHERE id = ${id}`)[0]?.status;

it('gives back what every buyer of a cancelled event still has to get, once', async () => {
  const whole = await paid(2);
  const part = await paid(3);
  await refundOrder(ctx, { orderId: part, requestKey: 'earlier', tickets: 1 });
  const unpaid = await order(1);
  await cancel();
  await refundBuyers(ctx, shop.eventId);
  expect(await Promise.all([whole, part, unpaid].map(statusOf))).toEqual(['refunded', 'refunded', 'cancelled']);
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
  await refundBuyers(ctx, shop.eventId);
  const refunds = await ctx.sql`SELECT amount_minor FROM refunds WHERE order_id IN ${ctx.sql([whole, part])}`;
  expect(refunds.map((refund) => refund.amountMinor).sort()).toEqual([1250, 2500, 2500]);
});

it('leaves partners the reason that the event was cancelled', async () => {
  await ctx.sql`UPDATE events SET reward_kind = 'flat', reward_amount_minor = 100, reward_currency = 'EUR' WHERE id = ${shop.eventId}`;
  await paid(2);
  await cancel();
  await refundBuyers(ctx, shop.eventId);
  const earnings = await ctx.sql`SELECT status, reason FROM earnings WHERE event_id = ${shop.eventId}`;
  expect(earnings).toEqual([{ status: 'reversed', reason: 'event_cancelled' }]);
});

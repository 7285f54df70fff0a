import { once } from 'node:events';
import { createServer } from 'node:net';
import { cancelOrder, endHolds, endOverdueHolds } from '../../src/orders/end-hold.js';
import { refundJob } from '../../src/orders/jobs.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { HOLD_MINUTES } from '../../src/platform/config/environment.js';
import { waitingTopics } from '../../src/platform/outbox/messages.js';
import { startRelay } from '../../src/platform/outbox/relay.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { refundWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addTicketType, openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';
import { checkJob, drainOf, jobDrains } from '../support/jobs.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let shop: Shop;

beforeEach(async () => {
  ctx = await createTestContext();
  shop = await openShop(ctx, { capacity: 10_000 });
});
afterEach(async () => {
  // Whatever a test did.
  const { held, sold, capacity } = await stockOf(ctx.sql, shop.ticketTypeId);
  expect({ held, sold }).toEqual(await stockByOrders(ctx.sql, shop.ticketTypeId));
  expect(held + sold).toBeLessThanOrEqual(capacity);
  await ctx.close();
});

const toTheEnd = (lateMs = 0) => ctx.clock.advance(HOLD_MINUTES * 60_000 + lateMs);
const place = (count: number) => Promise.all(Array.from({ length: count }, () => placeOrder(ctx, shop)));
const pay = (orderId: string) => payOrder(ctx, { orderId, paymentReference: `pay_${orderId}` });
const statuses = async () => {
  const rows = await ctx.sql<{ status: string; count: number }[]>`
    SELECT status, count(*)::int AS count FROM orders GROUP BY status ORDER BY status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
const idOf = ({ id }: { id: string }) => id;

it('releases holds that are ten seconds overdue within seconds, by the relay alone, while Temporal is away', async () => {
  await place(2_000);
  const { held } = await stockOf(ctx.sql, shop.ticketTypeId);
  expect(held).toBe(2_000);
  const port = createServer().listen(0, '127.0.0.1');
  await once(port, 'listening');
  const address = port.address() as { port: number };
  port.close();
  const { temporal: settings } = ctx.config;
  const away = { ...ctx.config, temporal: { ...settings, address: `127.0.0.1:${address.port}` } };
  const temporal = createTemporalClient(away, 1_000);
  const relay = startRelay(ctx.log, {
    // The message that the holds leave for the listings stays.
    drains: jobDrains(ctx, temporal).filter(({ topic }) => topic !== 'event.touched'),
    look: () => waitingTopics(ctx.sql, ctx.clock.now()),
  });
  try {
    toTheEnd(10_000);
    const from = performance.now();
    await waitFor(async () => (await statuses()).expired === 2_000, { what: 'all holds to end' });
    expect(performance.now() - from).toBeLessThan(20_000);
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
    const touched = await ctx.sql`SELECT DISTINCT key FROM outbox WHERE topic = 'event.touched'`;
    expect(touched.map(({ key }) => key)).toEqual([shop.eventId]);
  } finally {
    await relay.stop();
    await temporal.close();
  }
}, 60_000);

it('leaves a running hold, and a hold that its workflow may still end', async () => {
  const [order] = await place(1);
  toTheEnd(-1);
  expect(await endHolds(ctx, [idOf(order as never)])).toMatchObject([{ status: 'awaiting_payment' }]);
  ctx.clock.advance(1 + 9_999);
  expect(await endOverdueHolds(ctx)).toEqual({ ended: 0 });
  ctx.clock.advance(1);
  expect(await endOverdueHolds(ctx)).toEqual({ ended: 1 });
  expect(await endOverdueHolds(ctx)).toEqual({ ended: 0 });
});

it('ends only the unpaid ones of many', async () => {
  const ids = (await place(9)).map(idOf);
  await Promise.all(ids.slice(0, 3).map(pay));
  await Promise.all(ids.slice(3, 6).map((orderId) => cancelOrder(ctx, { caller: shop.live, orderId })));
  toTheEnd();
  const ended = await endHolds(ctx, [...ids, 'ord_unknown']);
  expect(ended.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill('cancelled'),
    ...Array(3).fill('expired'),
    ...Array(3).fill('paid'),
  ]);
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 3 });
});

it('takes a payment of the last millisecond, and gives the tickets back at the end', async () => {
  const [early, late] = (await place(2)).map(idOf) as [string, string];
  toTheEnd(-1);
  expect(await endHolds(ctx, [early])).toMatchObject([{ status: 'awaiting_payment' }]);
  expect(await pay(early)).toMatchObject({ outcome: 'paid' });
  ctx.clock.advance(1);
  expect(await endHolds(ctx, [early, late])).toHaveLength(2);
  expect(await statuses()).toEqual({ expired: 1, paid: 1 });
});

it('skips an order that a payment has locked, and ends the others', async () => {
  const ids = (await place(3)).map(idOf);
  toTheEnd(10_000);
  await ctx.sql.begin(async (tx) => {
    await tx`SELECT FROM orders WHERE id = ${ids[0] ?? ''} FOR UPDATE`;
    expect(await endOverdueHolds(ctx)).toEqual({ ended: 2 });
    expect(await endHolds(ctx, ids)).toContainEqual(expect.objectContaining({ status: 'awaiting_payment' }));
  });
  expect(await endOverdueHolds(ctx)).toEqual({ ended: 1 });
});

it('waits for no other: several workers, payments and cancellations of two ticket types at once neither stop nor double', async () => {
  const second = await addTicketType(ctx, shop.eventId, { capacity: 10_000 });
  const other = { ...shop, ticketTypeId: second };
  const ids = (await Promise.all(Array.from({ length: 400 }, (_, n) => placeOrder(ctx, n % 2 ? shop : other)))).map(
    idOf,
  );
  toTheEnd(10_000);
  const late = await Promise.all([
    ...Array.from({ length: 4 }, () => endOverdueHolds(ctx)),
    ...ids.slice(0, 50).map(async (id) => void (await pay(id))),
    ...ids.slice(50, 100).map((orderId) =>
      cancelOrder(ctx, { caller: shop.live, orderId }).then(
        () => 0,
        () => 0,
      ),
    ),
    endHolds(ctx, ids.slice(60, 200)).then(() => 0),
  ]);
  expect(late).toHaveLength(105);
  while ((await endOverdueHolds(ctx)).ended > 0);
  const { paid = 0, expired = 0, cancelled = 0 } = await statuses();
  expect(paid + expired + cancelled).toBe(400);
  expect(paid).toBe(50);
  for (const ticketTypeId of [shop.ticketTypeId, second]) {
    const { held, sold } = await stockOf(ctx.sql, ticketTypeId);
    expect({ held, sold }).toEqual(await stockByOrders(ctx.sql, ticketTypeId));
    expect(held).toBe(0);
  }
});

it('sends a refund without a workflow while Temporal takes no starts', async () => {
  const [id = ''] = (await place(1)).map(idOf);
  await cancelOrder(ctx, { caller: shop.live, orderId: id });
  expect(await pay(id)).toMatchObject({ outcome: 'given_back' });
  const temporal = { ...createTemporalClient(ctx.config), call: () => Promise.reject(new Error('interrupted')) };
  expect(await drainOf(ctx, temporal, refundJob).run()).toMatchObject({ done: 1, failed: 0 });
  const [refund] = await ctx.sql`SELECT sent_at FROM refunds WHERE order_id = ${id}`;
  expect(refund?.sentAt).toBeInstanceOf(Date);
  await temporal.close();
});

it('sends a refund without a workflow where Temporal takes the start and runs nothing', async () => {
  const [id = ''] = (await place(1)).map(idOf);
  await cancelOrder(ctx, { caller: shop.live, orderId: id });
  expect(await pay(id)).toMatchObject({ outcome: 'given_back' });
  const temporal = createTemporalClient(ctx.config);
  const refund = async () => (await ctx.sql`SELECT id, sent_at FROM refunds WHERE order_id = ${id}`)[0];
  await ctx.sql`DELETE FROM outbox WHERE topic = 'refund.requested'`;
  ctx.clock.advance(61_000);
  await checkJob(ctx, { ...temporal, queue: () => 'nobody' }, refundJob);
  expect((await refund())?.sentAt).toBeNull();
  ctx.clock.advance(60_000);
  await checkJob(ctx, { ...temporal, queue: () => 'nobody' }, refundJob);
  expect((await refund())?.sentAt).toBeInstanceOf(Date);
  await temporal.client.workflow.getHandle(refundWorkflowId((await refund())?.id)).terminate();
  await temporal.close();
});

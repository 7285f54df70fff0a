import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { mendRefund } from '../../src/orders/send-refund.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { type BacklogReading, readBacklog } from '../../worker/backlog.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { buyTickets } from '../support/data/tickets.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';

let ctx: TestContext;
let shop: Shop;
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  await ctx.sql`DELETE FROM outbox`;
});
afterEach(() => ctx.close());

const read = async (): Promise<Record<string, number>> => {
  const named = ({ name, label, value }: BacklogReading) => [label ? `${name} ${label}` : name, value];
  return Object.fromEntries((await readBacklog(ctx.sql, ctx.clock.now())).map(named));
};

it('is nothing where nothing waits', async () => {
  const found = await read();
  for (const [name, value] of Object.entries(found))
    if (!name.startsWith('endpoints')) expect([name, value]).toEqual([name, 0]);
  expect(found).not.toHaveProperty('settlement_last_close_timestamp_seconds');
});

it('counts waiting work and its age', async () => {
  await enqueue(ctx.sql, 'order.closed', ['a', 'b'], ctx.clock.now());
  await addWebhook(ctx, { key: shop.live.keyId, url: 'http://127.0.0.1:9/hook' });
  await touchEvents(ctx, [shop.eventId], { name: 'Another' });
  await writeDeliveries(ctx);
  await placeOrder(ctx, shop);
  await buyTickets(ctx, shop);
  await ctx.sql`DELETE FROM outbox WHERE topic <> 'order.closed' OR key NOT IN ('a', 'b')`;
  await ctx.sql`
    INSERT INTO settlement_runs (key, kind, month, requested_by, reason, status, started_at, finished_at)
    VALUES ('a', 'close', '2026-09', 'test', 'test', 'finished', ${ctx.clock.now()}, ${ctx.clock.now()}),
           ('b', 'close', '2026-10', 'test', 'test', 'running', ${ctx.clock.now()}, NULL)`;
  const finished = ctx.clock.now().getTime() / 1_000;
  ctx.clock.advance(3_600_000);
  expect(await read()).toMatchObject({
    'outbox_messages order.closed': 2,
    'outbox_oldest_seconds order.closed': 3_600,
    deliveries_waiting: 1,
    deliveries_overdue_seconds: 3_600,
    deliveries_oldest_seconds: 3_600,
    'endpoints ok': 1,
    holds_open: 1,
    holds_overdue_seconds: 3_600 - 32 * 60,
    ticket_mails_waiting: 1,
    ticket_mails_late_orders: 1,
    settlement_closes_running: 1,
    settlement_close_oldest_seconds: 3_600,
    settlement_last_close_timestamp_seconds: finished,
  });
});

it('counts failed refunds until an operator has handled them, and does not wait for them', async () => {
  const order = await buyTickets(ctx, shop);
  for (const id of ['rfd_1', 'rfd_2', 'rfd_3']) {
    await ctx.sql`
      INSERT INTO refunds (id, order_id, request_key, payment_reference, quantity, amount_minor, currency, reason, state, created_at)
      VALUES (${id}, ${order}, ${id}, 'sim_pay', 0, 1, 'EUR', 'requested', ${id === 'rfd_3' ? null : 'failed'}, ${ctx.clock.now()})`;
  }
  expect(await read()).toMatchObject({ refunds_failed: 2, refunds_unsent: 1 });
  await ctx.sql`UPDATE orders SET mode = 'test' WHERE id = ${order}`;
  expect(await read()).toMatchObject({ refunds_failed: 0 });
  await ctx.sql`UPDATE orders SET mode = 'live' WHERE id = ${order}`;
  await mendRefund(ctx, 'rfd_1', 'settle');
  await expect(mendRefund(ctx, 'rfd_1', 'retry')).rejects.toThrow('is settled');
  expect(await read()).toMatchObject({ refunds_failed: 1, refunds_unsent: 1 });
  await mendRefund(ctx, 'rfd_2', 'retry');
  expect(await read()).toMatchObject({ refunds_failed: 0, refunds_unsent: 2 });
});

it('says how long a month has waited for its close, whatever else was closed', async () => {
  const closed = (month: string, company: string | null) => ctx.sql`
    INSERT INTO settlement_runs (key, kind, month, company_id, requested_by, reason, status, result, started_at, finished_at)
    VALUES (${`${month}/${company}`}, 'close', ${month}, ${company}, 'test', 'test', 'finished', '{"refused": 2}', now(), now())`;
  expect((await read()).settlement_close_overdue_seconds ?? 0).toBe(0);
  await setTerms(ctx, {
    company: shop.live.companyId,
    method: 'bank_transfer',
    netDays: 0,
    minimum: 0,
    reference: null,
  });
  // The company is younger than the month's end.
  expect((await read()).settlement_close_overdue_seconds ?? 0).toBe(0);
  ctx.clock.set('2026-12-01T02:00:00.000Z');
  expect((await read()).settlement_close_overdue_seconds).toBe(7_200);
  await closed('2026-10', null);
  await closed('2026-11', shop.live.companyId);
  expect((await read()).settlement_close_overdue_seconds).toBe(7_200);
  await closed('2026-11', null);
  expect(await read()).not.toHaveProperty('settlement_close_overdue_seconds');
  expect((await read()).settlement_statements_refused).toBe(2);
});

it('counts the mails that were refused in the last day', async () => {
  await buyTickets(ctx, shop);
  await ctx.sql`UPDATE ticket_mails SET state = 'refused', ended_at = ${ctx.clock.now()}`;
  expect(await read()).toMatchObject({ 'mails_refused buyers': 1 });
  ctx.clock.advance(25 * 3_600_000);
  expect(await read()).not.toHaveProperty('mails_refused buyers');
});

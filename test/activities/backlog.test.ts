import { type BacklogReading, readBacklog } from '../../activities/backlog.js';
import { addWebhook } from '../../src/deliveries/add-webhook.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { placeOrder } from '../support/holds.js';
import { openShop, type Shop } from '../support/shop.js';
import { touchEvents, writeDeliveries } from '../support/telling.js';
import { buyTickets } from '../support/tickets.js';

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

it('counts what waits and says for how long', async () => {
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

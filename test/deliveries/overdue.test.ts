import { addWebhook } from '../../src/deliveries/add-webhook.js';
import { countOverdue, listOverdue } from '../../src/deliveries/sql/waiting-deliveries.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, openShop } from '../support/shop.js';
import { touchEvents, writeDeliveries } from '../support/telling.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
});
afterAll(() => ctx.close());

test('behind a backlog the sweeper looks at another share of the overdue deliveries each time, and at all of them in turn', async () => {
  const { live } = await openShop(ctx);
  await addWebhook(ctx, { key: live.keyId, url: 'http://127.0.0.1:9/hook' });
  const events = await Promise.all(Array.from({ length: 30 }, () => addEvent(ctx, {})));
  await touchEvents(ctx, events);
  const written = await writeDeliveries(ctx);
  expect(written).toHaveLength(30);
  // First attempts are never the sweeper's.
  expect(await countOverdue(ctx.sql, new Date(ctx.clock.now().getTime() + 1_000))).toBe(0);
  await ctx.sql`UPDATE deliveries SET attempt = 1, last_outcome = 'http_5xx'`;

  const later = new Date(ctx.clock.now().getTime() + 1_000);
  expect(await countOverdue(ctx.sql, later)).toBe(30);
  const shares = await Promise.all([0, 1, 2].map((nth) => listOverdue(ctx.sql, later, { nth, shares: 3 })));
  expect(
    shares
      .flat()
      .map((one) => one.id)
      .sort(),
  ).toEqual([...written].sort());
  expect(Math.max(...shares.map((share) => share.length))).toBeLessThan(30);
  expect(await listOverdue(ctx.sql, later, { nth: 0, shares: 1 })).toHaveLength(30);
  expect(await countOverdue(ctx.sql, ctx.clock.now())).toBe(0);
});

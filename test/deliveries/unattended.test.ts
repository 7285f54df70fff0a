import { addWebhook } from '../../src/deliveries/add-webhook.js';
import { wakeUnattended } from '../../src/deliveries/sweep-deliveries.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/shop.js';

let ctx: TestContext;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestContext({ now: '2026-11-02T09:00:00.000Z' });
  shop = await openShop(ctx);
});
afterAll(() => ctx.close());

/** An endpoint whose workflow comes next at `round`, with a delivery after so many attempts, if any. */
async function endpoint(round: string | null, attempt: number | null): Promise<string> {
  const { id } = await addWebhook(ctx, { key: shop.live.keyId, url: `https://hooks.example.com/${Math.random()}` });
  await ctx.sql`UPDATE delivery_endpoints SET next_round_at = ${round} WHERE id = ${id}`;
  if (attempt !== null) {
    await ctx.sql`
      INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, content, state, attempt, last_outcome, next_attempt_at, created_at)
      VALUES (${`dlv_${id}`}, ${`chg_${id}`}, 1, ${id}, '', 'pending', ${attempt}, 'timeout', ${round ?? '2026-11-02T09:00:30Z'}, ${ctx.clock.now()})`;
  }
  return id;
}

test('the sweeper announces endpoints whose workflow was lost or has nothing to do, and no others', async () => {
  const overdue = await endpoint('2026-11-02T08:59:00Z', 1);
  const none = await endpoint(null, 3);
  const idle = await endpoint('2026-11-03T09:00:00Z', null);
  await endpoint('2026-11-02T08:59:50Z', 1);
  await endpoint('2026-11-02T10:00:00Z', 2);
  await endpoint(null, 0);
  await endpoint(null, null);

  expect(await wakeUnattended(ctx)).toBe(3);
  const announced = await ctx.sql<{ key: string }[]>`SELECT key FROM outbox WHERE topic = 'endpoint.retries'`;
  expect(announced.map(({ key }) => key).sort()).toEqual([overdue, none, idle].sort());

  // Temporal is away or behind: what waits there is not announced again and again.
  expect(await wakeUnattended(ctx)).toBe(0);
});

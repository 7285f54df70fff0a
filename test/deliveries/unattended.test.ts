import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { endpointRetriesJob } from '../../src/deliveries/jobs.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { endpointDeliveriesWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { addDelivery } from '../support/data/deliveries.js';
import { checkJob } from '../support/jobs.js';

let ctx: TestContext;
let shop: Shop;
let temporal: TemporalClient;
beforeAll(async () => {
  ctx = await createTestContext({ now: '2026-11-02T09:00:00.000Z' });
  shop = await openShop(ctx);
  temporal = createTemporalClient(ctx.config);
});
afterAll(async () => {
  await temporal.close();
  await ctx.close();
});

/** An endpoint whose workflow comes next at `round`, with a delivery after these attempts, if any. */
async function endpoint(round: string | null, attempt: number | null): Promise<string> {
  const { id } = await addWebhook(ctx, { key: shop.live.keyId, url: `https://hooks.example.com/${Math.random()}` });
  await ctx.sql`UPDATE delivery_endpoints SET next_round_at = ${round} WHERE id = ${id}`;
  const nextAttemptAt = new Date(round ?? '2026-11-02T09:00:30Z');
  if (attempt !== null) await addDelivery(ctx, { endpointId: id, attempt, nextAttemptAt });
  return id;
}

const runs = (id: string) =>
  temporal.client.workflow
    .getHandle(endpointDeliveriesWorkflowId(id))
    .describe()
    .then(
      ({ status }) => status.name === 'RUNNING',
      () => false,
    );

test('an endpoint gets its workflow again if its round is overdue or it has something to do without one', async () => {
  const lost = [
    await endpoint('2026-11-02T08:58:50Z', 1),
    await endpoint(null, 3),
    // It expects a round although nothing waits: the workflow ends that.
    await endpoint('2026-11-03T09:00:00Z', null),
  ];
  const others = [
    await endpoint('2026-11-02T08:59:30Z', 1),
    await endpoint('2026-11-02T10:00:00Z', 2),
    await endpoint(null, 0),
    await endpoint(null, null),
  ];
  expect(await checkJob(ctx, temporal, endpointRetriesJob)).toBe(lost.length);
  expect(await Promise.all(lost.map(runs))).toEqual([true, true, true]);
  expect(await Promise.all(others.map(runs))).toEqual([false, false, false, false]);
  await Promise.all(lost.map((id) => temporal.client.workflow.getHandle(endpointDeliveriesWorkflowId(id)).terminate()));
});

import { endpointRetriesJob } from '../../src/deliveries/jobs.js';
import { wakeUnattended } from '../../src/deliveries/wake-unattended.js';
import { addWebhook } from '../../src/endpoints/add-endpoint.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { endpointDeliveriesWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { drainOf } from '../support/jobs.js';
import { waitFor } from '../support/wait-for.js';

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

/** Its workflow runs, as far as the list of workflows knows. */
async function attended(id: string): Promise<string> {
  await ctx.sql.begin((tx) => enqueue(tx, 'endpoint.retries', [id], ctx.clock.now()));
  await drainOf(ctx, temporal, endpointRetriesJob).run();
  const query = `EndpointId = '${id}' AND ExecutionStatus = 'Running'`;
  await waitFor(async () => (await temporal.client.workflow.count(query)).count === 1, {
    what: 'the list of workflows',
  });
  return id;
}

const announced = async () => (await takeAnnounced()).map(({ key }) => key).sort();
const takeAnnounced = () =>
  ctx.sql<{ key: string }[]>`DELETE FROM outbox WHERE topic = 'endpoint.retries' RETURNING key`;

test('the sweeper announces endpoints whose workflow was lost or has nothing to do, and no others', async () => {
  const overdue = await endpoint('2026-11-02T08:59:00Z', 1);
  const none = await endpoint(null, 3);
  const idle = await endpoint('2026-11-03T09:00:00Z', null);
  const gone = await endpoint('2026-11-02T10:00:00Z', 2);
  const late = await attended(await endpoint('2026-11-02T08:59:50Z', 1));
  const far = await attended(await endpoint('2026-11-02T21:00:00Z', 6));
  await endpoint(null, 0);
  await endpoint(null, null);

  expect(await wakeUnattended(ctx, temporal)).toBe(4);
  // Temporal is away or behind: what waits there is not announced again and again.
  expect(await wakeUnattended(ctx, temporal)).toBe(0);
  expect(await announced()).toEqual([overdue, none, idle, gone].sort());

  await temporal.client.workflow.getHandle(endpointDeliveriesWorkflowId(far)).terminate();
  await waitFor(async () => {
    await wakeUnattended(ctx, temporal);
    return (await announced()).includes(far);
  });
  await temporal.client.workflow.getHandle(endpointDeliveriesWorkflowId(late)).terminate();
});

// Some twenty seconds: a killed worker is missed only when its workflow task times out.
import { getOrder } from '../../src/orders/get-order.js';
import { HOLD_MINUTES } from '../../src/platform/config/environment.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { orderHoldWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { holdResult, placeOrder } from '../support/data/holds.js';
import { stockOf } from '../support/data/stock.js';
import { kill, spawnWorker } from '../support/system/worker-process.js';
import { deleteSchedules } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let temporal: TemporalClient;
let shop: Shop;

beforeEach(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
  temporal = createTemporalClient(ctx.config);
  shop = await openShop(ctx);
});
afterEach(async () => {
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
});

it('goes on where it was when its worker is killed and another one comes', async () => {
  const first = await spawnWorker(ctx);
  // Its hold ends in six seconds.
  ctx.clock.set(new Date(Date.now() - HOLD_MINUTES * 60_000 + 6_000));
  const { id } = await placeOrder(ctx, shop, 2);
  // However long the rest takes: while the order is locked, the first worker cannot end the hold.
  const lock = await ctx.sql.reserve();
  await lock`BEGIN`;
  await lock`SELECT FROM orders WHERE id = ${id} FOR UPDATE`;
  await waitFor(async () => {
    const { events } = await temporal.client.workflow.getHandle(orderHoldWorkflowId(id)).fetchHistory();
    return events?.some((event) => event.timerStartedEventAttributes || event.activityTaskScheduledEventAttributes);
  });
  await kill(first);
  await lock`ROLLBACK`;
  lock.release();
  expect(await getOrder(ctx, { caller: shop.live, orderId: id })).toMatchObject({ status: 'awaiting_payment' });

  const second = await spawnWorker(ctx);
  try {
    expect(await holdResult(temporal, id)).toEqual({ status: 'expired' });
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
  } finally {
    await kill(second);
  }
});

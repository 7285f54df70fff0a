// Several seconds: a cancelled event's refunds, with the workers that take part in them.
import { updateEvent } from '../../src/catalogue/update-event.js';
import {
  advanceEventRefunds,
  listEventRefunds,
  pauseEventRefunds,
  resumeEventRefunds,
} from '../../src/orders/event-refunds.js';
import { eventRefundsJob, refundJob } from '../../src/orders/jobs.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { endEventRefunds, openEventRefunds } from '../../src/orders/sql/event-refunds.js';
import type { EventRefundsStep } from '../../src/orders/workflow.js';
import type { MailPort } from '../../src/platform/mail/transport/port.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { eventRefundsWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { buyTickets, refundBuyers } from '../support/data/tickets.js';
import { checkJob, failuresOf, jobDrains } from '../support/jobs.js';
import { deleteSchedules, pauseClock, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

const HOUR = 3_600_000;

let ctx: TestContext;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
});
beforeEach(async () => {
  shop = await openShop(ctx, { capacity: 500 });
  await ctx.sql`DELETE FROM outbox`;
  await ctx.sql`DELETE FROM event_refunds`;
});
afterAll(() => ctx.close());

const cancel = () => updateEvent(ctx, shop.eventId, { status: 'cancelled' });
const advance = (after = '') => advanceEventRefunds(ctx, { eventId: shop.eventId, after });
const refundsOf = async () => {
  const rows = await ctx.sql<{ amountMinor: number }[]>`
    SELECT amount_minor FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.event_id = ${shop.eventId} ORDER BY r.created_at, r.id`;
  return rows.map(({ amountMinor }) => amountMinor);
};
/** Opened as the relay does it, without a workflow. */
const open = (cancelledAt = ctx.clock.now()) =>
  openEventRefunds(ctx.sql, {
    eventId: shop.eventId,
    cancelledAt,
    dueAt: new Date(cancelledAt.getTime() + ctx.config.autoRefundAfterMs),
  });

describe('decisions of the database', () => {
  it('refunds no order before the delay is over, and each order once then', async () => {
    await buyTickets(ctx, shop, { quantity: 2 });
    const part = await buyTickets(ctx, shop, { quantity: 3 });
    await refundOrder(ctx, { orderId: part, requestKey: 'earlier', tickets: 1 });
    const unpaid = await placeOrder(ctx, shop);
    await cancel();
    await open();
    expect(await advance()).toMatchObject({ state: 'waiting', waitMs: 24 * HOUR, waiting: 2, refunded: 0 });
    expect(await refundsOf()).toEqual([1250]);
    ctx.clock.advance(24 * HOUR);
    expect(await advance()).toMatchObject({ state: 'refunded', waitMs: null, waiting: 0, refunded: 2 });
    expect((await refundsOf()).sort()).toEqual([1250, 2500, 2500]);
    expect(await ctx.sql`SELECT status FROM orders WHERE id = ${unpaid.id}`).toEqual([{ status: 'cancelled' }]);
    expect(await advance()).toMatchObject({ state: 'refunded', waitMs: null });
    expect(await refundsOf()).toHaveLength(3);
  });

  it('repeated and concurrent steps refund no order twice', async () => {
    for (let n = 0; n < 12; n += 1) await buyTickets(ctx, shop);
    await cancel();
    await open();
    ctx.clock.advance(24 * HOUR);
    const all = await Promise.all([advance(), advance(), advance()]);
    expect(all.map(({ state }) => state)).toEqual(['refunded', 'refunded', 'refunded']);
    expect(await refundsOf()).toEqual(Array(12).fill(1250));
  });

  it('a paused run refunds no order; the pause takes effect between two orders', async () => {
    for (let n = 0; n < 3; n += 1) await buyTickets(ctx, shop);
    await cancel();
    await open();
    ctx.clock.advance(24 * HOUR);
    const pausedAfterOne = waitFor(async () => (await refundsOf()).length === 1).then(() =>
      pauseEventRefunds(ctx, shop.eventId),
    );
    // The second order waits for a lock until the pause has taken hold.
    const [second] = await ctx.sql<
      { id: string }[]
    >`SELECT id FROM orders WHERE event_id = ${shop.eventId} ORDER BY id OFFSET 1 LIMIT 1`;
    let step: Promise<EventRefundsStep> | undefined;
    await ctx.sql.begin(async (tx) => {
      await tx`SELECT FROM orders WHERE id = ${second?.id ?? ''} FOR UPDATE`;
      step = advance();
      await pausedAfterOne;
    });
    expect(await step).toMatchObject({ state: 'refunding', waiting: 2, refunded: 1 });
    expect(await advance()).toMatchObject({ state: 'paused', waitMs: null, pausedBy: 'test' });
    expect(await refundsOf()).toHaveLength(1);
    await resumeEventRefunds(ctx, shop.eventId, { now: false });
    expect(await advance()).toMatchObject({ state: 'refunded' });
    expect(await refundsOf()).toHaveLength(3);
  });

  it('a pause that changes nothing leaves no line in the audit log', async () => {
    await buyTickets(ctx, shop);
    await cancel();
    await open();
    const lines = async () => {
      const rows = await ctx.sql<{ action: string }[]>`
        SELECT action FROM audit_log WHERE object_id = ${shop.eventId} AND action LIKE 'event.%_refunds' ORDER BY at, id`;
      return rows.map(({ action }) => action);
    };
    await resumeEventRefunds(ctx, shop.eventId, { now: false });
    for (let n = 0; n < 2; n += 1) await pauseEventRefunds(ctx, shop.eventId);
    for (let n = 0; n < 2; n += 1) await resumeEventRefunds(ctx, shop.eventId, { now: true });
    expect(await lines()).toEqual(['event.pause_refunds', 'event.resume_refunds']);
    let pausing: Promise<void> | undefined;
    await ctx.sql.begin(async (tx) => {
      await endEventRefunds(tx, shop.eventId, { state: 'refunded', now: ctx.clock.now() });
      pausing = pauseEventRefunds(ctx, shop.eventId);
      pausing.catch(() => {});
      await waitFor(async () => (await ctx.sql`SELECT FROM pg_locks WHERE NOT granted`).length > 0);
    });
    await expect(pausing).rejects.toThrow('have ended: refunded');
    expect(await lines()).toHaveLength(2);
  });

  it('an event that is no longer cancelled is not refunded; cancelled once more, it is', async () => {
    await buyTickets(ctx, shop);
    await cancel();
    const cancelledAt = ctx.clock.now();
    await open(cancelledAt);
    await ctx.sql`UPDATE events SET status = 'scheduled' WHERE id = ${shop.eventId}`;
    ctx.clock.advance(24 * HOUR);
    expect(await advance()).toMatchObject({ state: 'reinstated', waitMs: null, waiting: 1 });
    await open(cancelledAt);
    expect(await advance()).toMatchObject({ state: 'reinstated' });
    expect(await refundsOf()).toEqual([]);
    await cancel();
    await open();
    expect(await advance()).toMatchObject({ state: 'waiting', waitMs: 24 * HOUR });
  });

  it('an order that cannot be refunded holds up no other, and is tried again', async () => {
    const ids = [await buyTickets(ctx, shop), await buyTickets(ctx, shop)].sort();
    await cancel();
    await open();
    ctx.clock.advance(24 * HOUR);
    await ctx.sql`UPDATE orders SET refunded_quantity = 1 WHERE id = ${ids[0] ?? ''}`;
    expect(await advance()).toMatchObject({ state: 'refunding', waitMs: 600_000, failed: 1, refunded: 1 });
    await ctx.sql`UPDATE orders SET refunded_quantity = 0 WHERE id = ${ids[0] ?? ''}`;
    expect(await advance()).toMatchObject({ state: 'refunded', refunded: 2 });
  });

  it('an event without sales has none', async () => {
    await cancel();
    expect(await ctx.sql`SELECT FROM outbox WHERE topic = 'event.refunds'`).toEqual([]);
    await expect(pauseEventRefunds(ctx, shop.eventId)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('with Temporal', () => {
  let temporal: TemporalClient;
  let worker: RunningWorker;
  beforeAll(async () => {
    temporal = createTemporalClient(ctx.config);
    const mail = { ...(ctx.mail as MailPort), keeps: true };
    await pauseClock(ctx, 'event-refunds');
    worker = await startWorker({ ...ctx, mail }, { workflowBundle: testWorkflowBundle() });
  });
  afterAll(async () => {
    await worker?.stop();
    await deleteSchedules(temporal);
    await temporal?.close();
  });

  const handle = () => temporal.client.workflow.getHandle(eventRefundsWorkflowId(shop.eventId));
  const reaches = (state: string) =>
    waitFor(
      async () =>
        (
          await handle()
            .describe()
            .catch(() => null)
        )?.searchAttributes.State?.[0] === state,
      {
        what: `the refunds to be ${state}`,
      },
    );

  it('a cancellation starts them; an operator pauses them, and starts them now', async () => {
    const id = await buyTickets(ctx, shop);
    await cancel();
    await reaches('waiting');
    await pauseEventRefunds(ctx, shop.eventId);
    await reaches('paused');
    expect((await listEventRefunds(ctx, 10)).find(({ eventId }) => eventId === shop.eventId)).toMatchObject({
      state: 'open',
      pausedBy: 'test',
      waiting: 1,
      refunded: 0,
    });
    await resumeEventRefunds(ctx, shop.eventId, { now: true });
    expect(await handle().result()).toBe('refunded');
    // A worker that dies on the way is noticed by its heartbeats.
    const { events } = await handle().fetchHistory();
    const step = events?.find(
      (event) => event.activityTaskScheduledEventAttributes,
    )?.activityTaskScheduledEventAttributes;
    expect(Number(step?.heartbeatTimeout?.seconds)).toBe(30);
    const [refund] = await waitFor(async () => {
      const rows = await ctx.sql`SELECT amount_minor, sent_at FROM refunds WHERE order_id = ${id}`;
      return rows[0]?.sentAt && rows;
    });
    expect(refund).toMatchObject({ amountMinor: 1250 });
    await expect(pauseEventRefunds(ctx, shop.eventId)).rejects.toThrow('have ended: refunded');
  });

  it('refunds whose workflow was lost, or waits by another clock, are found by the sweeper', async () => {
    await buyTickets(ctx, shop);
    await cancel();
    await reaches('waiting');
    await handle().terminate();
    ctx.clock.advance(61_000);
    expect(await checkJob(ctx, temporal, eventRefundsJob)).toBe(1);
    await reaches('waiting');
    ctx.clock.advance(24 * HOUR + 61_000);
    // A check passes over a subject that the relay has at that moment; the next check finds it.
    await waitFor(async () => {
      await checkJob(ctx, temporal, eventRefundsJob);
      return (await handle().describe()).status.name === 'COMPLETED';
    });
    expect(await handle().result()).toBe('refunded');
    expect(await refundsOf()).toEqual([1250]);
  });

  it('is found too while a refund that is late cannot be sent', async () => {
    const [refunded] = [await buyTickets(ctx, shop), await buyTickets(ctx, shop)];
    await refundOrder(ctx, { orderId: refunded, requestKey: 'late' });
    await cancel();
    await reaches('waiting');
    await worker.stop();
    await handle().terminate();
    await ctx.sql`
      UPDATE refunds SET sent_at = NULL, processor_reference = NULL, created_at = created_at - interval '1 hour'
       WHERE order_id = ${refunded}`;
    const refund = () => Promise.reject(new Error('the balance is too low'));
    const payments = { ...ctx.payments, simulation: { ...ctx.payments.simulation, refund } };
    ctx.clock.advance(61_000);
    const poor = { ...ctx, payments };
    for (const job of [refundJob, eventRefundsJob]) await checkJob(poor, temporal, job);
    expect(await failuresOf(ctx, refundJob)).toContain('the balance is too low');
    expect((await handle().describe()).status.name).toBe('RUNNING');
  });

  it('a message that is repeated after the refunds starts nothing', async () => {
    await buyTickets(ctx, shop);
    await worker.stop();
    await cancel();
    const [message] = await ctx.sql<{ key: string }[]>`SELECT key FROM outbox WHERE topic = 'event.refunds'`;
    await refundBuyers(ctx, shop.eventId);
    await enqueue(ctx.sql, 'event.refunds', [message?.key ?? ''], ctx.clock.now());
    ctx.clock.advance(48 * HOUR);
    for (const drain of jobDrains(ctx, temporal)) await drain.run();
    expect(await refundsOf()).toEqual([1250]);
  });
});

import type { Id } from '../core/ids.js';
import { DAY, MINUTE } from '../core/time.js';
import { deleteEvents } from '../payments/sql.js';
import type { Context } from '../platform/context/context.js';
import { AGAIN, defineJob, defineLoopJob, definePeriodicJob, type Turn } from '../platform/jobs/job.js';
import { eventRefundsWorkflowId, refundWorkflowId } from '../platform/temporal/workflow-ids.js';
import { pollCheckouts } from './close-checkout.js';
import { endOverdueHolds, hasOverdueHolds } from './end-hold.js';
import { advanceEventRefunds } from './event-refunds.js';
import { recordOrderChanges } from './record-order-changes.js';
import { sendRefund } from './send-refund.js';
import { findOpenEventRefunds, findOpenOf, openEventRefunds } from './sql/event-refunds.js';
import { findHolds, type HoldRow } from './sql/orders.js';
import { findUnsentRefunds } from './sql/refunds.js';
import { signalOrderClosed, startHolds } from './start-holds.js';
import {
  EVENT_REFUNDS_CHANGED_SIGNAL,
  EVENT_REFUNDS_WORKFLOW,
  ORDER_HOLD_WORKFLOW,
  type OrderClosed,
  REFUND_WORKFLOW,
} from './workflow.js';

export const holdJob = defineJob<HoldRow>({
  name: 'hold',
  room: 'orders',
  does: 'Starts the timer of a ticket hold.',
  runbook:
    'Nothing is oversold or lost: the job `overdue-holds` ends holds without timers. See [Temporal is down](runbooks.md#temporal-is-down).',
  topic: 'order.created',
  trigger: 'An order holds tickets.',
  async load(ctx, orderIds) {
    const holds = await findHolds(ctx.sql, orderIds);
    return new Map(holds.filter(({ status }) => status === 'awaiting_payment').map((hold) => [hold.id, hold]));
  },
  workflow: {
    type: ORDER_HOLD_WORKFLOW,
    queue: 'orders',
    id: 'order-hold/<order id>, or order-holds/<minute>/<number> beyond ten orders a second',
    start: startHolds,
  },
  alertAfter: 5 * MINUTE,
  batch: 500,
  // Once a second: how many orders came decides whether they share a workflow.
  gatherMs: 1_000,
});

export const closedOrderJob = defineJob<OrderClosed & { id: string }>({
  name: 'closed-order',
  room: 'orders',
  does: 'Signals the timer of a hold that its order was paid or cancelled.',
  runbook:
    'A timer without its signal ends by itself and finds the order closed. See [Temporal is down](runbooks.md#temporal-is-down).',
  topic: 'order.closed',
  trigger: 'An order with a timer of its own is paid or cancelled.',
  async load(ctx, orderIds) {
    const holds = new Map((await findHolds(ctx.sql, orderIds)).map((hold) => [hold.id, hold]));
    const own = orderIds.filter((id) => (holds.get(id)?.holdBatch ?? null) === null);
    return new Map(own.map((id) => [id, { id, status: holds.get(id)?.status ?? 'missing' }]));
  },
  workflow: {
    type: ORDER_HOLD_WORKFLOW,
    queue: 'orders',
    id: 'order-hold/<order id>',
    start:
      (_ctx, temporal) =>
      ({ id, status }) =>
        signalOrderClosed(temporal, id, { status }),
  },
  alertAfter: 5 * MINUTE,
});

export const orderChangesJob = defineLoopJob({
  name: 'order-changes',
  room: 'orders',
  does: 'Records new versions of orders for the webhooks that receive `order.changed`.',
  runbook: 'The worker log has the failure. Orders and payments go on.',
  topic: 'order.changed',
  trigger: 'An order of a company with such a webhook is placed or changes.',
  run: async (ctx) => ({ done: await recordOrderChanges(ctx) }),
  alertAfter: 5 * MINUTE,
});

export const overdueHoldsJob = defineLoopJob({
  name: 'overdue-holds',
  room: 'orders',
  does: 'Ends holds that their timers did not end within ten seconds.',
  runbook:
    'Payment pages could not be closed: the workers must reach the card processor. See [HoldsOverdue](runbooks.md#holdsoverdue).',
  trigger: 'A hold is ten seconds overdue.',
  isDue: hasOverdueHolds,
  async run(ctx) {
    const { ended, failure } = await endOverdueHolds(ctx);
    return { done: ended, failure };
  },
  alertAfter: 5 * MINUTE,
});

export const refundJob = defineJob({
  name: 'refund',
  room: 'orders',
  does: 'Sends a refund to the card processor.',
  runbook: 'See [RefundStuck](runbooks.md#refundstuck).',
  topic: 'refund.requested',
  trigger: 'A transaction records a refund.',
  workflow: {
    type: REFUND_WORKFLOW,
    queue: 'orders',
    id: 'refund/<refund id>',
    describe: (refundId) => ({
      id: refundWorkflowId(refundId),
      input: { refundId },
      summary: `Sends refund ${refundId} to the card processor`,
      timeout: '30 days',
    }),
  },
  run: (ctx, refundId) => sendRefund(ctx, { refundId }),
  findOverdue: (ctx, page) => findUnsentRefunds(ctx.sql, page),
  lostAfter: MINUTE,
  runInlineAfter: 2 * MINUTE,
  alertAfter: 30 * MINUTE,
});

export const eventRefundsJob = defineJob<{ eventId: Id<'event'> }>({
  name: 'event-refunds',
  room: 'orders',
  does: 'Refunds the buyers of a cancelled event once that is due.',
  runbook: 'See [EventRefundsOverdue](runbooks.md#eventrefundsoverdue).',
  topic: 'event.refunds',
  trigger: 'An event with paid orders is cancelled, or an operator pauses or resumes its refunds.',
  async load(ctx, keys) {
    // `evt_…/<instant>`: the event was cancelled then. `evt_…`: its refunds changed.
    const found = keys.map((key) => ({ key, eventId: key.split('/')[0] ?? '', cancelled: key.split('/')[1] }));
    for (const { eventId, cancelled } of found) {
      if (cancelled === undefined) continue;
      const cancelledAt = new Date(cancelled);
      const dueAt = new Date(cancelledAt.getTime() + ctx.config.autoRefundAfterMs);
      await openEventRefunds(ctx.sql, { eventId, cancelledAt, dueAt });
    }
    const eventIds = found.map(({ eventId }) => eventId);
    const open = new Set(await findOpenOf(ctx.sql, eventIds));
    return new Map(found.filter(({ eventId }) => open.has(eventId)).map(({ key, eventId }) => [key, { eventId }]));
  },
  workflow: {
    type: EVENT_REFUNDS_WORKFLOW,
    queue: 'orders',
    id: 'event-refunds/<event id>',
    signal: EVENT_REFUNDS_CHANGED_SIGNAL,
    describe: (_key, { eventId }) => ({
      id: eventRefundsWorkflowId(eventId),
      input: { eventId },
      summary: `Refunds the buyers of ${eventId}, which is cancelled`,
      details:
        'Waits until the refunds are due and then refunds order by order; each refund has a workflow of its own that sends the ' +
        'money. To pause, resume or start at once: `partner-events event-refunds`. The truth is in Postgres (event_refunds).',
      attributes: { EventId: eventId, State: 'waiting' },
    }),
  },
  run: refundEventInTurns,
  findOverdue: (ctx, page) => findOpenEventRefunds(ctx.sql, page),
  lostAfter: MINUTE,
  runInlineAfter: 2 * MINUTE,
  alertAfter: 30 * MINUTE,
});

async function refundEventInTurns(ctx: Context, key: string, { until }: Turn): Promise<typeof AGAIN | undefined> {
  const [eventId = ''] = key.split('/');
  for (let after = ''; ; ) {
    const step = await advanceEventRefunds(ctx, { eventId, after });
    if (step.waitMs !== 0) return;
    if (performance.now() >= until) return AGAIN;
    after = step.after;
  }
}

export const pollCheckoutsJob = definePeriodicJob({
  name: 'poll-checkouts',
  room: 'orders',
  does: 'Asks the processor about open payment pages of which it has said nothing for minutes.',
  runbook: 'Check that the workers reach the processor. Its messages still mark orders paid.',
  // A payment must be found while Temporal is away.
  clock: { every: MINUTE, run: pollCheckouts },
});

/** The processor repeats a message for three days; operators may look into one later. */
const EVENTS_KEPT_MS = 90 * DAY;
/** Messages of one run: enough for some hundred thousand a day. */
const EVENTS_A_RUN = 500;

export const forgetProcessorEventsJob = definePeriodicJob({
  name: 'forget-processor-events',
  room: 'orders',
  does: 'Deletes messages of the processor after 90 days.',
  runbook: 'The log has the failure. Old rows cost space only.',
  clock: {
    every: MINUTE,
    run: (ctx) => deleteEvents(ctx.sql, new Date(ctx.clock.now().getTime() - EVENTS_KEPT_MS), EVENTS_A_RUN),
  },
});

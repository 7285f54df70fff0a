import { groupBy } from '../core/group-by.js';
import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import { startJobWorkflow } from '../platform/jobs/work-through.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { signalWorkflow } from '../platform/temporal/start-workflow.js';
import { orderHoldsWorkflowId, orderHoldWorkflowId } from '../platform/temporal/workflow-ids.js';
import { batchHolds, type HoldRow } from './sql/orders.js';
import {
  ORDER_CLOSED_SIGNAL,
  ORDER_HOLD_WORKFLOW,
  ORDER_HOLDS_WORKFLOW,
  type OrderClosed,
  type OrderHoldInput,
  type OrderHoldsInput,
} from './workflow.js';

/** Far beyond the 32 minutes of a hold: only a day-long outage of the database exceeds it; then {@link endOverdueHolds} ends it. */
const EXECUTION_TIMEOUT = '1 day';

/** Holds that get a workflow of their own in one batch; when more orders come, they share workflows. */
const OWN_WORKFLOWS = 10;

/**
 * How the holds of a batch get their workflows. A server handles some fifty starts a second, and all of these workflows
 * end at the same time. So a small batch gets a workflow for each hold, and a large one shares a workflow for each
 * minute of their ends.
 */
export function startHolds(
  ctx: Context,
  temporal: TemporalClient,
  batch: readonly HoldRow[],
): (hold: HoldRow) => Promise<unknown> {
  if (batch.length <= OWN_WORKFLOWS) return (hold) => startOrderHold(temporal, hold);
  const minuteOf = (hold: HoldRow) => Math.floor(hold.holdUntil.getTime() / 60_000);
  const minutes = groupBy(batch, minuteOf);
  const starts = new Map<number, Promise<void>>();
  return (hold) => {
    const minute = minuteOf(hold);
    const started = starts.get(minute) ?? startOrderHolds(ctx, temporal, minutes.get(minute) ?? [hold]);
    starts.set(minute, started);
    return started;
  };
}

/** Starts the workflow of a hold; an existing one counts as started. @returns whether this call started it. */
export function startOrderHold(temporal: TemporalClient, hold: HoldRow): Promise<boolean> {
  const { id: orderId, companyId, eventId, mode, quantity, holdUntil } = hold;
  const input: OrderHoldInput = { orderId, holdUntil: holdUntil.toISOString() };
  return startJobWorkflow(
    temporal,
    { type: ORDER_HOLD_WORKFLOW, queue: 'orders' },
    {
      id: orderHoldWorkflowId(orderId),
      reuse: 'REJECT_DUPLICATE',
      input,
      timeout: EXECUTION_TIMEOUT,
      summary: `Holds ${quantity} of ${eventId} for ${orderId}`,
      details:
        'The clock of a ticket hold. It waits for the end of the hold and then gives the tickets back, unless a ' +
        'signal says that the order was paid or cancelled. The truth of the order is in Postgres.',
      attributes: { CompanyId: companyId, OrderId: orderId, EventId: eventId, State: 'awaiting_payment', Mode: mode },
      trace: hold,
    },
  );
}

/** Starts one workflow for the holds of many orders that end in the same minute. */
async function startOrderHolds(ctx: Context, temporal: TemporalClient, holds: readonly HoldRow[]): Promise<void> {
  const [first] = holds;
  if (!first) return;
  const orderIds = holds.map(({ id }) => id);
  const batch = await batchHolds(ctx.sql, orderIds);
  const ends = [...groupBy(holds, ({ holdUntil }) => Math.ceil(holdUntil.getTime() / 1_000))]
    .sort(([a], [b]) => a - b)
    .map(([second, same]) => ({ at: new Date(second * 1_000).toISOString(), orderIds: same.map(({ id }) => id) }));
  const input: OrderHoldsInput = { ends };
  const event = holds.every(({ eventId }) => eventId === first.eventId) ? first.eventId : null;
  await startJobWorkflow(
    temporal,
    { type: ORDER_HOLDS_WORKFLOW, queue: 'orders' },
    {
      id: orderHoldsWorkflowId(first.holdUntil, batch, temporal.suffix),
      input,
      timeout: EXECUTION_TIMEOUT,
      summary: `Holds tickets for ${holds.length} orders${event === null ? '' : ` of ${event}`}`,
      details:
        'The clock of the ticket holds of many orders that came at once. It waits for the end of the holds and then gives the ' +
        'tickets of unpaid orders back; payments and cancellations need no signal to it. The ids are in its input; ' +
        '`partner-events order show` names the workflow of an order. The truth of the orders is in Postgres.',
      attributes: { EventId: event, State: 'awaiting_payment' },
    },
  );
}

/** Signals that the order left `awaiting_payment`; a workflow that has ended, or never ran, is ignored. */
export async function signalOrderClosed(
  temporal: TemporalClient,
  orderId: Id<'order'>,
  closed: OrderClosed,
): Promise<void> {
  await signalWorkflow(temporal, orderHoldWorkflowId(orderId), ORDER_CLOSED_SIGNAL, closed);
}

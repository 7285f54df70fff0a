import {
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  setWorkflowOptions,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import {
  type HoldCounts,
  ORDER_CLOSED_SIGNAL,
  type OrderClosed,
  type OrderHoldActivities,
  type OrderHoldInput,
  type OrderHoldResult,
  type OrderHoldsInput,
} from '../../src/orders/workflow.js';
import { pinned } from '../support/pinned.js';

const orderClosed = defineSignal<[OrderClosed]>(ORDER_CLOSED_SIGNAL);

/** Closes the page on which the buyer may still pay, and ends the hold in one short transaction; retried until it succeeds. */
const { expireOrder } = proxyActivities<OrderHoldActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/**
 * The timer of one ticket hold: waits for its end, or for a signal that the order was paid or cancelled, and releases
 * the tickets of an unpaid order. Postgres decides whether the order still awaits payment, never this timer.
 */
export async function orderHold({ orderId, holdUntil }: OrderHoldInput): Promise<OrderHoldResult> {
  let closed: OrderClosed | undefined;
  setHandler(orderClosed, (word) => {
    closed = word;
  });

  const left = Date.parse(holdUntil) - Date.now();
  if (left > 0 && !closed) {
    setCurrentDetails(`Waits for a payment or a cancellation of ${orderId}; releases its tickets at ${holdUntil}.`);
    await condition(() => closed !== undefined, left, { summary: `end of the hold of ${orderId}` });
  }
  if (!closed) setCurrentDetails(`The hold of ${orderId} is over: releasing its tickets.`);
  const result = closed ?? (await expireOrder(orderId));

  upsertSearchAttributes([{ key: { name: 'State', type: 'KEYWORD' }, value: result.status }]);
  setCurrentDetails(`Ended: the order ${orderId} is ${result.status}.`);
  return result;
}

setWorkflowOptions(pinned, orderHold);

/** Close the pages on which buyers may still pay, some hundreds at most, and end the holds; repeated until they succeed. */
const { countHolds, endHolds } = proxyActivities<OrderHoldActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** How often the details say how many are still unpaid. */
const LOOK_MS = 10 * 60_000;

/**
 * The timer of the ticket holds of many orders: waits for each second with holds that end, and has the tickets of
 * unpaid orders released. Postgres decides which orders are unpaid, so nothing needs to signal a payment.
 */
export async function orderHolds({ ends }: OrderHoldsInput): Promise<HoldCounts> {
  const all = ends.flatMap(({ orderIds }) => orderIds);
  const counts: HoldCounts = {};
  let unpaid = all.length;
  for (const { at, orderIds } of ends) {
    for (let left = Date.parse(at) - Date.now(); left > 0; left = Date.parse(at) - Date.now()) {
      setCurrentDetails(`${unpaid} of ${all.length} unpaid; ${orderIds.length} end ${at.slice(11, 19)} UTC.`);
      const isLast = left <= LOOK_MS;
      await sleep(isLast ? left : LOOK_MS, {
        summary: isLast ? `end of ${orderIds.length} holds` : 'look at payments',
      });
      if (!isLast) unpaid = (await countHolds(all)).awaiting_payment ?? 0;
    }
    const ended = await endHolds(orderIds);
    for (const [status, count] of Object.entries(ended) as [keyof HoldCounts, number][]) {
      counts[status] = (counts[status] ?? 0) + count;
    }
    unpaid -= ended.expired ?? 0;
  }
  upsertSearchAttributes([{ key: { name: 'State', type: 'KEYWORD' }, value: 'ended' }]);
  const summary = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  setCurrentDetails(`Ended: of ${all.length} orders ${summary.join(', ')}.`);
  return counts;
}

setWorkflowOptions(pinned, orderHolds);

import {
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  setWorkflowOptions,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import {
  ORDER_CLOSED_SIGNAL,
  type OrderClosed,
  type OrderHoldActivities,
  type OrderHoldInput,
  type OrderHoldResult,
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

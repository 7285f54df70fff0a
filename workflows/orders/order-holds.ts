import {
  proxyActivities,
  setCurrentDetails,
  setWorkflowOptions,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { HoldCounts, OrderHoldActivities, OrderHoldsInput } from '../../src/orders/workflow.js';
import { pinned } from '../support/pinned.js';

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

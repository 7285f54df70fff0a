import { executeChild, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { CloseProgress, DueMonths, SettlementCloseActivities } from '../src/contracts/settlement.js';
import { lastEndedMonth } from '../src/domain/settlement.js';
import { settlementClose } from './settlement-close.js';

const { dueMonths } = proxyActivities<SettlementCloseActivities>({ startToCloseTimeout: '1 minute' });

const HOUR = 3_600_000;

/**
 * The Schedule's run on the first of a month: waits until the month before is over by the service's own clock, and
 * closes it and every ended month after it, one after the other.
 */
export async function settlementMonthEnd(): Promise<Record<string, CloseProgress>> {
  const info = workflowInfo();
  const scheduled = info.searchAttributes.TemporalScheduledStartTime?.[0];
  const month = lastEndedMonth(scheduled instanceof Date ? scheduled : info.startTime);
  for (;;) {
    const due = await dueMonths(month);
    if (due.waitMs === null) return closeAll(due.months);
    setCurrentDetails(`${month} is not over by the service's clock: asking again when it should be.`);
    await sleep(Math.min(due.waitMs + 1, HOUR));
  }
}

async function closeAll(months: DueMonths['months']): Promise<Record<string, CloseProgress>> {
  const closed: Record<string, CloseProgress> = {};
  for (const { month, workflowId } of months) {
    setCurrentDetails(`Closing ${month}.`);
    closed[month] = await executeChild(settlementClose, {
      workflowId,
      args: [{ month, requestedBy: 'schedule', reason: 'month end' }],
      staticSummary: `Closes ${month}`,
    });
  }
  setCurrentDetails(`Closed ${months.map(({ month }) => month).join(', ') || 'nothing: it was closed before'}.`);
  return closed;
}

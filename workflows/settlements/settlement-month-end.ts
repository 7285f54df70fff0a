import { executeChild, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import { lastEndedMonth } from '../../src/settlements/rules/settlement.js';
import type { CloseProgress, DueMonths, SettlementCloseActivities } from '../../src/settlements/workflow.js';
import { settlementClose } from './settlement-close.js';

const { dueMonths } = proxyActivities<SettlementCloseActivities>({ startToCloseTimeout: '1 minute' });

/** After this pause a close just started by hand is recorded, and its id is not proposed again. */
const BESIDE_MS = 30_000;
/** The service's clock can be moved during this sleep. */
const LONGEST_SLEEP_MS = 3_600_000;

/**
 * The Schedule's run on the first of a month: waits until the month before is over by the service's own clock, and
 * closes it and every ended month after it, one after the other.
 */
export async function settlementMonthEnd(): Promise<Record<string, CloseProgress>> {
  const info = workflowInfo();
  const scheduled = info.searchAttributes.TemporalScheduledStartTime?.[0];
  const month = lastEndedMonth(scheduled instanceof Date ? scheduled : info.startTime);
  const closed: Record<string, CloseProgress> = {};
  for (;;) {
    const due = await dueMonths(month);
    if (due.waitMs !== null) {
      setCurrentDetails(`${month} is not over by the service's clock: checking again when it should be.`);
      await sleep(Math.min(due.waitMs + 1, LONGEST_SLEEP_MS));
    } else if (await closeAll(due.months, closed)) {
      setCurrentDetails(`Closed ${Object.keys(closed).join(', ') || 'nothing: it was closed before'}.`);
      return closed;
    } else {
      setCurrentDetails('Another close was just started under the same id: trying the next one.');
      await sleep(BESIDE_MS);
    }
  }
}

/** Returns false when another close has the id: it may be of one company only, so this one must run too. */
async function closeAll(months: DueMonths['months'], closed: Record<string, CloseProgress>): Promise<boolean> {
  for (const { month, workflowId } of months) {
    setCurrentDetails(`Closing ${month}.`);
    try {
      closed[month] = await executeChild(settlementClose, {
        workflowId,
        args: [{ month, requestedBy: 'schedule', reason: 'month end' }],
        staticSummary: `Closes ${month}`,
        typedSearchAttributes: [{ key: { name: 'Month', type: 'KEYWORD' }, value: month }],
      });
    } catch (error) {
      if (error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError') return false;
      throw error;
    }
  }
  return true;
}

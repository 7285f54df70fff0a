import { ApplicationFailure, activityInfo, heartbeat } from '@temporalio/activity';
import type { Context } from '../src/platform/context/context.js';
import { advancePayment, payLines } from '../src/settlements/advance-payment.js';
import { closePage, dueMonths, matureForClose } from '../src/settlements/close-month.js';
import { beginClose, endClose } from '../src/settlements/close-run.js';
import { checkedInput, closeInput, rerunInput } from '../src/settlements/open-run.js';
import { rerunStatement } from '../src/settlements/rerun-statement.js';
import { isRefused } from '../src/settlements/rules/settlement.js';
import {
  SETTLEMENT_REFUSED,
  type SettlementCloseActivities,
  type SettlementPaymentActivities,
  type SettlementRerunActivities,
} from '../src/settlements/workflow.js';
import { withHeartbeat } from './with-heartbeat.js';

/** Well within the workflow's heartbeat timeout, while a long SQL statement runs. */
const BEAT_MS = 3_000;

export function createSettlementActivities(
  ctx: Context,
): SettlementCloseActivities & SettlementPaymentActivities & SettlementRerunActivities {
  return {
    dueMonths: (month) => dueMonths(ctx, month),
    beginClose: (input) => nonRetryable(() => beginClose(ctx, checkedInput(closeInput, input), workflowKey())),
    ripenForClose: (month) => withHeartbeat(() => matureForClose(ctx, month), { every: BEAT_MS }),
    closePage: (input) => withHeartbeat(() => closePage(ctx, input, heartbeat), { every: BEAT_MS }),
    endClose: (runId, progress) => endClose(ctx, runId, progress),
    advancePayment: (settlementId) => advancePayment(ctx, settlementId),
    payLines: (settlementId, after) => payLines(ctx, settlementId, after),
    rerunStatement: (input) =>
      nonRetryable(async () => {
        const done = await rerunStatement(ctx, checkedInput(rerunInput, input), { key: workflowKey() });
        // Without the lines: they stay out of Temporal's history.
        return { outcome: done.outcome, message: done.message, settlementId: done.settlementId };
      }),
  };
}

/** One per workflow run: repeating it has no effect. */
function workflowKey(): string {
  const { workflowExecution } = activityInfo();
  if (!workflowExecution) throw new Error('no workflow runs this activity');
  return `${workflowExecution.workflowId} ${workflowExecution.runId}`;
}

/** Fails permanently when the rules refuse: a retry cannot help. */
async function nonRetryable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw ApplicationFailure.create({
      message: error.message,
      type: SETTLEMENT_REFUSED,
      nonRetryable: true,
      cause: error,
    });
  }
}

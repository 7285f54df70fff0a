import { ApplicationFailure, activityInfo, heartbeat } from '@temporalio/activity';
import { SETTLEMENT_REFUSED, type SettlementCloseActivities } from '../src/contracts/settlement.js';
import { systemClock } from '../src/domain/clock.js';
import { ProblemError } from '../src/domain/problems.js';
import type { Context } from '../src/services/context.js';
import { beginClose } from '../src/services/settlements/begin-close.js';
import { checkedCloseInput } from '../src/services/settlements/checked-input.js';
import { closePage } from '../src/services/settlements/close-page.js';
import { dueMonths } from '../src/services/settlements/due-months.js';
import { endClose } from '../src/services/settlements/end-close.js';
import { SettlementRefused } from '../src/services/settlements/refused.js';
import { ripenForClose } from '../src/services/settlements/ripen-for-close.js';

export function createSettlementCloseActivities(ctx: Context): SettlementCloseActivities {
  return {
    dueMonths: (month) => dueMonths(ctx, month, witness(ctx)),
    beginClose: (input) => refusing(() => beginClose(ctx, checkedCloseInput(input), workflowKey(), witness(ctx))),
    ripenForClose: (month) => beating(() => ripenForClose(ctx, month)),
    closePage: (input) => beating(() => closePage(ctx, input, heartbeat)),
    endClose: (runId, progress) => endClose(ctx, runId, progress),
  };
}

/** One a workflow run: what is done twice under it is done once. */
export function workflowKey(): string {
  const { workflowExecution } = activityInfo();
  if (!workflowExecution) throw new Error('no workflow runs this activity');
  return `${workflowExecution.workflowId} ${workflowExecution.runId}`;
}

/**
 * Temporal's time, where this worker goes by its machine's clock: a worker that is hours ahead closes nothing early. A
 * clock that was moved on purpose has no witness.
 */
export function witness(ctx: Context): Date | undefined {
  return ctx.clock === systemClock ? new Date(activityInfo().currentAttemptScheduledTimestampMs) : undefined;
}

/** What the rules refuse, no repetition cures. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SettlementRefused || error instanceof ProblemError)) throw error;
    throw ApplicationFailure.create({
      message: error.message,
      type: SETTLEMENT_REFUSED,
      nonRetryable: true,
      cause: error,
    });
  }
}

/** Beats while a long statement of SQL is at work. */
async function beating<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(heartbeat, 3_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

import { type WorkflowHandleWithFirstExecutionRunId, WorkflowNotFoundError } from '@temporalio/client';
import { getCompany } from '../companies/get-company.js';
import { invalidField } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, startWorkflow } from '../platform/temporal/start-workflow.js';
import { settlementCloseWorkflowId } from '../platform/temporal/workflow-ids.js';
import { checkedRequest, openRun } from './open-run.js';
import { endOfMonth, isMonth, SettlementRefused } from './rules/settlement.js';
import { countCloses, endRun, giveUpRun, listUnendedCloses } from './sql/settlement-runs.js';
import { countTerms } from './sql/settlement-terms.js';
import { type CloseInput, type CloseProgress, SETTLEMENT_CLOSE_WORKFLOW } from './workflow.js';

/**
 * Records the start of a close.
 *
 * @param key the same key again is the same run.
 * @returns the run, and how many companies have terms.
 * @throws {SettlementRefused} when the month is not over, or the actor or reason is missing.
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function beginClose(
  ctx: Context,
  input: CloseInput,
  key: string,
): Promise<{ runId: number; companies: number }> {
  assertMonthOver(ctx, input.month);
  const { month, requestedBy, reason } = checkedRequest(input);
  const companyId = input.company === undefined ? null : (await getCompany(ctx, input.company)).id;
  const run = { key, kind: 'close' as const, month, companyId, currency: input.currency ?? null, requestedBy, reason };
  const runId = await ctx.sql.begin((tx) => openRun(ctx, tx, run, month));
  return { runId, companies: companyId === null ? await countTerms(ctx.sql) : 1 };
}

/** @throws {SettlementRefused} unless the month is one, and over. */
export function assertMonthOver(ctx: Context, month: string): void {
  if (!isMonth(month)) throw invalidField('month', `must be written like 2026-10, not ${month}`);
  const end = endOfMonth(month);
  const now = ctx.clock.now();
  if (now < end) {
    throw new SettlementRefused(
      `${month} ends at ${end.toISOString()} and it is ${now.toISOString()} here: nothing is closed early`,
    );
  }
}

/** Records the result of a close, and repeats the alert if it refused statements. */
export async function endClose(ctx: Context, runId: number, progress: CloseProgress): Promise<void> {
  await endRun(ctx.sql, runId, { status: 'finished', result: { ...progress } }, ctx.clock.now());
  if (progress.refused > 0) {
    ctx.log.error({ alert: 'settlement_refused', runId, ...progress }, 'a close has refused statements');
  }
}

/** The id of the next close of a month: each run of a month has a number of its own. @param further how many after it. */
export async function nextCloseId(ctx: Context, month: string, further = 0): Promise<string> {
  const run = (await countCloses(ctx.sql, month)) + 1 + further;
  return settlementCloseWorkflowId(month, run, ctx.config.temporal.queueSuffix);
}

/** Closes of a month that may have started without being recorded yet. */
const MAX_BESIDE = 20;

export type CloseHandle = WorkflowHandleWithFirstExecutionRunId<(input: CloseInput) => Promise<CloseProgress>>;

/**
 * Starts a close with its own id: one started concurrently has another, and both can run.
 *
 * @throws when the server cannot be reached, or {@link MAX_BESIDE} others were started at the same time.
 */
export async function startClose(
  ctx: Context,
  temporal: TemporalClient,
  input: CloseInput,
  staticSummary: string,
): Promise<CloseHandle> {
  const { month } = input;
  for (let further = 0; ; further += 1) {
    const workflowId = await nextCloseId(ctx, month, further);
    const handle = await startWorkflow<(input: CloseInput) => Promise<CloseProgress>>(
      temporal,
      SETTLEMENT_CLOSE_WORKFLOW,
      {
        workflowId,
        taskQueue: temporal.queue('settlements'),
        args: [input],
        staticSummary,
        typedSearchAttributes: [keyword('Month', month)],
      },
    );
    if (handle) return handle;
    if (further === MAX_BESIDE) throw new Error(`${MAX_BESIDE} closes of ${month} were started meanwhile`);
  }
}

/** Marks closes begun before this instant as given up if they were terminated or Temporal lost them. */
export async function giveUpCloses(ctx: Context, temporal: TemporalClient, before: Date): Promise<void> {
  for (const { id, key } of await listUnendedCloses(ctx.sql, before)) {
    // The run follows the id. It contains no blank, but an id typed by a person may.
    const workflowId = key.slice(0, key.lastIndexOf(' '));
    const ended = await howItEnded(temporal, workflowId);
    if (ended === null) continue;
    const message = `${workflowId} ${ended}. What it wrote stays, and another close writes the rest.`;
    await giveUpRun(ctx.sql, id, message, ctx.clock.now());
    ctx.log.warn({ runId: id, workflowId }, 'a close ended before it was done');
  }
}

/** In words; null while it runs. */
async function howItEnded(temporal: TemporalClient, workflowId: string): Promise<string | null> {
  try {
    const { status } = await temporal.call(() => temporal.client.workflow.getHandle(workflowId).describe());
    return status.name === 'RUNNING'
      ? null
      : `is ${status.name.toLowerCase().replace('_', ' ')} and has not come to its end`;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'is no longer known to Temporal';
    throw error;
  }
}

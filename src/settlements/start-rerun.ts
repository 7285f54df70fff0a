import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, startWorkflow } from '../platform/temporal/start-workflow.js';
import { settlementRerunWorkflowId } from '../platform/temporal/workflow-ids.js';
import { endOfMonth } from './rules/settlement.js';
import { listCurrencies } from './sql/settlement-terms.js';
import { listSettlements, listVersions } from './sql/settlements.js';
import { type RerunInput, type RerunOutcome, SETTLEMENT_RERUN_WORKFLOW } from './workflow.js';

/** The currencies of a company's month with statements or lines for a rerun. */
export async function rerunCurrencies(
  ctx: Context,
  of: { month: string; companyId: Id<'company'>; currency?: string },
): Promise<string[]> {
  if (of.currency !== undefined) return [of.currency];
  const { month, companyId } = of;
  const [statements, due] = await Promise.all([
    listSettlements(ctx.sql, { month, companyId }, 1000),
    listCurrencies(ctx.sql, [companyId], month, endOfMonth(month)),
  ]);
  return [...new Set([...statements, ...due].map(({ currency }) => currency))].sort();
}

/**
 * Starts the rerun of one statement. Repeated or concurrent requests share one run.
 *
 * @param input with the company's id and one currency.
 * @returns the workflow's id, and what becomes of the rerun.
 */
export async function startRerun(
  ctx: Context,
  temporal: TemporalClient,
  input: RerunInput,
): Promise<{ workflowId: string; outcome: Promise<RerunOutcome> }> {
  const { month, company, currency, requestedBy, reason } = input;
  const [newest] = await listVersions(ctx.sql, { month, companyId: company, currency });
  const version = (newest?.version ?? 0) + 1;
  const workflowId = settlementRerunWorkflowId({ month, companyId: company, currency, version });
  const args: [RerunInput] = [{ month, company, currency, requestedBy, reason }];
  await startWorkflow(temporal, SETTLEMENT_RERUN_WORKFLOW, {
    workflowId,
    taskQueue: temporal.queue('settlements'),
    args,
    staticSummary: `Reruns ${month} for ${company} in ${currency}, for ${requestedBy}`,
    typedSearchAttributes: [keyword('Month', month), keyword('CompanyId', company)],
  });
  return { workflowId, outcome: temporal.client.workflow.getHandle(workflowId).result() };
}

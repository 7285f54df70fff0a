import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { getCompany } from '../companies/get-company.js';
import type { Id } from '../core/ids.js';
import { amountText, moneyText } from '../core/money.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, startWorkflow } from '../platform/temporal/start-workflow.js';
import { settlementRerunWorkflowId } from '../platform/temporal/workflow-ids.js';
import { findOwnObstacle } from './begin-attempt.js';
import { assertMonthOver } from './close-run.js';
import { checkedRequest, openRun, recordRun } from './open-run.js';
import { endOfMonth, type SettlementStatus } from './rules/settlement.js';
import type { StoredParty } from './sql/settlement-documents.js';
import { type LineRow, listAfterwards, listHeld, listLines } from './sql/settlement-lines.js';
import { endRun, findRun, type NewRun } from './sql/settlement-runs.js';
import { listCurrencies, lockTerms, type TermsRow } from './sql/settlement-terms.js';
import { prepareWriting } from './sql/settlement-writes.js';
import {
  findLaterMonth,
  findSettlement,
  listSettlements,
  listVersions,
  lockSettlement,
  type SettlementRow,
  voidSettlement,
} from './sql/settlements.js';
import { type RerunInput, type RerunOutcome, SETTLEMENT_RERUN_WORKFLOW } from './workflow.js';
import { describeHeld, toIssuer, writeStatement } from './write-statement.js';

/** One line that a rerun changes; null: not on that side. Minor units. */
interface LineDifference {
  earningId: Id<'earning'>;
  before: number | null;
  after: number | null;
}

export interface RerunReport extends RerunOutcome {
  before: SettlementRow | null;
  after: SettlementRow | null;
  differences: LineDifference[];
}

class DryRun extends Error {
  constructor(readonly report: RerunReport) {
    super('undone');
  }
}

/**
 * Reruns a company's month (decisions: Settlements). If nothing changed, it does nothing. A statement that is not yet
 * paying becomes void and the next version is issued. A statement that is paying or paid stays: later entries are
 * records of their own on the next month's statement, so nothing is paid twice.
 *
 * @param options.key the same key again returns the result of its first run; absent: a new run.
 * @param options.dryRun does the same and rolls it back.
 * @throws {SettlementRefused} for a month that is not over, or without actor and reason.
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function rerunStatement(
  ctx: Context,
  input: RerunInput,
  options: { key?: string; dryRun?: boolean } = {},
): Promise<RerunReport> {
  const { month, currency, requestedBy, reason } = checkedRequest(input);
  assertMonthOver(ctx, month);
  const { id: companyId } = await getCompany(ctx, input.company);
  const key = options.key ?? randomUUID();
  const newRun: NewRun = { key, kind: 'rerun', month, companyId, currency, requestedBy, reason };
  try {
    return await ctx.sql.begin(async (tx) => {
      const [terms] = await Promise.all([lockTerms(tx, companyId), prepareWriting(tx, 5)]);
      const done = await findRun(tx, key);
      if (done?.result)
        return { ...(done.result as RerunOutcome & typeof done.result), before: null, after: null, differences: [] };
      const now = ctx.clock.now();
      const runId = await openRun(ctx, tx, newRun, month);
      const report = await rerun(tx, { companyId, currency, month, runId, terms, issuer: toIssuer(ctx) }, now);
      if (options.dryRun || report.outcome === 'unchanged') throw new DryRun(report);
      const { outcome, message, settlementId } = report;
      const status = outcome === 'refused' ? 'refused' : 'finished';
      await endRun(tx, runId, { status, result: { outcome, message, settlementId } }, now);
      return report;
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    const { outcome, message, settlementId } = error.report;
    // A run that found nothing to do is also recorded.
    if (!options.dryRun)
      await ctx.sql.begin((tx) => recordRun(ctx, tx, newRun, month, { outcome, message, settlementId }));
    return error.report;
  }
}

interface Wanted {
  companyId: Id<'company'>;
  currency: string;
  month: string;
  runId: number;
  terms: TermsRow | null;
  issuer: StoredParty;
}

async function rerun(tx: Transaction, wanted: Wanted, now: Date): Promise<RerunReport> {
  const { currency, month, runId, terms, issuer } = wanted;
  const versions = await listVersions(tx, wanted);
  const valid = versions.find(({ status }) => status !== 'void');
  // Locked, so that no payment begins at the same time.
  const before = valid ? await lockSettlement(tx, valid.id) : null;
  const lines = before ? await listLines(tx, before.id) : [];
  const same = { before, after: before, differences: [], settlementId: before?.id ?? null };

  if (before?.status === 'paying' || before?.status === 'paid') {
    const late = await listAfterwards(tx, before, endOfMonth(month));
    if (late.length === 0)
      return {
        ...same,
        outcome: 'unchanged',
        message:
          `Nothing changed: ${before.id} stays ${before.status}, and nothing of it waits for the next month. ` +
          'What else was wrong on it is corrected with `adjust`.',
      };
    const differences = late.map(({ earningId, commissionMinor }) => ({
      earningId,
      before: null,
      after: commissionMinor,
    }));
    const message =
      `Refused: ${before.id} is ${before.status}. The difference of ${amountOf(late, currency)} in ${late.length} lines ` +
      "goes to the next month's statement.";
    return { ...same, differences, outcome: 'refused', message };
  }
  const later = await findLaterMonth(tx, wanted);
  if (before?.status === 'carried' && later) {
    return {
      ...same,
      outcome: 'refused',
      message: `Refused: ${before.id} was carried, and its lines are on the statement of ${later}: rerun that.`,
    };
  }
  const obstacle = before && (await findOwnObstacle(tx, before.id));
  if (obstacle) return { ...same, outcome: 'refused', message: `Refused: ${obstacle}.` };
  const [held] = await listHeld(tx, wanted);
  if (held && !before) return { ...same, outcome: 'refused', message: `Refused: ${describeHeld(held)}.` };
  if (!terms) return { ...same, outcome: 'nothing', message: 'The company has no terms: it gets no statements.' };

  if (before) await voidSettlement(tx, before.id, now);
  const version = (versions[0]?.version ?? 0) + 1;
  const written = await writeStatement(tx, { terms, currency, month, version, runId, issuer }, now);
  const after = written ? await findSettlement(tx, written.id) : null;
  const differences = compare(lines, after ? await listLines(tx, after.id) : []);
  if (before && after && differences.length === 0 && alike(before, after)) {
    return { ...same, outcome: 'unchanged', message: `Nothing changed: ${before.id} stays ${before.status}.` };
  }
  if (!before && !after) return { ...same, outcome: 'nothing', message: 'There are no lines: no statement.' };
  if (before) await enqueue(tx, 'settlement.changed', [before.id], now);
  return {
    before,
    after,
    differences,
    outcome: 'reissued',
    message: describe(before, after),
    settlementId: after?.id ?? null,
  };
}

/** Whether two statements are the same, except for their lines. */
function alike(first: SettlementRow, other: SettlementRow): boolean {
  const standing = (status: SettlementStatus) => (status === 'carried' ? 'carried' : 'issued');
  return (
    standing(first.status) === standing(other.status) &&
    first.dueOn === other.dueOn &&
    first.method === other.method &&
    first.reference === other.reference &&
    first.vatMinor === other.vatMinor &&
    isDeepStrictEqual(first.vat, other.vat)
  );
}

function compare(before: readonly LineRow[], after: readonly LineRow[]): LineDifference[] {
  const old = new Map(before.map((line) => [line.earningId, line.commissionMinor]));
  const fresh = new Map(after.map((line) => [line.earningId, line.commissionMinor]));
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((earningId) => ({ earningId, before: old.get(earningId) ?? null, after: fresh.get(earningId) ?? null }))
    .filter((line) => line.before !== line.after);
}

function amountOf(lines: readonly LineRow[], currency: string): string {
  const minor = lines.reduce((sum, line) => sum + line.commissionMinor, 0);
  return moneyText(minor, currency);
}

function describe(before: SettlementRow | null, after: SettlementRow | null): string {
  const tell = (row: SettlementRow) => `${row.id} (${amountText(row.amount)}, ${row.lines} lines)`;
  const fresh = after ? `${tell(after)} is ${after.status}` : 'no statement takes its place, since no lines are left';
  return before ? `${tell(before)} is void; ${fresh}.` : `${fresh}.`;
}

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

import { givenFilters } from '../core/cursor.js';
import type { Id } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import { type EarningRow, findEarnings } from '../earnings/sql/earnings.js';
import { findListing } from '../earnings/sql/settled-lines.js';
import type { Context } from '../platform/context/context.js';
import { statementPayments } from './company-payments.js';
import { type ExplainedEarningRecord, explain } from './explained-earnings.js';
import { findPayoutTargets } from './payout-target.js';
import { smallestPayout } from './rules/settlement.js';
import { type ExplainedStatement, explainStatement } from './rules/statement-text.js';
import { ownSettlement, toSettlement } from './settlements.js';
import { findStatementChoices } from './sql/company-payments.js';
import { findDocumentFacts } from './sql/settlement-documents.js';
import { pageOfLinesByDay, sumCarriedIn } from './sql/settlement-lines.js';
import { listCompanyRuns } from './sql/settlement-runs.js';
import { findTerms } from './sql/settlement-terms.js';
import {
  listValidVersions,
  listVersions,
  newestSettlements,
  type SettlementFilter,
  type SettlementRow,
} from './sql/settlements.js';

/** A page of a company's live statements with their words, newest first. @throws {ProblemError} 400 `invalid_cursor`. */
export async function companyStatements(
  ctx: Context,
  {
    companyId,
    cursor,
    limit,
    ...given
  }: SettlementFilter & { companyId: Id<'company'>; cursor?: string; limit: number },
) {
  const scope = { surface: 'dashboard settlements', mode: 'live' as const, companyId };
  const asked = givenFilters({ ...given });
  const opened = cursor === undefined ? undefined : ctx.cursors.open(scope, cursor, asked);
  const filters = opened?.filters ?? asked;
  const [rows, choices] = await Promise.all([
    newestSettlements(ctx.sql, companyId, limit + 1, filters, opened?.position.id),
    findStatementChoices(ctx.sql, companyId),
  ]);
  const { page, next } = ctx.cursors.pageOf(rows, { limit, scope, filters });
  return { statements: await explainSettlements(ctx, companyId, page), next, choices };
}

async function explainSettlements(ctx: Context, companyId: Id<'company'>, rows: readonly SettlementRow[]) {
  const [terms, valid, target] = await Promise.all([
    findTerms(ctx.sql, companyId),
    listValidVersions(ctx.sql, companyId),
    findPayoutTargets(ctx, companyId),
  ]);
  const now = ctx.clock.now();
  return rows.map((row) => {
    const { currency, month, version, method } = row;
    const ofCurrency = valid.filter((statement) => statement.currency === currency);
    const facts: ExplainedStatement = {
      ...row,
      ...target(row),
      minimumMinor: terms && smallestPayout(terms, currency),
      carriedTo: ofCurrency.find((statement) => statement.month > month)?.month ?? null,
      replacedBy:
        ofCurrency.find((statement) => statement.month === month && statement.version > version)?.version ?? null,
      method,
    };
    return { ...toSettlement(row), month, version, explanation: explainStatement(facts, now) };
  });
}

/** One statement of a company with what led to it and what became of it. @throws {ProblemError} 404 `settlement_not_found`. */
export async function showCompanyStatement(ctx: Context, { companyId, id }: { companyId: Id<'company'>; id: string }) {
  const row = await ownSettlement(ctx, { companyId, mode: 'live' }, id);
  const [facts, carried, versions, payments] = await Promise.all([
    findDocumentFacts(ctx.sql, id),
    sumCarriedIn(ctx.sql, row),
    listVersions(ctx.sql, row),
    statementPayments(ctx, { companyId, settlementId: row.id }),
  ]);
  const explained = await explainSettlements(ctx, companyId, versions);
  const settlement = explained.find((statement) => statement.id === id);
  if (!settlement) throw new Error(`${id} is no version of itself`);

  return {
    ...settlement,
    number: facts.number,
    recipient: facts.recipient,
    carried_in: carried.map(({ month, minor }) => ({ month, amount: toDecimal(minor, row.currency) })),
    versions: explained,
    changes: await listChanges(ctx, row),
    payments,
  };
}

/** What we did to the month of a statement: reruns, and adjustments of it or on it, the newest first. */
async function listChanges(ctx: Context, row: SettlementRow) {
  const runs = (await listCompanyRuns(ctx.sql, row, 200)).filter(({ status }) => status === 'finished');
  const ids = runs.flatMap(({ result }) => (typeof result?.earningId === 'string' ? [result.earningId] : []));
  const listed = await findListing(ctx.sql, ids);
  return runs.flatMap(({ kind, startedAt: at, reason, result, companyId, currency }) => {
    // A close of all companies is no change of this one.
    if ((kind !== 'rerun' && kind !== 'void' && kind !== 'adjust') || companyId !== row.companyId) return [];
    if (kind === 'adjust' && currency !== row.currency) return [];
    const adjusted = kind === 'adjust' && typeof result?.amount === 'number' ? result.amount : null;
    const settlement_id = listed.get(String(result?.earningId ?? '')) ?? null;
    return [{ kind, at, reason, amount: adjusted, settlement_id }];
  });
}

/**
 * A page of a statement's lines in the order of days: the amounts that it listed, and where their money is now.
 *
 * @throws {ProblemError} 404 `settlement_not_found`, 400 `invalid_cursor`.
 */
export async function explainedLines(
  ctx: Context,
  { companyId, id, cursor, limit }: { companyId: Id<'company'>; id: string; cursor?: string; limit: number },
): Promise<{ records: ExplainedEarningRecord[]; next: string | null }> {
  const row = await ownSettlement(ctx, { companyId, mode: 'live' }, id);
  const scope = { surface: `dashboard settlement ${row.id}`, mode: 'live' as const, companyId };
  const after = cursor === undefined ? null : ctx.cursors.open(scope, cursor, {}).position;
  const at = ({ createdAt }: EarningRow) => createdAt.toISOString();
  const { page, next } = ctx.cursors.pageOf(await pageOfLinesByDay(ctx.sql, id, after, limit + 1), {
    limit,
    scope,
    at,
  });
  const current = await findEarnings(
    ctx.sql,
    page.map(({ id: earningId }) => earningId),
  );
  return { records: await explain(ctx, companyId, page, current), next };
}

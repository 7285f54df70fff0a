import { getCompany } from '../companies/get-company.js';
import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import { tryOut } from '../platform/database/try-out.js';
import { assertMonthOver } from './close-run.js';
import { endOfMonth, ProofFailed } from './rules/settlement.js';
import { beginRun } from './sql/settlement-runs.js';
import { listCurrencies, lockTerms, pageOfCompanies } from './sql/settlement-terms.js';
import { prepareWriting } from './sql/settlement-writes.js';
import { findLaterMonth, listVersions } from './sql/settlements.js';
import { toIssuer, type WrittenStatement, writeStatement } from './write-statement.js';

export interface PreviewedStatement {
  companyId: Id<'company'>;
  currency: string;
  /** A sentence: it would be refused for this. */
  outcome: WrittenStatement | 'kept' | string;
}

const PAGE = 100;

/**
 * @returns the statements that a close of the month would write; everything is rolled back.
 *
 * @throws {SettlementRefused} for a month that is not over.
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function* previewClose(
  ctx: Context,
  input: { month: string; company?: string; currency?: string },
): AsyncGenerator<PreviewedStatement> {
  const { month, currency } = input;
  assertMonthOver(ctx, month);
  const only = input.company === undefined ? null : (await getCompany(ctx, input.company)).id;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const companies: string[] = only === null ? await pageOfCompanies(ctx.sql, after, PAGE) : [only];
    const due = await listCurrencies(ctx.sql, companies, month, endOfMonth(month));
    for (const statement of due) {
      if (currency !== undefined && statement.currency !== currency) continue;
      const outcome = await preview(ctx, { ...statement, month });
      if (outcome !== null) yield { ...statement, outcome };
    }
    after = only === null && companies.length === PAGE ? companies.at(-1) : undefined;
  }
}

async function preview(
  ctx: Context,
  of: { companyId: Id<'company'>; currency: string; month: string },
): Promise<PreviewedStatement['outcome'] | null> {
  const now = ctx.clock.now();
  try {
    return await tryOut(ctx.sql, async (tx) => {
      const [, terms] = await Promise.all([prepareWriting(tx, 5), lockTerms(tx, of.companyId)]);
      if (!terms) return null;
      if ((await listVersions(tx, of)).length > 0 || (await findLaterMonth(tx, of))) return 'kept';
      const newRun = { key: 'preview', kind: 'close' as const, requestedBy: 'preview', reason: 'preview' };
      const runId = await beginRun(tx, { ...newRun, ...of }, now);
      return writeStatement(tx, { ...of, terms, version: 1, runId, issuer: toIssuer(ctx) }, now);
    });
  } catch (error) {
    if (error instanceof ProofFailed) return `refused: ${error.message}`;
    throw error;
  }
}

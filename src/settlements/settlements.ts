import { getCompany } from '../companies/get-company.js';
import { certificateNotices } from '../core/certificate-notices.js';
import type { Id } from '../core/ids.js';
import { decimalOf, toDecimal } from '../core/money.js';
import { ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import { toEarning } from '../earnings/to-earning.js';
import type { Earning } from '../earnings/wire.js';
import type { Context } from '../platform/context/context.js';
import type { StoredVat } from './rules/vat.js';
import { inventStatement, SAMPLE_ID } from './sample-statement.js';
import { findLines, listLineOrder, pageOfLines } from './sql/settlement-lines.js';
import { findAdjustmentCauses } from './sql/settlement-runs.js';
import { findTerms } from './sql/settlement-terms.js';
import { findSettlement, newestSettlements, type SettlementRow } from './sql/settlements.js';
import type { StatementSource } from './statement-csv.js';
import type { Settlement, SettlementLines, SettlementLinesQuery, SettlementsList } from './wire.js';

/** Statements in one response (contract: Limits). */
const MOST = 36;

/** The company's terms and newest statements (contract: GET /settlements); a test key sees no statements. */
export async function listCompanySettlements(ctx: Context, input: { caller: Caller }): Promise<SettlementsList> {
  const { companyId, mode } = input.caller;
  const [terms, rows] = await Promise.all([
    readCompanyTerms(ctx, companyId),
    mode === 'test' ? [] : newestSettlements(ctx.sql, companyId, MOST),
  ]);
  const notices: string[] = [];
  if (mode === 'test') {
    notices.push(
      `sandbox: Test sales never settle, so a test key sees no statements. Read the sample at /settlements/${SAMPLE_ID}/lines.`,
    );
  }
  if (!terms) notices.push('terms_not_agreed: No settlement terms are agreed yet, so no statements are issued.');
  notices.push(...certificateNotices(input.caller, ctx.clock.now()));
  return {
    object: 'list',
    mode,
    terms,
    settlements: rows.map(toSettlement),
    ...(notices.length > 0 && { notices }),
  };
}

/** The terms of a company as partners see them; null: none are agreed. */
export async function readCompanyTerms(ctx: Context, companyId: Id<'company'>): Promise<SettlementsList['terms']> {
  const terms = await findTerms(ctx.sql, companyId);
  return (
    terms && {
      method: terms.method,
      netDays: terms.netDays,
      minimum: toDecimal(terms.minimumMinor, terms.currency),
      reference: terms.reference,
    }
  );
}

const PAGE = 1_000;

/** Lines with their values at issue. @throws {ProblemError} 404 `settlement_not_found`, 400 `invalid_cursor`. */
export async function listSettlementLines(
  ctx: Context,
  input: { caller: Caller; id: string; query: SettlementLinesQuery },
): Promise<SettlementLines> {
  const { caller, id, query } = input;
  const sample = isSample(caller, id) ? await inventStatement(ctx, caller.companyId) : null;
  const settlement = sample?.settlement ?? toSettlement(await ownSettlement(ctx, caller, id));
  const scope = { surface: `settlement ${id}`, mode: caller.mode, companyId: caller.companyId };
  const after = query.cursor === undefined ? '' : ctx.cursors.open(scope, query.cursor, {}).position.id;
  const rows: Earning[] = sample
    ? sample.lines.filter((line) => line.id > after).map(({ note, ...earning }) => earning)
    : (await pageOfLines(ctx.sql, id, after, query.limit + 1)).map(toEarning);
  const { page, next } = ctx.cursors.pageOf(rows, { limit: query.limit, scope });
  return { object: 'list', mode: caller.mode, settlement, lines: page, next };
}

/** Whether a test key asks for the sample. Other keys may not read it. */
export const isSample = ({ mode }: StatementOwner, id: string): boolean => mode === 'test' && id === SAMPLE_ID;

/** A statement with all lines by date, in pages to spare memory. @throws {ProblemError} 404 `settlement_not_found`. */
export async function readSettlement(
  ctx: Context,
  input: { caller: StatementOwner; id: string },
): Promise<StatementSource & { company: { id: string; name: string } }> {
  if (isSample(input.caller, input.id)) {
    const sample = await inventStatement(ctx, input.caller.companyId);
    return { ...sample, lines: () => [sample.lines] };
  }
  const row = await ownSettlement(ctx, input.caller, input.id);
  const { id, name } = await getCompany(ctx, row.companyId);
  return {
    settlement: toSettlement(row),
    company: { id, name },
    async *lines() {
      const order = await listLineOrder(ctx.sql, row.id);
      for (let at = 0; at < order.length; at += PAGE) {
        const records = await findLines(ctx.sql, row.id, order.slice(at, at + PAGE));
        const adjustments = records.filter(({ kind }) => kind === 'adjustment');
        const notes = await findAdjustmentCauses(
          ctx.sql,
          adjustments.map(({ id }) => id),
        );
        yield records.map((record) => ({ ...toEarning(record), note: notes.get(record.id)?.reason ?? null }));
      }
    },
  };
}

export type StatementOwner = Pick<Caller, 'companyId' | 'mode'>;

/** @throws {ProblemError} 404 `settlement_not_found`; a test key has none. */
export async function ownSettlement(ctx: Context, caller: StatementOwner, id: string): Promise<SettlementRow> {
  const row = caller.mode === 'test' ? null : await findSettlement(ctx.sql, id);
  if (!row || row.companyId !== caller.companyId) throw new ProblemError('settlement_not_found');
  return row;
}

/** The statement as partners see it (contract: Settlement). */
export function toSettlement(row: SettlementRow): Settlement {
  return {
    id: row.id,
    period_start: row.periodStart,
    period_end: row.periodEnd,
    due_on: row.dueOn,
    amount: toDecimal(row.amount.minor - row.vatMinor, row.currency),
    currency: row.currency,
    lines: row.lines,
    totals: {
      sales: toDecimal(row.totals.sale, row.currency),
      refunds: toDecimal(row.totals.refund, row.currency),
      adjustments: toDecimal(row.totals.adjustment, row.currency),
    },
    status: row.status,
    method: row.method,
    reference: row.reference,
    payment_reference: row.paymentReference,
    issued_at: row.issuedAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    updated_at: row.changedAt.toISOString(),
    ...(row.vat && { vat: toStatementVat(row, row.vat) }),
  };
}

function toStatementVat({ amount, vatMinor, currency }: SettlementRow, vat: StoredVat): Settlement['vat'] {
  const { treatment, rate, note, self_billing, base_minor } = vat;
  return {
    ...{ treatment, rate, base: toDecimal(base_minor, currency) },
    ...{ amount: toDecimal(vatMinor, currency), total: decimalOf(amount), self_billing, note },
  };
}

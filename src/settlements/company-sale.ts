import type { Id } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import { noSuch } from '../core/problems.js';
import { findEarnings, listEarningsOfSales } from '../earnings/sql/earnings.js';
import { listEntriesOfSale } from '../earnings/sql/ledger.js';
import { findOwnSaleId, findSale } from '../earnings/sql/sales.js';
import type { Context } from '../platform/context/context.js';
import { type ExplainedEarningRecord, explain } from './explained-earnings.js';
import { type SaleHistory, saleSteps } from './rules/sale-steps.js';
import { findEventDays } from './sql/settlement-documents.js';
import { listListings } from './sql/settlement-lines.js';
import { listTransfers } from './sql/settlement-payments.js';
import { findAdjustmentCauses, listOwedAgain, type OwedAgain } from './sql/settlement-runs.js';
import { findTerms } from './sql/settlement-terms.js';
import { findSettlements } from './sql/settlements.js';

/**
 * One sale of a company with its time line. A correction without a sale has a sale's id too.
 *
 * @param id of the sale, of its order, or of an earning of it.
 * @throws {ProblemError} 404 `not_found`, also for a sale of another company.
 */
export async function showCompanySale(ctx: Context, { companyId, id }: { companyId: Id<'company'>; id: string }) {
  const saleId = await findOwnSaleId(ctx.sql, companyId, id);
  if (saleId === null) throw noSuch('sale', id);
  const [rows, entries, sale, terms] = await Promise.all([
    listEarningsOfSales(ctx.sql, [saleId]),
    listEntriesOfSale(ctx.sql, saleId),
    findSale(ctx.sql, saleId),
    findTerms(ctx.sql, companyId),
  ]);
  const [first] = rows;
  if (!first) throw noSuch('sale', id);
  const ids = rows.map((row) => row.id);
  const corrections = rows.filter(({ kind }) => kind === 'adjustment');
  const records = await explain(ctx, companyId, rows);
  const [notes, { statements, owedAgain }, [event = null]] = await Promise.all([
    findAdjustmentCauses(ctx.sql, ids),
    listStatements(ctx, companyId, records),
    findEventDays(ctx.sql, first.eventId === null ? [] : [first.eventId]),
  ]);
  const steps = saleSteps({
    entries: [
      ...entries.map(({ kind, commissionMinor, reason, createdAt }) => ({
        ...{ kind, minor: commissionMinor, reason, note: null, at: createdAt },
      })),
      ...corrections.map(({ id: correction, kind, commissionMinor, reason, createdAt }) => ({
        ...{ kind, minor: commissionMinor, reason, note: notes.get(correction)?.reason ?? null, at: createdAt },
      })),
    ],
    own: rows.find(({ kind }) => kind === 'sale'),
    statements,
    upcoming: records.flatMap(({ next_step: step, next_at: at }, i) =>
      step === 'statement' && at ? { at: new Date(at), minor: rows[i]?.commissionMinor ?? 0 } : [],
    ),
    hasTerms: terms !== null,
    now: ctx.clock.now(),
  });
  const { currency, mode } = first;
  const minor = [...entries, ...corrections].reduce((sum, { commissionMinor }) => sum + commissionMinor, 0);
  return {
    ...{ id: saleId, mode, sale, event, records, net: { minor, currency } },
    steps: steps.map(({ minor: of, ...step }) => ({ ...step, amount: of === null ? null : toDecimal(of, currency) })),
    next: whatIsNext([...records, ...owedAgain]),
  };
}

/** The statements that list the records, with what became of their payments, and what those payments are owed again. */
async function listStatements(
  ctx: Context,
  companyId: Id<'company'>,
  records: readonly ExplainedEarningRecord[],
): Promise<{ statements: SaleHistory['statements']; owedAgain: ExplainedEarningRecord[] }> {
  const listings = await listListings(
    ctx.sql,
    companyId,
    records.map(({ id }) => id),
  );
  const payAt = (id: string) =>
    records.find((record) => record.settlement_id === id && record.next_step === 'payment')?.next_at ?? null;
  const rows = await findSettlements(
    ctx.sql,
    listings.map(({ id }) => id),
  );
  const found = await Promise.all(
    listings.map(async ({ id, listedMinor }) => {
      const [transfers, owed] = await Promise.all([
        listTransfers(ctx.sql, id),
        listOwedAgain(ctx.sql, { id, companyId }),
      ]);
      return { row: rows.get(id), listedMinor, transfers, owed };
    }),
  );
  const adjustments = await findEarnings(
    ctx.sql,
    found.flatMap(({ owed }) => owed.map(({ earningId }) => earningId)),
  );
  const cameBackAt = ({ earningId, bookedOn }: OwedAgain) =>
    bookedOn === null ? adjustments.get(earningId)?.createdAt : new Date(bookedOn);
  return {
    statements: found.flatMap(({ row, listedMinor, transfers, owed }) =>
      row
        ? {
            ...row,
            listedMinor,
            payAt: toDate(payAt(row.id)),
            refusedAt: transfers.flatMap(({ state, endedAt }) => (state === 'refused' && endedAt ? endedAt : [])),
            returnedAt: owed.flatMap((adjustment) => cameBackAt(adjustment) ?? []),
          }
        : [],
    ),
    owedAgain: await explain(ctx, companyId, [...adjustments.values()]),
  };
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

/** The words of the record that changes next; if none does, of the newest. */
function whatIsNext(records: readonly ExplainedEarningRecord[]): string {
  const [soonest] = records
    .filter(({ next_at: at }) => at !== null)
    .sort((a, b) => String(a.next_at).localeCompare(String(b.next_at)));
  return (soonest ?? records.at(-1))?.explanation ?? '';
}

import { csvFile, plain } from '../core/csv.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { currencyExponent } from '../core/money.js';
import {
  type EarningsFilters,
  type EarningsOwner,
  pageEarnings,
  type StatementParts,
  streamEarnings,
  toLedgerTotals,
  toTotals,
} from '../earnings/list-earnings.js';
import type { EarningRow } from '../earnings/sql/earnings.js';
import { listEarningEvents } from '../earnings/sql/earnings-list.js';
import { toEarning } from '../earnings/to-earning.js';
import type { Earning, EarningsQuery } from '../earnings/wire.js';
import type { Context } from '../platform/context/context.js';
import { findPayoutTargets } from './payout-target.js';
import { type Explanation, explainEarning, type NextStep } from './rules/earning-text.js';
import { findEventDays, findEventNames } from './sql/settlement-documents.js';
import { findMovedFrom, linesOf, paidWithin } from './sql/settlement-lines.js';
import { findAdjustmentCauses } from './sql/settlement-runs.js';
import { findTerms } from './sql/settlement-terms.js';
import { findSettlements } from './sql/settlements.js';

/** Parts of statements about earnings that read the tables of this room. */
export const STATEMENT_PARTS: StatementParts = { linesOf, paidWithin };

/** An earning as people read it: the API's record with words for it. Never a buyer's data. */
export interface ExplainedEarningRecord extends Earning {
  event_name: string | null;
  explanation: string;
  next_at: string | null;
  next_step: NextStep | null;
}

/**
 * A company's earnings, newest first, with reasons and next dates in words, and the totals of all that match, by
 * currency. @throws {ProblemError} 400 `invalid_cursor`.
 */
export async function explainedEarnings(
  ctx: Context,
  owner: EarningsOwner,
  query: EarningsFilters & Pick<EarningsQuery, 'limit' | 'cursor'>,
) {
  const { page, next, sums } = await pageEarnings(ctx, owner, query, STATEMENT_PARTS);
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  return {
    records: await explain(ctx, owner.companyId, page),
    next,
    totals: currencies.map((currency) => ({
      currency,
      ...toTotals(sums, currency),
      ...toLedgerTotals(sums, currency),
      records: sums.filter((sum) => sum.currency === currency).reduce((sum, { records }) => sum + records, 0),
    })),
  };
}

/** Adds words about where the money is now. @param listed one company's records as a statement listed them. */
export async function explain(
  ctx: Context,
  companyId: Id<'company'>,
  listed: readonly EarningRow[],
  current: ReadonlyMap<string, EarningRow> = new Map(),
): Promise<ExplainedEarningRecord[]> {
  const rows = listed.map((row) => current.get(row.id) ?? row);
  const ids = (of: (row: EarningRow) => string | null) => [...new Set(rows.flatMap((row) => of(row) ?? []))];
  const [names, statements, moves, terms, corrections, targetOf] = await Promise.all([
    findEventNames(
      ctx.sql,
      ids(({ eventId }) => eventId),
    ),
    findSettlements(
      ctx.sql,
      ids(({ settlementId }) => settlementId),
    ),
    findMovedFrom(
      ctx.sql,
      companyId,
      ids(({ settlementId, id }) => settlementId && id),
    ),
    findTerms(ctx.sql, companyId),
    findAdjustmentCauses(
      ctx.sql,
      ids(({ kind, id }) => (kind === 'adjustment' ? id : null)),
    ),
    findPayoutTargets(ctx, companyId),
  ]);
  const now = ctx.clock.now();
  return rows.map((row, i) => {
    const listing = statements.get(row.settlementId ?? '');
    const statement = listing ? { ...listing, ...targetOf(listing) } : null;
    const correction = corrections.get(row.id)?.reason ?? null;
    const context = { statement, movedFrom: moves.get(row.id), correction, hasTerms: terms !== null, now };
    const { text, next }: Explanation = explainEarning(row, context);
    return {
      ...toEarning(listed[i] ?? row),
      event_name: names.get(row.eventId ?? '') ?? null,
      explanation: text,
      next_at: next?.at.toISOString() ?? null,
      next_step: next?.step ?? null,
    };
  });
}

/** The events that a company has earnings of, the newest first: at most 200, to choose from. */
export async function earningEvents(
  ctx: Context,
  of: { companyId: Id<'company'>; mode: Mode },
): Promise<{ id: string; name: string; date: string | null }[]> {
  const ids = await listEarningEvents(ctx.sql, of, 200);
  const events = new Map((await findEventDays(ctx.sql, ids)).map((event) => [event.id, event]));
  return ids.map((id) => events.get(id) ?? { id, name: id, date: null });
}

/** An amount with all the digits of its currency. */
const amount = (value: number | null, currency: string) => plain(value?.toFixed(currencyExponent(currency)) ?? null);

const CSV = csvFile<ExplainedEarningRecord>('people', [
  ['created_at', (record) => plain(record.created_at)],
  ['event', (record) => record.event_name],
  ['event_id', (record) => record.event_id],
  ['sub_id', (record) => record.sub_id],
  ['kind', (record) => record.kind],
  ['status', (record) => record.status],
  ['reason', (record) => record.reason],
  ['explanation', (record) => record.explanation],
  ['next_step', (record) => record.next_step],
  ['next_at', (record) => plain(record.next_at)],
  ['transaction_value', (record) => amount(record.transaction_value, record.currency)],
  ['commission', (record) => amount(record.commission, record.currency)],
  ['currency', (record) => record.currency],
  ['sale_id', (record) => record.sale_id],
  ['id', (record) => record.id],
  ['settlement_id', (record) => record.settlement_id],
  ['order_id', (record) => record.order_id],
]);

/** Everything that matches as a CSV file for people, page by page. */
export async function* earningsCsv(
  ctx: Context,
  owner: EarningsOwner,
  filters: EarningsFilters,
): AsyncGenerator<string> {
  yield CSV.header;
  for await (const rows of streamEarnings(ctx, owner, filters, STATEMENT_PARTS)) {
    const records = await explain(ctx, owner.companyId, rows);
    yield records.map(CSV.line).join('');
  }
}

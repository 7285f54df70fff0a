import { getCompany } from '../companies/get-company.js';
import type { Id } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { endOfMonth, lastEndedMonth, payableFrom, startOfMonth } from './rules/settlement.js';
import { BETWEEN_TAX_IDS, findBillings } from './sql/billing.js';
import type { StoredParty } from './sql/settlement-documents.js';
import { findTerms } from './sql/settlement-terms.js';
import { statementPdf } from './statement-pdf.js';
import type { Settlement, StatementLine } from './wire.js';
import { toIssuer } from './write-statement.js';

/** The id of the sample. No stored statement has it. */
export const SAMPLE_ID = 'stm_sample';
const EVENTS = new Map([
  ['evt_sample1', 'Northern Lights Orchestra'],
  ['evt_sample2', 'The Half Hour at Short Notice'],
]);

/** Days into the month, its kind, its event, its sale, and minor units of the tickets' price and of the commission. */
const LINES = [
  [2, 'sale', 'evt_sample1', 'sale_sample1', 9_000, 900],
  [5, 'sale', 'evt_sample2', 'sale_sample2', 12_000, 2_500],
  [9, 'refund', 'evt_sample1', 'sale_sample1', -4_500, -450],
  [17, 'sale', 'evt_sample1', 'sale_sample3', 36_000, 3_600],
  [24, 'adjustment', null, 'sale_sample4', null, -150],
] as const;

export interface Sample {
  settlement: Settlement;
  company: { id: string; name: string };
  recipient: StoredParty;
  /** Sorted by day and by id, which give the same order. */
  lines: StatementLine[];
}

/**
 * A sample statement of the month that ended last: the company's name, currency and terms, and invented lines of every kind. Nothing is
 * stored.
 */
export async function inventStatement(ctx: Context, companyId: Id<'company'>): Promise<Sample> {
  const [{ id, name, currency }, billings, terms] = await Promise.all([
    getCompany(ctx, companyId),
    findBillings(ctx.sql, [companyId]),
    findTerms(ctx.sql, companyId),
  ]);
  const month = lastEndedMonth(ctx.clock.now());
  const [start, end] = [startOfMonth(month), endOfMonth(month)];
  const lines = LINES.map(([days, kind, eventId, sale, priceMinor, minor], i): StatementLine => {
    const value = priceMinor === null ? null : toDecimal(priceMinor, currency);
    return {
      id: `ern_sample${i + 1}`,
      ...{ sale_id: sale, event_id: eventId, sub_id: kind === 'adjustment' ? null : 'newsletter', kind },
      ...{ transaction_value: value, commission: toDecimal(minor, currency), currency, status: 'ready' as const },
      ...{ reason: null, test: true, settlement_id: SAMPLE_ID, approves_at: null },
      order_id: kind === 'adjustment' ? null : sale.replace('sale_', 'ord_'),
      note: kind === 'adjustment' ? 'Corrects a sale that was credited late' : null,
      created_at: new Date(start.getTime() + days * DAY).toISOString(),
    };
  });
  const sumOf = (lines: readonly (typeof LINES)[number][]) => lines.reduce((minor, line) => minor + line[5], 0);
  const ofKind = (kind: StatementLine['kind']) => toDecimal(sumOf(LINES.filter((line) => line[1] === kind)), currency);
  const sum = sumOf(LINES);
  const billing = billings.get(id);
  return {
    settlement: {
      id: SAMPLE_ID,
      ...{ period_start: dayOf(start), period_end: dayOf(end), issued_at: end.toISOString() },
      due_on: dayOf(payableFrom(month, terms?.netDays ?? 30)),
      ...{ amount: toDecimal(sum, currency), currency, lines: lines.length, status: 'issued' },
      totals: { sales: ofKind('sale'), refunds: ofKind('refund'), adjustments: ofKind('adjustment') },
      ...{ method: terms?.method ?? 'bank_transfer', reference: terms?.reference ?? null },
      ...{ payment_reference: null, paid_at: null },
    },
    company: { id, name },
    recipient: {
      name: billing?.legalName ?? name,
      address: billing?.address ?? [],
      tax_id: billing?.taxIds.join(BETWEEN_TAX_IDS) || null,
    },
    lines,
  };
}

/** The sample as a PDF. Its title and its first line call it a sample. */
export async function sampleStatementPdf(ctx: Context, companyId: Id<'company'>): Promise<Buffer> {
  const sample = await inventStatement(ctx, companyId);
  return statementPdf({
    ...sample,
    fonts: ctx.fonts,
    number: null,
    issuer: toIssuer(ctx),
    lines: () => [sample.lines],
    eventNames: async () => EVENTS,
    isSample: true,
  });
}

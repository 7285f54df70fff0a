import type { Readable } from 'node:stream';
import { getCompany } from '../companies/get-company.js';
import { toDecimal } from '../core/money.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { endOfMonth, lastEndedMonth, payableFrom, startOfMonth } from './rules/settlement.js';
import type { StatementLine } from './settlements.js';
import { BETWEEN_TAX_IDS, findBillings } from './sql/billing.js';
import type { StoredParty } from './sql/settlement-documents.js';
import { findTerms } from './sql/settlement-terms.js';
import { settlementCsv } from './statement-csv.js';
import { statementPdf } from './statement-pdf.js';
import type { Settlement } from './wire.js';
import { toIssuer } from './write-statement.js';

const ID = 'stm_sample';
const EVENTS = new Map([
  ['evt_sample1', 'Northern Lights Orchestra'],
  ['evt_sample2', 'The Half Hour at Short Notice'],
]);

/** Days into the month, what it is, its event, its sale, and minor units of the tickets' price and of the commission. */
const LINES = [
  [2, 'sale', 'evt_sample1', 'sale_sample1', 9_000, 900],
  [5, 'sale', 'evt_sample2', 'sale_sample2', 12_000, 2_500],
  [9, 'refund', 'evt_sample1', 'sale_sample1', -4_500, -450],
  [17, 'sale', 'evt_sample1', 'sale_sample3', 36_000, 3_600],
  [24, 'adjustment', null, 'sale_sample4', null, -150],
] as const;

/** Of the month that ended last. */
interface Sample {
  settlement: Settlement;
  company: { id: string; name: string };
  recipient: StoredParty;
  lines(): AsyncGenerator<StatementLine[]>;
}

/**
 * What a company's statements look like, for whoever has none yet: with its own name, currency and terms, and invented lines of every kind.
 * Nothing of it is stored.
 */
async function inventStatement(ctx: Context, companyId: string): Promise<Sample> {
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
      ...{ reason: null, test: false, settlement_id: ID, approves_at: null },
      note: kind === 'adjustment' ? 'Corrects a sale that was credited late' : null,
      created_at: new Date(start.getTime() + days * DAY).toISOString(),
    };
  });
  const sum = LINES.reduce((minor, line) => minor + line[5], 0);
  const billing = billings.get(id);
  return {
    settlement: {
      id: ID,
      ...{ period_start: dayOf(start), period_end: dayOf(end), issued_at: end.toISOString() },
      due_on: dayOf(payableFrom(month, terms?.netDays ?? 30)),
      ...{ amount: toDecimal(sum, currency), currency, lines: lines.length, status: 'issued' },
      ...{ method: terms?.method ?? 'bank_transfer', reference: terms?.reference ?? null },
      ...{ payment_reference: null, paid_at: null },
    },
    company: { id, name },
    recipient: {
      name: billing?.legalName ?? name,
      address: billing?.address ?? [],
      tax_id: billing?.taxIds.join(BETWEEN_TAX_IDS) || null,
    },
    async *lines() {
      yield lines;
    },
  };
}

/** A sample of a company's statements as a PDF, which says in its title and its first line that it is one. */
export async function sampleStatementPdf(ctx: Context, companyId: string): Promise<Buffer> {
  const sample = await inventStatement(ctx, companyId);
  const eventNames = async () => EVENTS;
  return statementPdf({ ...sample, fonts: ctx.fonts, number: null, issuer: toIssuer(ctx), eventNames, isSample: true });
}

/** The same as CSV, with ids that tell that they are of a sample. */
export async function sampleStatementCsv(ctx: Context, companyId: string): Promise<Buffer | Readable> {
  return settlementCsv(await inventStatement(ctx, companyId), 'people');
}

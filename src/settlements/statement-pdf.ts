import { setImmediate as othersFirst } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { currencyExponent, toDecimal, toMinor } from '../core/money.js';
import type { Earning } from '../earnings/wire.js';
import type { PdfFonts } from '../platform/pdf/fonts.js';
import { PdfPages } from '../platform/pdf/pdf-pages.js';
import { rateText } from './rules/vat.js';
import type { StoredParty } from './sql/settlement-documents.js';
import type { StatementSource } from './statement-csv.js';
import type { Settlement, StatementLine } from './wire.js';

/** Lines printed one by one; of the others the page prints the number and the sum. */
const PRINTED_LINES = 2_000;
/** Points that the totals and the note below them take. The last lines stand on their page. */
const TOTALS_HEIGHT = 220;
const LINES_BESIDE_TOTALS = 3;
/** Lines between which other callers get their turn: all of them would keep the process for a second. */
const AT_A_STRETCH = 10;

export interface PrintedStatement extends StatementSource {
  /** Shared by the process. */
  fonts: PdfFonts;
  company: { id: string; name: string };
  number: number | null;
  issuer: StoredParty;
  recipient: StoredParty;
  /** Its lines are invented: it says so. */
  isSample?: boolean;
  /** Names by id; an event that is not there is printed by its id. */
  eventNames(ids: readonly string[]): Promise<Map<string, string>>;
}

const KINDS = { sale: 'Sales', refund: 'Refunds', adjustment: 'Adjustments' } as const;

/** Sums in minor units by kind of line. */
type Totals = Record<Earning['kind'], { lines: number; minor: number }>;

/** A statement as a tagged document of A4 pages; the printed lines and the summed rest add up to its amount. */
export async function statementPdf(source: PrintedStatement): Promise<Buffer> {
  const { fonts, settlement, company, issuer, recipient, isSample } = source;
  const number = numberOf(source);
  const mark = isSample ? SAMPLE : settlement.status === 'void' ? VOID : null;
  const title = mark ? `Settlement statement (${mark.name})` : 'Settlement statement';
  const pages = new PdfPages({
    fonts,
    title: isSample ? title : `Settlement statement ${number}`,
    language: 'en-GB',
    author: issuer.name,
    createdAt: new Date(settlement.issued_at),
    footer: (page, count) => `Statement ${number} · ${settlement.id} · page ${page} of ${count}`,
  });
  pages.heading(1, title);
  if (mark) pages.paragraph(mark.says, { weight: 'bold' });
  pages.blocks([
    { label: 'Issued by', lines: partyLines(issuer) },
    { label: 'Issued to', lines: [...partyLines(recipient), `Partner ${partnerOf(fonts, company)}`] },
  ]);
  pages.facts(toFacts(source));
  pages.heading(2, 'Lines');
  const totals = await printLines(pages, source);
  pages.heading(2, 'Total');
  printTotals(pages, settlement, totals);
  if (settlement.vat?.note) pages.paragraph(settlement.vat.note);
  pages.paragraph(
    'Amounts are commissions in the currency of the statement; refunds and deductions are negative. Dates are in UTC. ' +
      'The same lines are available as CSV.',
    { size: 8, soft: true },
  );
  return pages.bytes();
}

const VOID = {
  name: 'void',
  says: 'This statement is void and will not be paid. Its lines move to another statement.',
};
const SAMPLE = { name: 'sample', says: 'This is a sample. Its sales are invented and nothing is paid.' };

/** The printed number of the statement in its company's sequence. */
function numberOf({ number, settlement }: PrintedStatement): string {
  return number === null ? settlement.id : `ST-${String(number).padStart(5, '0')}`;
}

/** With the id, by which a name is found that the fonts cannot print. */
function partnerOf(fonts: PdfFonts, { id, name }: PrintedStatement['company']): string {
  return fonts.isPrintable(name) ? `${name} (${id})` : id;
}

function partyLines({ name, address, tax_id }: StoredParty): string[] {
  return [name, ...address, ...(tax_id === null ? [] : [`Tax id: ${tax_id}`])];
}

function toFacts(source: PrintedStatement): [string, string][] {
  const { settlement } = source;
  const { amount, currency, lines, vat } = settlement;
  const last = DateTime.fromISO(settlement.period_end, { zone: 'utc' }).minus({ days: 1 });
  const facts: [string, string | null][] = [
    ['Statement number', numberOf(source)],
    ['Statement id', settlement.id],
    ['Date of issue', day(settlement.issued_at)],
    ['Period', `${day(settlement.period_start)} to ${day(last.toISODate() ?? '')}, both included`],
    ['Amount', `${money(vat?.total ?? amount, currency)} ${currency} (${lines === 1 ? '1 line' : `${lines} lines`})`],
    ['Self-billing', vat?.self_billing ? 'this document is the invoice, issued in the name of the recipient' : null],
    ['Payment', payment(settlement)],
    ['Your reference', settlement.reference],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** The amount at its issue. The document does not follow later payments. */
function payment({ status, due_on, issued_at, method }: Settlement): string {
  if (status === 'void') return 'none';
  if (status === 'carried') return 'none now: the next statement lists these lines again';
  // A late close issues it after the day on which the terms make it due.
  const due = due_on < issued_at.slice(0, 10) ? 'due on receipt' : `due on ${day(due_on)}`;
  return `${due}, by ${method === 'bank_transfer' ? 'bank transfer' : 'transfer of the payment processor'}`;
}

async function printLines(
  pages: PdfPages,
  { fonts, settlement, lines, eventNames }: PrintedStatement,
): Promise<Totals> {
  const { currency } = settlement;
  const totals: Totals = {
    sale: { lines: 0, minor: 0 },
    refund: { lines: 0, minor: 0 },
    adjustment: { lines: 0, minor: 0 },
  };
  const table = pages.table([
    { title: 'Line', share: 27 },
    { title: 'Date', share: 12 },
    { title: 'Kind', share: 15 },
    { title: 'Event or reason', share: 33, wraps: true },
    { title: `Amount ${currency}`, share: 15, align: 'right' },
  ]);
  const last: string[][] = [];
  let printed = 0;
  let rest = 0;
  let restMinor = 0;
  for await (const page of lines()) {
    const names = printed < PRINTED_LINES ? await eventNames(eventIds(page)) : new Map<string, string>();
    for (const line of page) {
      const minor = toMinor(line.commission, currency);
      totals[line.kind].lines += 1;
      totals[line.kind].minor += minor;
      if (printed === PRINTED_LINES) {
        rest += 1;
        restMinor += minor;
        continue;
      }
      const name = eventOf(fonts, line, names);
      last.push([line.id, day(line.created_at), kindOf(line), name, money(line.commission, currency)]);
      if (last.length > LINES_BESIDE_TOTALS) table.row(last.shift() ?? []);
      printed += 1;
      if (printed % AT_A_STRETCH === 0) await othersFirst();
    }
  }
  if (rest > 0) {
    last.push([`${rest} more lines`, '', '', 'in the CSV file', money(toDecimal(restMinor, currency), currency)]);
  }
  table.keepTogether(last, TOTALS_HEIGHT);
  table.end();
  return totals;
}

function eventIds(page: readonly Earning[]): string[] {
  return [...new Set(page.flatMap(({ event_id }) => event_id ?? []))];
}

/** The kind of a line, with the reason where it is not the buyer's refund: `chargeback`. */
function kindOf({ kind, reason }: StatementLine): string {
  return kind === 'refund' && reason !== null && reason !== 'refund' ? reason.replaceAll('_', ' ') : kind;
}

/** The event's name; of an adjustment, its reason. */
function eventOf(fonts: PdfFonts, { event_id, note }: StatementLine, names: ReadonlyMap<string, string>): string {
  if (note && fonts.isPrintable(note)) return note;
  const name = names.get(event_id ?? '');
  return name !== undefined && fonts.isPrintable(name) ? name : (event_id ?? '');
}

function printTotals(pages: PdfPages, { amount, currency, vat }: Settlement, totals: Totals): void {
  const table = pages.table([
    { title: 'Kind', share: 60 },
    { title: 'Lines', share: 15, align: 'right' },
    { title: `Amount ${currency}`, share: 25, align: 'right' },
  ]);
  let all = 0;
  for (const [kind, name] of Object.entries(KINDS)) {
    const { lines, minor } = totals[kind as Earning['kind']];
    all += lines;
    if (lines > 0) table.row([name, String(lines), money(toDecimal(minor, currency), currency)]);
  }
  for (const [name, value] of vatRows(amount, vat)) table.row([name, '', money(value, currency)]);
  table.row(['Total', String(all), money(vat?.total ?? amount, currency)], { strong: true });
  table.end();
}

function vatRows(net: number, vat: Settlement['vat']): [string, number][] {
  if (!vat || vat.treatment === 'none') return [];
  const { treatment, rate, base, amount } = vat;
  const name = treatment === 'rate' && rate !== null ? `VAT ${rateText(rate)}` : 'VAT (reverse charge)';
  // Payments that are owed again had their VAT on an earlier statement.
  const isPart = base !== net;
  return [['Net', net], ...(isPart ? [['Net subject to VAT', base] as [string, number]] : []), [name, amount]];
}

/** An amount with all the digits of its currency, in groups of three. */
function money(value: number, currency: string): string {
  const digits = currencyExponent(currency);
  return new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** `31 October 2026`. */
function day(iso: string): string {
  return DateTime.fromISO(iso, { zone: 'utc' }).toFormat('d MMM yyyy', { locale: 'en-GB' });
}

import { findCompanyNames } from '../companies/sql/companies.js';
import { type CsvColumn, csvFile, plain } from '../core/csv.js';
import { decimalText } from '../core/money.js';
import { invalidField } from '../core/problems.js';
import { pageOfMovements } from '../earnings/sql/ledger.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable } from '../platform/database/database.js';
import { assertMonthOver } from './close-run.js';
import { DATEV_CURRENCY, DATEV_MAX_ROWS, type DatevClient, datevHead, datevRow } from './rules/datev.js';
import {
  ACCOUNTS,
  type Account,
  type Chart,
  DEFAULT_CHART,
  type Movement,
  type Posting,
  type PostingKind,
  toPosting,
} from './rules/journal.js';
import { endOfMonth, startOfMonth } from './rules/settlement.js';
import { findLateEntries, type LateEntries, pageOfStatementMovements } from './sql/journal.js';
import { findAdjustmentCauses } from './sql/settlement-runs.js';

const PAGE = 1_000;

interface Range {
  from: Date;
  to: Date;
}

/** Changes of what we owe to partners in a range: the ledger, oldest first, then VAT and payments of statements. */
export async function* readPostings(db: Queryable, range: Range): AsyncGenerator<Posting[]> {
  for await (const movements of readLedger(db, range)) yield await named(db, movements);
  for await (const movements of readStatements(db, range)) yield await named(db, movements);
}

type Unnamed = Omit<Movement, 'company'>;

async function named(db: Queryable, movements: readonly Unnamed[]): Promise<Posting[]> {
  const names = await findCompanyNames(db, [...new Set(movements.map(({ companyId }) => companyId))]);
  return movements.flatMap(
    (movement) => toPosting({ ...movement, company: names.get(movement.companyId) ?? '' }) ?? [],
  );
}

async function* readLedger(db: Queryable, range: Range): AsyncGenerator<Unnamed[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await pageOfMovements(db, { ...range, after }, PAGE);
    const adjusted = rows.filter(({ kind }) => kind === 'adjustment').map(({ earningId }) => earningId);
    const causes = await findAdjustmentCauses(db, adjusted);
    // The bank's booking day decides when a payment came back: `readStatements` has these.
    const own = rows.filter(({ earningId }) => !causes.get(earningId)?.bookedOn);
    yield own.map(({ kind, earningId, commissionMinor: minor, currency, companyId, createdAt: at, reason }) => {
      const cause = causes.get(earningId);
      const owedAgain = cause?.settlementId != null;
      const text = [TEXTS[owedAgain ? 'owed_again' : kind], cause?.reason ?? reason].filter(Boolean).join(': ');
      return { kind: owedAgain ? 'owed_again' : kind, at, minor, currency, reference: earningId, companyId, text };
    });
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === PAGE;
  }
}

async function* readStatements(db: Queryable, range: Range): AsyncGenerator<Unnamed[]> {
  for (let after = { kind: '', id: '' }, isMore = true; isMore; ) {
    const rows = await pageOfStatementMovements(db, { ...range, after }, PAGE);
    yield rows.map(({ id: reference, kind, minor, currency, companyId, at, about }) => {
      const text = [TEXTS[kind], about].filter(Boolean).join(kind === 'owed_again' ? ': ' : ' ');
      return { kind, at, minor, currency, reference, companyId, text };
    });
    after = rows.at(-1) ?? after;
    isMore = rows.length === PAGE;
  }
}

const TEXTS: Record<PostingKind, string> = {
  sale: 'Commission',
  refund: 'Reversal',
  adjustment: 'Adjustment',
  owed_again: 'Payment came back',
  vat: 'VAT of statement',
  vat_void: 'VAT of void statement',
  payment: 'Payment',
};

export interface JournalOptions {
  month: string;
  /** Other numbers than {@link DEFAULT_CHART}: digits, all of the same length. */
  accounts?: Partial<Chart>;
  /** Writes files for DATEV instead of a CSV file. */
  datev?: DatevClient;
}

export interface Journal {
  files: { name: string; content: Buffer }[];
  /** Sums of the written postings, in minor units. */
  totals: { currency: string; postings: number; debitMinor: number; creditMinor: number }[];
  /** Currencies that the format does not have. */
  leftOut: { currency: string; postings: number }[];
  /** Entries of the bank that an export on the first day after the month lacks; null: none. */
  late: LateEntries | null;
}

/**
 * The journal of a month in the order of days: every change of what we owe to partners, each from one account to another. Days are in
 * UTC, and the bank's own for payments and returns by bank. An entry of the bank that is imported later changes the month it was
 * booked in.
 *
 * @throws {SettlementRefused} for a month that is not over.
 * @throws {ProblemError} `invalid_request` for account numbers, or numbers of the DATEV client, that the formats do not have.
 */
export async function exportJournal(ctx: Context, { month, accounts, datev }: JournalOptions): Promise<Journal> {
  assertMonthOver(ctx, month);
  const chart = checkedChart({ ...DEFAULT_CHART, ...accounts });
  if (datev) checkClient(datev);
  const writer = datev ? datevWriter(ctx, month, chart, datev) : csvWriter(month, chart);
  const totals = new Map<string, Journal['totals'][number]>();
  const leftOut = new Map<string, Journal['leftOut'][number]>();
  const range = { from: startOfMonth(month), to: endOfMonth(month) };
  const all: Posting[] = [];
  for await (const postings of readPostings(ctx.sql, range)) for (const posting of postings) all.push(posting);
  all.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  for (const posting of all) {
    const { currency, minor } = posting;
    if (datev && currency !== DATEV_CURRENCY) {
      leftOut.set(currency, { currency, postings: (leftOut.get(currency)?.postings ?? 0) + 1 });
      continue;
    }
    const sum = totals.get(currency) ?? { currency, postings: 0, debitMinor: 0, creditMinor: 0 };
    totals.set(currency, sum);
    sum.postings += 1;
    sum.debitMinor += minor;
    sum.creditMinor += minor;
    writer.add(posting);
  }
  const byCurrency = (a: { currency: string }, b: { currency: string }) => (a.currency < b.currency ? -1 : 1);
  return {
    files: writer.files(),
    totals: [...totals.values()].sort(byCurrency),
    leftOut: [...leftOut.values()].sort(byCurrency),
    late: await findLateEntries(ctx.sql, range),
  };
}

function checkedChart(chart: Chart): Chart {
  const lengths = new Set(Object.values(chart).map(({ length }) => length));
  for (const [account, number] of Object.entries(chart)) {
    if (!/^\d{4,8}$/.test(number)) throw invalidField('account', `${account} must have 4 to 8 digits, not ${number}`);
  }
  if (lengths.size > 1) throw invalidField('account', 'numbers must all have the same length');
  return chart;
}

function checkClient({ consultant, client }: DatevClient): void {
  const isFrom = (value: number, lowest: number, highest: number) =>
    Number.isInteger(value) && value >= lowest && value <= highest;
  if (!isFrom(consultant, 1_001, 9_999_999)) throw invalidField('consultant', 'must be a number from 1001 to 9999999');
  if (!isFrom(client, 1, 99_999)) throw invalidField('client', 'must be a number from 1 to 99999');
}

interface Writer {
  add(posting: Posting): void;
  files(): Journal['files'];
}

interface Leg extends Posting {
  entry: number;
  account: Account;
  number: string;
}

/** Two lines for each posting. New columns only at the end. */
const COLUMNS: readonly CsvColumn<Leg>[] = [
  ['entry', ({ entry }) => entry],
  ['date', ({ day }) => plain(day)],
  ['account', ({ number }) => plain(number)],
  ['account_name', ({ account }) => plain(ACCOUNTS[account].name)],
  ['debit', (leg) => (leg.account === leg.debit ? plain(decimalText(leg.minor, leg.currency)) : null)],
  ['credit', (leg) => (leg.account === leg.credit ? plain(decimalText(leg.minor, leg.currency)) : null)],
  ['currency', ({ currency }) => plain(currency)],
  ['reference', ({ reference }) => plain(reference)],
  ['kind', ({ kind }) => plain(kind)],
  ['partner_id', ({ companyId }) => plain(companyId)],
  ['partner', ({ company }) => company],
  ['text', ({ text }) => text],
];

function csvWriter(month: string, chart: Chart): Writer {
  const csv = csvFile('people', COLUMNS);
  const parts = [csv.header];
  let entry = 0;
  return {
    add(posting) {
      entry += 1;
      for (const account of [posting.debit, posting.credit])
        parts.push(csv.line({ ...posting, entry, account, number: chart[account] }));
    },
    files: () => [{ name: `journal-${month}.csv`, content: Buffer.from(parts.join('')) }],
  };
}

function datevWriter({ clock }: Context, month: string, chart: Chart, client: DatevClient): Writer {
  const rows: string[] = [];
  return {
    add: (posting) => rows.push(datevRow(posting, chart)),
    files() {
      const head = datevHead(month, client, chart, clock.now());
      const count = Math.max(1, Math.ceil(rows.length / DATEV_MAX_ROWS));
      return Array.from({ length: count }, (_, i) => {
        const part = rows.slice(i * DATEV_MAX_ROWS, (i + 1) * DATEV_MAX_ROWS);
        const content = Buffer.from(head + part.join(''), 'latin1');
        return { name: `EXTF_Buchungsstapel_${month}_${i + 1}.csv`, content };
      });
    },
  };
}

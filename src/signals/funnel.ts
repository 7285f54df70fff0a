import { type CsvColumn, type CsvReader, plain } from '../core/csv.js';
import { currencyExponent, toDecimal } from '../core/money.js';
import { type ReportBy, reportDays } from '../core/reports.js';
import { MAX_ROWS_IN_FILE, reportCsv } from '../earnings/earnings-report.js';
import type { Context } from '../platform/context/context.js';
import { columnOf, FUNNEL_STEPS, type FunnelStep } from './rules/funnel.js';
import { countDroppedSubIds, type FunnelFilter, type FunnelRow, findEventName, funnelRows } from './sql/funnel.js';

export interface FunnelInput extends Omit<FunnelFilter, 'from' | 'to'> {
  /** `YYYY-MM-DD` in UTC, both included; absent: the last 30 days. */
  from?: string;
  to?: string;
}

/** A row as people read it; amounts are decimals. */
interface FunnelLine extends Omit<FunnelRow, 'earned' | 'paid'> {
  /** Null: the caller may not see money. */
  earned: Amount[] | null;
}

/** In decimals. */
export interface Amount {
  currency: string;
  amount: number;
}

/** Facts of some days (UTC, both included), with lines as a page shows them. */
export interface Report<Line> {
  by: ReportBy;
  from: string;
  to: string;
  rows: Line[];
  /** There are rows that are not shown. */
  more: boolean;
  /** Totals of all matching rows. */
  total: Line;
  eventName: string | null;
}

export interface Funnel extends Report<FunnelLine> {
  /** Opened buy links that had a `sub_id` that is not valid: their sales carry none. */
  droppedSubIds: number;
}

const SHOWN = 500;
/** Rows that are read to be summed up; beyond them, the sums are a question of their own. */
const READ = 10_000;

/**
 * Impressions, clicks, checkouts, holds, sales and earnings of a company, by day, month, event, country of the event or
 * click id. Each counts on its own day (UTC), so the numbers of a day change only by a correction of its earnings.
 *
 * @param money whether earnings are shown.
 * @param limit rows at most.
 * @throws {ProblemError} `invalid_request` for more than a year, or days in the wrong order.
 */
export async function readFunnel(
  ctx: Context,
  input: FunnelInput,
  { by, money, limit = SHOWN }: { by: ReportBy; money: boolean; limit?: number },
): Promise<Funnel> {
  const filter = parseFilter(ctx, input);
  const [report, droppedSubIds] = await Promise.all([
    readReport(ctx, filter, by, (row) => present(row, money), limit),
    countDroppedSubIds(ctx.sql, filter),
  ]);
  return { ...report, droppedSubIds };
}

/** The first rows, whether there are more, and the totals of all of them. @param present makes the line of a row. */
export async function readReport<Line>(
  ctx: Context,
  filter: FunnelFilter,
  by: ReportBy,
  present: (row: FunnelRow) => Line,
  limit = SHOWN,
): Promise<Report<Line>> {
  const { from, to } = filter;
  const [found, eventName] = await Promise.all([
    funnelRows(ctx.sql, by, filter, READ + 1),
    findEventName(ctx.sql, filter),
  ]);
  const all = found.length > READ ? await funnelRows(ctx.sql, 'day', filter, null) : found;
  const [rows, more] = [found.slice(0, limit).map(present), found.length > limit];
  return { by, from, to, rows, more, total: present(sumOf(all)), eventName };
}

/** All rows as CSV; a column per currency. @throws {ProblemError} `invalid_request` as {@link readFunnel}, or too many rows. */
export async function funnelCsv(
  ctx: Context,
  input: FunnelInput,
  { by, money, reader = 'people' }: { by: ReportBy; money: boolean; reader?: CsvReader },
): Promise<string> {
  const columns = (rows: readonly FunnelRow[]) => [
    ...FUNNEL_STEPS.map((step): CsvColumn<FunnelRow> => [columnOf(step), (row) => row[step]]),
    ...(money ? earnedColumns(rows) : []),
  ];
  return rowsCsv(ctx, parseFilter(ctx, input), by, columns, reader);
}

/** All rows as CSV: their key, for an event its name, and the columns. @throws {ProblemError} `invalid_request` for too many rows. */
export async function rowsCsv(
  ctx: Context,
  filter: FunnelFilter,
  by: ReportBy,
  columns: (rows: readonly FunnelRow[]) => CsvColumn<FunnelRow>[],
  reader: CsvReader = 'people',
): Promise<string> {
  const rows = await funnelRows(ctx.sql, by, filter, MAX_ROWS_IN_FILE + 1);
  const names: CsvColumn<FunnelRow>[] = by === 'event' ? [['name', ({ name }) => name]] : [];
  return reportCsv(reader, by, rows, [...names, ...columns(rows)]);
}

export function earnedColumns(rows: readonly FunnelRow[]): CsvColumn<FunnelRow>[] {
  const currencies = [...new Set(rows.flatMap(({ earned }) => Object.keys(earned ?? {})))].sort();
  return currencies.map((currency) => [
    `earned_${currency}`,
    ({ earned }) => plain(toDecimal(earned?.[currency] ?? 0, currency).toFixed(currencyExponent(currency))),
  ]);
}

/** The filter that an input means. @throws {ProblemError} `invalid_request` for more than a year, or days in the wrong order. */
export function parseFilter(ctx: Context, { from, to, ...rest }: FunnelInput): FunnelFilter {
  return { ...rest, ...reportDays(ctx.clock.now(), { from, to }) };
}

function present({ earned, paid: _paid, ...row }: FunnelRow, money: boolean): FunnelLine {
  return { ...row, earned: money ? toAmounts(earned) : null };
}

/** @param minor by currency. */
export function toAmounts(minor: Record<string, number> | null): Amount[] {
  const amounts = Object.entries(minor ?? {}).sort(([one], [other]) => one.localeCompare(other));
  return amounts.map(([currency, value]) => ({ currency, amount: toDecimal(value, currency) }));
}

function sumOf(rows: readonly FunnelRow[]): FunnelRow {
  const steps = Object.fromEntries(FUNNEL_STEPS.map((step) => [step, 0])) as Record<FunnelStep, number>;
  const earned: NonNullable<FunnelRow['earned']> = {};
  const paid: NonNullable<FunnelRow['paid']> = {};
  for (const row of rows) {
    for (const step of FUNNEL_STEPS) steps[step] += row[step];
    for (const [currency, minor] of Object.entries(row.earned ?? {}))
      earned[currency] = (earned[currency] ?? 0) + minor;
    for (const [currency, { sales, minor }] of Object.entries(row.paid ?? {})) {
      const before = paid[currency] ?? { sales: 0, minor: 0 };
      paid[currency] = { sales: before.sales + sales, minor: before.minor + minor };
    }
  }
  return { key: null, name: null, ...steps, earned, paid };
}

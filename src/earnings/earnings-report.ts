import { certificateNotices } from '../core/certificate-notices.js';
import { type CsvColumn, type CsvReader, csvFile, plain } from '../core/csv.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { currencyExponent, toDecimal } from '../core/money.js';
import { invalidField } from '../core/problems.js';
import { isTime, type ReportBy, type ReportDays, reportDays } from '../core/reports.js';
import { DAY } from '../core/time.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { type EarningsGroup, type EarningsSums, groupEarnings } from './sql/earnings-groups.js';
import type { EarningsFilter } from './sql/earnings-list.js';
import { type EarningsReport, MAX_REPORT_ROWS, type ReportQuery } from './wire.js';

/** A file is made in memory, and one click id may have one click. */
export const MAX_ROWS_IN_FILE = 100_000;
/** Rows that are read to be summed up. Beyond them, the sums are a query of their own. */
const READ = 10_000;

/** The same sums as the dashboard's. @throws {ProblemError} `invalid_request` as {@link reportDays}. */
export async function readEarningsReport(
  ctx: Context,
  { caller, query }: { caller: Caller; query: ReportQuery },
): Promise<EarningsReport> {
  const { by } = query;
  const { days, filter } = toFilter(ctx, caller, query);
  const found = await groupEarnings(ctx.sql, by, filter, READ + 1);
  const all = found.length > READ ? await groupEarnings(ctx.sql, 'month', filter, null) : found;
  const notices = reportNotices(ctx, caller, found.length > MAX_REPORT_ROWS);
  return {
    object: 'list',
    mode: caller.mode,
    by,
    ...days,
    rows: found.slice(0, MAX_REPORT_ROWS).map((row) => ({ key: row.key, name: row.name, ...present(row) })),
    totals: sumByCurrency(all).map(present),
    ...(notices.length > 0 && { notices }),
  };
}

/** The notices of a report. @param isCut it has more rows than the response. */
export function reportNotices(ctx: Context, caller: Caller, isCut: boolean): string[] {
  return [
    ...(caller.mode === 'test' ? ['sandbox: These are test sales; no real money has moved.'] : []),
    ...(isCut
      ? [
          'report_truncated: These are the first 1,000 rows. Get all of them as CSV, or narrow them by days, event, `sub_id` or country.',
        ]
      : []),
    ...certificateNotices(caller, ctx.clock.now()),
  ];
}

/** Every row as CSV. @throws {ProblemError} `invalid_request` as {@link reportDays}, and beyond the rows of a file. */
export async function earningsReportCsv(
  ctx: Context,
  { caller, query }: { caller: Caller; query: ReportQuery },
  reader: CsvReader,
): Promise<string> {
  const { by } = query;
  const rows = await groupEarnings(ctx.sql, by, toFilter(ctx, caller, query).filter, MAX_ROWS_IN_FILE + 1);
  return reportCsv<EarningsGroup>(reader, by, rows, [
    ['name', ({ name }) => name],
    ['currency', ({ currency }) => currency],
    ['sales', ({ sales }) => sales],
    ['sold', ({ sold }) => sold],
    ['reversed_sales', ({ reversedSales }) => reversedSales],
    ...AMOUNTS.map(
      (name) =>
        [
          name,
          ({ [name]: minor, currency }: EarningsGroup) =>
            plain(toDecimal(minor, currency).toFixed(currencyExponent(currency))),
        ] as const,
    ),
  ]);
}

/** The rows of a report as CSV: their key, and the columns. @throws {ProblemError} `invalid_request` for too many rows. */
export function reportCsv<Row extends { key: string | null }>(
  reader: CsvReader,
  by: ReportBy,
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): string {
  if (rows.length > MAX_ROWS_IN_FILE)
    throw invalidField('from', `has more than ${MAX_ROWS_IN_FILE} rows up to \`to\`; choose fewer days`);
  const file = csvFile<Row>(reader, [[by, ({ key }) => (isTime(by) ? plain(key) : key)], ...columns]);
  return file.header + rows.map(file.line).join('');
}

const AMOUNTS = ['earned', 'pending', 'approved', 'ready', 'paid', 'reversed'] as const;

function toFilter(
  ctx: Context,
  { companyId, mode }: { companyId: Id<'company'>; mode: Mode },
  { from, to, event_id: eventId, sub_id: subId, country }: ReportQuery,
): { days: ReportDays; filter: EarningsFilter } {
  const days = reportDays(ctx.clock.now(), { from, to });
  const [first, until] = [new Date(days.from), new Date(Date.parse(days.to) + DAY)];
  return { days, filter: { companyId, mode, from: first, until, eventId, subId, country } };
}

type Amounts = Record<(typeof AMOUNTS)[number], number>;

function present({ currency, sales, sold, reversedSales, ...sums }: EarningsSums) {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, toDecimal(sums[name], currency)])) as Amounts;
  return { currency, sales, sold, reversed_sales: reversedSales, ...amounts };
}

function sumByCurrency(rows: readonly EarningsSums[]): EarningsSums[] {
  const sums = new Map<string, EarningsSums>();
  for (const row of rows) {
    const before = sums.get(row.currency);
    sums.set(row.currency, before ? addUp(before, row) : row);
  }
  return [...sums.values()].sort((one, other) => one.currency.localeCompare(other.currency));
}

function addUp(one: EarningsSums, other: EarningsSums): EarningsSums {
  const sum = { ...one };
  for (const name of ['sales', 'sold', 'reversedSales', ...AMOUNTS] as const) sum[name] += other[name];
  return sum;
}

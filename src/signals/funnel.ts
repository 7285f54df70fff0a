import { type CsvColumn, csvFile, plain } from '../core/csv.js';
import { currencyExponent, toDecimal } from '../core/money.js';
import { invalidField } from '../core/problems.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { FUNNEL_STEPS, type FunnelBy } from './rules/funnel.js';
import { countDroppedSubIds, type FunnelFilter, type FunnelRow, funnelRows } from './sql/funnel.js';

export interface FunnelInput extends Omit<FunnelFilter, 'from' | 'to'> {
  /** `YYYY-MM-DD` in UTC, both included; absent: the last 30 days. */
  from?: string;
  to?: string;
}

/** A row as people read it; amounts are decimals. */
interface FunnelLine extends Omit<FunnelRow, 'earned'> {
  /** Null: the caller may not see money. */
  earned: { currency: string; amount: number }[] | null;
}

export interface Funnel {
  by: FunnelBy;
  from: string;
  to: string;
  rows: FunnelLine[];
  /** There are rows that are not shown. */
  more: boolean;
  /** Totals of all matching rows. */
  total: FunnelLine;
  /** Opened buy links that had a `sub_id` that is not valid: their sales carry none. */
  droppedSubIds: number;
}

const MAX_DAYS = 366;
const SHOWN = 500;
/** A file is made in memory, and one click id may have one click. */
const MOST_IN_FILE = 100_000;
/** Rows that are read to be summed up; beyond them, the sums are a question of their own. */
const READ = 10_000;

/**
 * Impressions, clicks, checkouts, holds, sales and earnings of a company, by day, event, country of the event or click
 * id. Each counts on its own day (UTC), so the numbers of a day change only by a correction of its earnings.
 *
 * @param money whether earnings are shown.
 * @throws {ProblemError} `invalid_request` for more than a year, or days in the wrong order.
 */
export async function readFunnel(
  ctx: Context,
  input: FunnelInput,
  { by, money }: { by: FunnelBy; money: boolean },
): Promise<Funnel> {
  const filter = parseFilter(ctx, input);
  const [found, droppedSubIds] = await Promise.all([
    funnelRows(ctx.sql, by, filter, READ + 1),
    countDroppedSubIds(ctx.sql, filter),
  ]);
  const more = found.length > SHOWN;
  const all = found.length > READ ? await funnelRows(ctx.sql, 'day', filter, null) : found;
  const rows = found.slice(0, SHOWN).map((row) => present(row, money));
  return { by, from: filter.from, to: filter.to, rows, more, total: present(sumOf(all), money), droppedSubIds };
}

/**
 * Every row as a CSV file for people; a column for each currency.
 *
 * @throws {ProblemError} `invalid_request` as {@link readFunnel} does, and for more rows than a file may have.
 */
export async function funnelCsv(
  ctx: Context,
  input: FunnelInput,
  { by, money }: { by: FunnelBy; money: boolean },
): Promise<string> {
  const rows = await funnelRows(ctx.sql, by, parseFilter(ctx, input), MOST_IN_FILE + 1);
  if (rows.length > MOST_IN_FILE) {
    throw invalidField('from', `has more than ${MOST_IN_FILE} rows up to \`to\`; choose fewer days`);
  }
  const currencies = money ? [...new Set(rows.flatMap(({ earned }) => Object.keys(earned ?? {})))].sort() : [];
  const columns: CsvColumn<FunnelRow>[] = [
    [by, ({ key }) => (by === 'day' ? plain(key) : key)],
    ...(by === 'event' ? [['name', ({ name }) => name] as const satisfies CsvColumn<FunnelRow>] : []),
    ...FUNNEL_STEPS.map((step): CsvColumn<FunnelRow> => [step, (row) => row[step]]),
    ...currencies.map(
      (currency): CsvColumn<FunnelRow> => [
        `earned_${currency}`,
        ({ earned }) => plain(toDecimal(earned?.[currency] ?? 0, currency).toFixed(currencyExponent(currency))),
      ],
    ),
  ];
  const file = csvFile('people', columns);
  return file.header + rows.map(file.line).join('');
}

/** The filter that an input means. @throws {ProblemError} `invalid_request` for more than a year, or days in the wrong order. */
export function parseFilter(ctx: Context, { from, to, ...rest }: FunnelInput): FunnelFilter {
  const last = to ?? dayOf(ctx.clock.now());
  const first = from ?? dayOf(new Date(Date.parse(last) - 29 * DAY));
  if (first > last) throw invalidField('from', 'must not be after `to`');
  if (Date.parse(last) - Date.parse(first) >= MAX_DAYS * DAY)
    throw invalidField('from', 'must be within a year of `to`');
  return { ...rest, from: first, to: last };
}

function present({ earned, ...row }: FunnelRow, money: boolean): FunnelLine {
  const amounts = Object.entries(earned ?? {}).sort(([one], [other]) => one.localeCompare(other));
  const shown = amounts.map(([currency, minor]) => ({ currency, amount: toDecimal(minor, currency) }));
  return { ...row, earned: money ? shown : null };
}

function sumOf(rows: readonly FunnelRow[]): FunnelRow {
  const total: FunnelRow = {
    key: null,
    name: null,
    impressions: 0,
    clicks: 0,
    checkouts: 0,
    holds: 0,
    sales: 0,
    earned: {},
  };
  const earned: Record<string, number> = {};
  for (const row of rows) {
    for (const step of FUNNEL_STEPS) total[step] += row[step];
    for (const [currency, minor] of Object.entries(row.earned ?? {}))
      earned[currency] = (earned[currency] ?? 0) + minor;
  }
  return { ...total, earned };
}

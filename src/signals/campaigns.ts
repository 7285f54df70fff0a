import { plain } from '../core/csv.js';
import type { ReportBy } from '../core/reports.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import {
  type Amount,
  earnedColumns,
  type FunnelInput,
  parseFilter,
  type Report,
  readReport,
  rowsCsv,
  toAmounts,
} from './funnel.js';
import type { FunnelRow } from './sql/funnel.js';

/** The funnel's filter; only facts with a `sub_id` count. */
export interface CampaignInput extends FunnelInput {
  /** Only `sub_id` that begin with this text; empty: all. */
  subIdPrefix: string;
}

interface CampaignLine {
  key: string | null;
  name: string | null;
  /** Buy pages opened through links. */
  clicks: number;
  /** Paid orders, through links and by API. */
  sales: number;
  /** Those by API, which have no click. */
  apiSales: number;
  /** Sales through links for each click, between 0 and 1; null without clicks. More sales than clicks count as 1. */
  conversion: number | null;
  /** Null, as the next two: the caller may not see money. */
  earned: Amount[] | null;
  /** All that was earned, for each click; empty without clicks, and with sales by API, which have none. */
  earningsPerClick: Amount[] | null;
  /** What buyers paid for an order, by its currency. */
  averageOrder: Amount[] | null;
}

export interface Campaigns extends Report<CampaignLine> {
  /** As many days before; null: not asked for. */
  previous: Pick<Report<CampaignLine>, 'from' | 'to' | 'total'> | null;
}

/**
 * Clicks, sales and earnings of a company's `sub_id`, by day, event, country of the event or `sub_id`, as the funnel counts them.
 *
 * @param money whether amounts are shown.
 * @param compare adds the totals of as many days before.
 * @throws {ProblemError} as `readFunnel`.
 */
export async function readCampaigns(
  ctx: Context,
  input: CampaignInput,
  { by, money, compare }: { by: ReportBy; money: boolean; compare: boolean },
): Promise<Campaigns> {
  const filter = parseFilter(ctx, input);
  const toLine = (row: FunnelRow) => present(row, money);
  const [report, previous] = await Promise.all([
    readReport(ctx, filter, by, toLine),
    compare ? readReport(ctx, { ...filter, ...daysBefore(filter) }, 'day', toLine) : null,
  ]);
  return { ...report, previous: previous && { from: previous.from, to: previous.to, total: previous.total } };
}

/** Every row as a CSV file for people. @throws {ProblemError} as `funnelCsv`. */
export async function campaignsCsv(
  ctx: Context,
  input: CampaignInput,
  { by, money }: { by: ReportBy; money: boolean },
): Promise<string> {
  return rowsCsv(ctx, parseFilter(ctx, input), by, (rows) => [
    ['clicks', ({ checkouts }) => checkouts],
    ['sales', (row) => row.sales + row.apiSales],
    ['api_sales', ({ apiSales }) => apiSales],
    ['conversion', (row) => plain(conversionOf(row)?.toFixed(4) ?? null)],
    ...(money ? earnedColumns(rows) : []),
  ]);
}

function daysBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return { from: dayOf(new Date(first - (last - first) - DAY)), to: dayOf(new Date(first - DAY)) };
}

function conversionOf({ checkouts, sales }: FunnelRow): number | null {
  return checkouts === 0 ? null : Math.min(1, sales / checkouts);
}

function present(row: FunnelRow, money: boolean): CampaignLine {
  const { key, name, checkouts: clicks, sales, apiSales, earned, paid } = row;
  const counts = { key, name, clicks, sales: sales + apiSales, apiSales, conversion: conversionOf(row) };
  if (!money) return { ...counts, earned: null, earningsPerClick: null, averageOrder: null };
  const each = (minor: Record<string, number>, of: (currency: string) => number) =>
    toAmounts(
      Object.fromEntries(Object.entries(minor).map(([currency, sum]) => [currency, Math.round(sum / of(currency))])),
    );
  const paidMinor = Object.fromEntries(Object.entries(paid ?? {}).map(([currency, { minor }]) => [currency, minor]));
  return {
    ...counts,
    earned: toAmounts(earned),
    earningsPerClick: clicks === 0 || apiSales > 0 ? [] : each(earned ?? {}, () => clicks),
    averageOrder: each(paidMinor, (currency) => paid?.[currency]?.sales ?? 1),
  };
}

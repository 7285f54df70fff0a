import type { FunnelLine } from '../../api/types.ts';

const DAY = 86_400_000;

/** Days of the funnel, oldest first, with those on which nothing happened: an axis of time has no gaps. */
export function everyDay(rows: readonly FunnelLine[], span: { from: string; to: string } | undefined): FunnelLine[] {
  if (!span) return [];
  const known = new Map(rows.map((row) => [row.key, row]));
  const days: FunnelLine[] = [];
  for (let at = Date.parse(span.from); at <= Date.parse(span.to); at += DAY) {
    const key = new Date(at).toISOString().slice(0, 10);
    const nothing = { impressions: 0, clicks: 0, checkouts: 0, holds: 0, sales: 0, api_orders: 0, api_sales: 0 };
    days.push(known.get(key) ?? { key, name: null, ...nothing, earned: [] });
  }
  return days;
}

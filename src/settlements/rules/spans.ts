import { DAY, dayOf } from '../../core/time.js';

/** The times that earnings are summed up for, each compared with the time before it. */
export const SPANS = ['30d', 'month', 'last_month', 'quarter', 'year', '12m'] as const;
export type Span = (typeof SPANS)[number];

/** Days as `YYYY-MM-DD` in UTC, both included. */
interface Days {
  from: string;
  to: string;
}

export interface SpanDays extends Days {
  by: 'day' | 'month';
  /** The compared days: an equally long part of the month, quarter or year before. */
  before: Days;
}

/** The days of a span, up to today. */
export function daysOfSpan(span: Span, now: Date): SpanDays {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const first = (at: number) => dayOf(new Date(Date.UTC(year, at, 1)));
  const last = (at: number) => dayOf(new Date(Date.UTC(year, at + 1, 0)));
  const back = (days: number) => dayOf(new Date(now.getTime() - days * DAY));
  /** The same day of an earlier month, or its last one. */
  const sameDay = (at: number) => {
    const same = dayOf(new Date(Date.UTC(year, at, day)));
    return same < last(at) ? same : last(at);
  };
  const upToNow = (start: number, months: number, by: SpanDays['by']): SpanDays => ({
    ...{ by, from: first(start), to: back(0) },
    before: { from: first(start - months), to: sameDay(month - months) },
  });
  switch (span) {
    case '30d':
      return { by: 'day', from: back(29), to: back(0), before: { from: back(59), to: back(30) } };
    case 'month':
      return upToNow(month, 1, 'day');
    case 'last_month': {
      const before = { from: first(month - 2), to: last(month - 2) };
      return { by: 'day', from: first(month - 1), to: last(month - 1), before };
    }
    case 'quarter':
      return upToNow(month - (month % 3), 3, 'day');
    case 'year':
      return upToNow(0, 12, 'month');
    case '12m':
      return upToNow(month - 11, 12, 'month');
  }
}

/** Every day or month of a span, the oldest first: `2026-11-24` or `2026-11`. */
export function periodsOf({ by, from, to }: SpanDays): string[] {
  const periods: string[] = [];
  for (let day = from; day <= to; day = dayOf(new Date(Date.parse(day) + DAY))) {
    const period = by === 'day' ? day : day.slice(0, 7);
    if (periods.at(-1) !== period) periods.push(period);
  }
  return periods;
}

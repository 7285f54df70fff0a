import { dayFault, yearFault } from '../../../../src/core/dates.ts';
import { utcMonth } from './times.ts';

/** As `YYYY-MM-DD`; empty or absent: no limit. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

const DAY = 86_400_000;
/** As the service counts a year. */
export const YEAR_DAYS = 366;

/** The fault of a list's first and last day, with its field; null when both are valid. */
export function daysFault({ from, to }: Days, most?: number): { at: 'from' | 'to'; text: string } | null {
  for (const [at, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (!day || dayFault(day) === null) continue;
    const year = yearFault(Number(day.slice(0, 4)));
    return { at, text: year ? `The year ${year}.` : 'Choose a day such as 2026-11-30.' };
  }
  if (!from || !to) return null;
  if (to < from) return { at: 'to', text: 'The last day is before the first day.' };
  const tooMany = most !== undefined && Date.parse(to) - Date.parse(from) >= most * DAY;
  return tooMany
    ? { at: 'to', text: most === YEAR_DAYS ? 'Choose at most 12 months.' : `Choose at most ${most} days.` }
    : null;
}

/** Every day of a span as `YYYY-MM-DD`, the oldest first. @param from,to days or instants in UTC, both included. */
export function everyDay(from: string, to: string): string[] {
  const first = Date.parse(from.slice(0, 10));
  const length = (Date.parse(to.slice(0, 10)) - first) / DAY + 1;
  return Array.from({ length }, (_, i) => new Date(first + i * DAY).toISOString().slice(0, 10));
}

/** Days in UTC, both included. */
interface Span {
  from: string;
  to: string;
}

interface Period extends Span {
  label: string;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Periods that people ask for by name, as of an instant: the last days, this month and year, and the twelve months before it by their names. */
export function periodsOf(now: Date): Period[] {
  const today = now.getTime();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const last = (days: number): Period => ({
    label: `Last ${days} days`,
    from: dayOf(today - (days - 1) * DAY),
    to: dayOf(today),
  });
  const first = (back: number) => Date.UTC(year, month - back, 1);
  const months = Array.from({ length: 12 }, (_, i) => {
    const span = { from: dayOf(first(i + 1)), to: dayOf(first(i) - DAY) };
    return { ...span, label: utcMonth(span.from) };
  });
  return [
    last(30),
    last(7),
    last(90),
    { label: 'This month', from: dayOf(first(0)), to: dayOf(today) },
    { label: 'This year', from: dayOf(Date.UTC(year, 0, 1)), to: dayOf(today) },
    { label: 'Last 12 months', from: dayOf(first(11)), to: dayOf(today) },
    ...months,
  ];
}

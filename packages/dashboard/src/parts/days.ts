import { dayFault, yearFault } from '../../../../src/core/dates.ts';

/** As `YYYY-MM-DD`; empty or absent: no limit. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

export const DAY = 86_400_000;
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

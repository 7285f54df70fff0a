import { DAY } from './days.ts';
import { utcMonth } from './times.ts';

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

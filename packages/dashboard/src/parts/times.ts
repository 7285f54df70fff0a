const FULL = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const A_DAY = 24 * HOUR;

/** In the reader's zone. */
export const absolute = (date: Date): string => FULL.format(date);

export const dayOf = (date: Date): string => DAY.format(date);

/** `2026-11-22 13:05:09 UTC` */
export const utc = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `3 minutes ago`, `in 2 hours`; beyond a week the day. */
export function relative(date: Date, now: Date): string {
  const away = date.getTime() - now.getTime();
  const size = Math.abs(away);
  if (size < 45_000) return away > 0 ? 'in a moment' : 'just now';
  if (size < HOUR) return RELATIVE.format(Math.round(away / MINUTE), 'minute');
  if (size < A_DAY) return RELATIVE.format(Math.round(away / HOUR), 'hour');
  if (size < 7 * A_DAY) return RELATIVE.format(Math.round(away / A_DAY), 'day');
  return dayOf(date);
}

/** `412 ms`, `1.4 s` */
export function duration(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/*
 * The single format of dates: `1 Nov 2026`, `1 Nov 2026, 09:05:07`. Days and months of money are in UTC; times of logs are in
 * the reader's zone. None of them breaks.
 */

type Options = Intl.DateTimeFormatOptions;

const NBSP = '\u00a0';
const DATE: Options = { day: 'numeric', month: 'short', year: 'numeric' };
const CLOCK: Options = { hour: '2-digit', minute: '2-digit', second: '2-digit' };
const UTC: Options = { timeZone: 'UTC' };

function writer(options: Options): (date: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', options);
  return (date) => inWriting(format.format(date));
}

/** Months have three letters: English has four for September. */
const inWriting = (text: string): string => text.replace(/\bSept\b/g, 'Sep').replaceAll(' ', NBSP);

/** `1 Nov 2026, 09:05:07` in the reader's zone. */
export const absolute = writer({ ...DATE, ...CLOCK });

/** `1 Nov, 09:05` in the reader's zone. */
export const shortTime = writer({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** `1 Nov 2026` in the reader's zone. */
export const dayOf = writer(DATE);

const utcDate = writer({ ...DATE, ...UTC });
const utcMonthName = writer({ month: 'long', year: 'numeric', ...UTC });
const shortDay = writer({ day: 'numeric', month: 'short', ...UTC });
const shortMonth = writer({ month: 'short', year: 'numeric', ...UTC });

/** `1 Nov 2026` @param iso a day or an instant. */
export const utcDay = (iso: string): string => utcDate(new Date(iso));

const RANGE = new Intl.DateTimeFormat('en-GB', { ...DATE, ...UTC });

/** `1–28 Oct 2026` @param from,to days or instants. */
export const utcDays = (from: string, to: string): string =>
  inWriting(RANGE.formatRange(new Date(from), new Date(to)).replaceAll(/\s?–\s?/g, '–'));

/** `November 2026` @param iso a month or a day in it. */
export const utcMonth = (iso: string): string => utcMonthName(new Date(iso.slice(0, 7)));

/** `24 Nov` or `Nov 2026` @param period `2026-11-24` or `2026-11`. */
export const periodName = (period: string): string => (period.length > 7 ? shortDay : shortMonth)(new Date(period));

/** `2026-11-22 13:05:09 UTC` */
export const utc = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', NBSP)}${NBSP}UTC`;

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const A_DAY = 24 * HOUR;

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
  return ms < 1_000 ? `${Math.round(ms)}${NBSP}ms` : `${(ms / 1_000).toFixed(1)}${NBSP}s`;
}

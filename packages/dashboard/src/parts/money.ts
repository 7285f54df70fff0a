const formats = new Map<string, Intl.NumberFormat>();

/** `1,234.50 EUR`, with all the digits of the currency. */
export function money(amount: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(currency, format);
  }
  return `${format.format(amount)} ${currency}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `1 Nov 2026`: months and days of money are in UTC. @param iso a day or an instant. */
export const utcDay = (iso: string): string => DAY.format(new Date(iso));

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `24 Nov` or `Nov 2026` @param period `2026-11-24` or `2026-11`. */
export const periodName = (period: string): string =>
  (period.length > 7 ? SHORT_DAY : SHORT_MONTH).format(new Date(period));

/** `November 2026` @param iso a month or a day in it. */
export const utcMonth = (iso: string): string => MONTH.format(new Date(iso.slice(0, 7)));

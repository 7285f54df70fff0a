import { dateFormat, numberFormat } from '../../core/formats.js';
import { currencyExponent } from '../../core/money.js';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Words for a card, for example `Fri 13 Mar 2026, 19:30`; the day is the venue's, the time its local one. */
export function dateLabel(date: string, startsAt: Date | null, timezone: string | null): string {
  const day = dayLabel(date);
  return startsAt ? `${day}, ${clock(timezone).format(startsAt)}` : day;
}

/** Words for a card: `Free`, `€20`, `€20 – €80.50`, or that the price is not known. Amounts are decimals. */
export function priceLabel(from: number | null, to: number | null, currency: string | null): string {
  if (from === null) return 'Price not announced';
  if (from === 0 && (to ?? 0) === 0) return 'Free';
  const lowest = from === 0 ? 'Free' : price(from, currency);
  return to === null || to === from ? lowest : `${lowest} – ${price(to, currency)}`;
}

function dayLabel(date: string): string {
  return dayFormat.format(new Date(date)).replace(',', '');
}

function clock(timezone: string | null): Intl.DateTimeFormat {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return dateFormat('en-GB', { ...options, timeZone: timezone ?? 'UTC' });
  } catch {
    return dateFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}

function price(amount: number, currency: string | null): string {
  if (currency === null) return String(amount);
  const digits = Number.isInteger(amount) ? 0 : currencyExponent(currency);
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  return numberFormat('en', options).format(amount);
}

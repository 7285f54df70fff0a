import { numberFormat } from '../../core/formats.js';
import { clockOffset, clockTime, type EventClock, isLocalTime, offsetLabel } from '../../core/local-time.js';
import { currencyExponent } from '../../core/money.js';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/**
 * Words for a card, for example `Fri 13 Mar 2026, 19:30`. The day and the time are the venue's. The time of an online event, and one in
 * UTC, carries its offset: `19:30 UTC+1`.
 */
export function dateLabel(date: string, startsAt: Date | null, clock: EventClock): string {
  const day = dayLabel(date);
  if (!startsAt) return day;
  const time = `${day}, ${clockTime(startsAt, clock).toISOString().slice(11, 16)}`;
  return isLocalTime(startsAt, clock) ? time : `${time} ${offsetLabel(clockOffset(startsAt, clock))}`;
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

import { LRUCache } from 'lru-cache';
import { currencyExponent } from '../../core/money.js';

/** Cached, because formatters are large and slow to create. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });
const prices = new LRUCache<string, Intl.NumberFormat>({ max: 200 });
const days = new LRUCache<string, string>({ max: 5000 });

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
  let label = days.get(date);
  if (label === undefined) {
    label = dayFormat.format(new Date(date)).replace(',', '');
    days.set(date, label);
  }
  return label;
}

function clock(timezone: string | null): Intl.DateTimeFormat {
  const name = timezone ?? 'UTC';
  let format = clocks.get(name);
  if (!format) {
    format = makeClock(name);
    clocks.set(name, format);
  }
  return format;
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}

function price(amount: number, currency: string | null): string {
  if (currency === null) return String(amount);
  const whole = Number.isInteger(amount);
  const key = `${currency}${whole}`;
  let format = prices.get(key);
  if (!format) {
    const digits = whole ? 0 : currencyExponent(currency);
    format = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    prices.set(key, format);
  }
  return format.format(amount);
}

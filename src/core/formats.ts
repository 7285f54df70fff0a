import { LRUCache } from 'lru-cache';

/** Formats never change, and making one takes a millisecond or two: each is made once. */
const formats = new LRUCache<string, Intl.DateTimeFormat | Intl.NumberFormat>({ max: 800 });

function once<F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: unknown[], make: () => F): F {
  const text = JSON.stringify(key);
  const known = formats.get(text) as F | undefined;
  if (known) return known;
  const format = make();
  formats.set(text, format);
  return format;
}

/** @throws {RangeError} for an unknown timezone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(['date', locale, options], () => new Intl.DateTimeFormat(locale, options));
}

/** @throws {RangeError} for an unknown currency. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return once(['number', locale, options], () => new Intl.NumberFormat(locale, options));
}

/** An amount as people read it, for example `€44.40`; an unknown currency keeps its code. */
export function amountLabel(amount: number, currency: string, locale = 'en-GB'): string {
  try {
    return numberFormat(locale, { style: 'currency', currency }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

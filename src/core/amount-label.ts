import { LRUCache } from 'lru-cache';

const formats = new LRUCache<string, Intl.NumberFormat>({ max: 100 });

/** An amount as people read it, for example `€44.40`; an unknown currency keeps its code. */
export function amountLabel(amount: number, currency: string, locale = 'en-GB'): string {
  try {
    return formatOf(currency, locale).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** Making one takes a millisecond or two. @throws {RangeError} for an unknown currency. */
function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(key, format);
  return format;
}

import { numberFormat } from './formats.js';

/** An amount as people read it, for example `€44.40`; an unknown currency keeps its code. */
export function amountLabel(amount: number, currency: string, locale = 'en-GB'): string {
  try {
    return numberFormat(locale, { style: 'currency', currency }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

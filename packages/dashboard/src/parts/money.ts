import { currencyExponent } from '../../../../src/core/money.ts';

const NBSP = '\u00a0';
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (!format) {
    // Intl gives HUF and IQD no digits. The service has two and three.
    const digits = currencyExponent(currency);
    format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(currency, format);
  }
  return format;
}

/** `1,234.50`, next to a currency. */
export const digits = (amount: number, currency: string): string => formatOf(currency).format(amount);

/** `1,234.50 EUR`, with all the digits of the currency. It never breaks. */
export const money = (amount: number, currency: string): string => `${digits(amount, currency)}${NBSP}${currency}`;

/** Amounts and days in a sentence of the service, so that they never break: `12.00 EUR`, `24 Feb 2027`. */
export const unbroken = (text: string): string =>
  text.replaceAll(
    /(?<=\d) (?=[A-Z]{3}\b)|(?<=\b\d\d?) (?=[A-Z][a-z]{2} \d{4}\b)|(?<=\b\d\d? [A-Z][a-z]{2}) (?=\d{4}\b)/g,
    NBSP,
  );

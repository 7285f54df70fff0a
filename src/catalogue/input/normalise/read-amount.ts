import { isCurrency } from '../../../core/former-currencies.js';
import { currencyExponent } from '../../../core/money.js';

/** One amount, or both ends of a range, as decimals; `currency` is the code that the text itself names. */
export type ReadAmount = { amounts: number[]; currency: string | null } | { fault: string };

const FREE = new Set(
  `free|free entry|free admission|gratis|eintritt frei|frei|kostenlos|gratuit|entrée libre|gratuito|gratuita|entrada libre|
  entrada gratuita|ingresso gratuito|ingresso libero|za darmo|bezpłatnie|wstęp wolny|zdarma|ingyenes|ücretsiz|無料|免费|무료`
    .split('|')
    .map((word) => word.trim()),
);

const SIGNS: Record<string, string> = {
  ...{ '€': 'EUR', euro: 'EUR', euros: 'EUR', us$: 'USD', a$: 'AUD', au$: 'AUD', c$: 'CAD', ca$: 'CAD', nz$: 'NZD' },
  ...{ s$: 'SGD', hk$: 'HKD', nt$: 'TWD', mx$: 'MXN', r$: 'BRL', '₹': 'INR', '₩': 'KRW', '₪': 'ILS', '฿': 'THB' },
  ...{
    '₫': 'VND',
    '₺': 'TRY',
    '₴': 'UAH',
    '₱': 'PHP',
    '₦': 'NGN',
    '₽': 'RUB',
    zł: 'PLN',
    kč: 'CZK',
    ft: 'HUF',
    lei: 'RON',
  },
  ...{ fr: 'CHF', 'fr.': 'CHF', sfr: 'CHF', 'sfr.': 'CHF', 円: 'JPY', 元: 'CNY', rm: 'MYR', rp: 'IDR' },
};

/** Signs that several currencies share: the event must name the currency. */
const SHARED: Record<string, readonly string[]> = {
  $: 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP JMD TTD BBD BSD BZD BMD KYD FJD GYD LRD NAD SBD SRD XCD'.split(
    ' ',
  ),
  '£': ['GBP', 'EGP', 'LBP', 'SYP', 'GIP', 'FKP', 'SHP', 'SSP', 'SDG'],
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['SEK', 'NOK', 'DKK', 'ISK'],
  rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR'],
  'rs.': ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR'],
};

/** The codes of the currencies that a sign or a code can mean; none: it means no currency. */
export function currenciesOf(sign: string): readonly string[] {
  const code = sign.toUpperCase();
  if (/^[A-Z]{3}$/.test(code) && isCurrency(code)) return [code];
  const folded = sign.toLowerCase();
  const own = Object.hasOwn(SIGNS, folded) ? SIGNS[folded] : undefined;
  return own ? [own] : Object.hasOwn(SHARED, folded) ? (SHARED[folded] ?? []) : [];
}

/** A price as websites write it (docs/catalogue.md). @param currency that the event names, for the decimals; null: unknown. */
export function readAmount(value: string | number, currency: string | null): ReadAmount {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? { amounts: [value], currency: null } : { fault: 'is not an amount' };
  }
  // `25,-` and `250:-` are whole amounts.
  const text = usualDigits(value.normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .replace(/(\d)[.,:][-–—]{1,2}(?!\d)/g, '$1')
    .trim();
  if (FREE.has(text.toLowerCase())) return { amounts: [0], currency: null };
  const [, low, high] = /^(.*\d.*?) ?(?:[-–—]|\bto\b|\bbis\b) ?(\D{0,5}\d.*)$/i.exec(text) ?? [];
  const parts = (low !== undefined && high !== undefined ? [low, high] : [text]).map((part) =>
    readPart(part, currency),
  );
  const amounts: number[] = [];
  let named: string | null = null;
  for (const part of parts) {
    if ('fault' in part) return part;
    amounts.push(...part.amounts);
    if (named !== null && part.currency !== null && named !== part.currency) return { fault: 'names two currencies' };
    named = part.currency ?? named;
  }
  return { amounts, currency: named };
}

/** Arabic and Indian digits and separators as the usual ones. */
function usualDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/٫/g, '.')
    .replace(/[٬’`´]/g, "'");
}

function readPart(text: string, currency: string | null): ReadAmount {
  const [, before = '', digits, after = ''] = /^(\D*?) ?(\d(?:[\d.,' ]*\d)?) ?(\D*)$/.exec(text) ?? [];
  if (digits === undefined) return { fault: 'is not an amount' };
  const signs = [before, after].map((sign) => sign.trim()).filter(Boolean);
  let named = currency;
  for (const sign of signs) {
    const meant = currenciesOf(sign);
    if (meant.length === 0) return { fault: 'is not an amount' };
    if (named === null && meant.length === 1) named = meant[0] ?? null;
    if (named !== null && !meant.includes(named)) return { fault: `is not in ${named}` };
  }
  const amount = readDigits(digits, named);
  return typeof amount === 'number'
    ? { amounts: [amount], currency: signs.length > 0 ? named : null }
    : { fault: amount };
}

/** The number, or why it is none. */
function readDigits(text: string, currency: string | null): number | string {
  const marks = text.match(/[.,' ]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return Number(text);
  const kinds = new Set(marks);
  const decimal = kinds.size === 1 ? loneDecimal(text, last, marks.length, currency) : last;
  if (decimal === 'ambiguous') return 'is ambiguous: the last three digits may be thousands or decimals';
  if (kinds.size > 2 || (decimal !== null && (!/[.,]/.test(decimal) || text.split(decimal).length !== 2))) {
    return 'is not an amount';
  }
  const [whole = '', fraction = ''] = decimal === null ? [text] : text.split(decimal);
  const group = [...kinds].find((kind) => kind !== decimal);
  if (group !== undefined && !isGrouped(whole.split(group), group)) return 'is not an amount';
  return Number(`${whole.replace(/\D/g, '')}.${fraction || '0'}`);
}

/** The decimal mark of a text with one kind of mark; null: the marks group thousands. */
function loneDecimal(text: string, mark: string, count: number, currency: string | null): string | null {
  if (mark === "'" || mark === ' ' || count > 1) return null;
  const [whole = '', rest = ''] = text.split(mark);
  const canGroup = rest.length === 3 && whole.length <= 3 && !whole.startsWith('0');
  if (!canGroup) return mark;
  const threeDecimals = currency !== null && currencyExponent(currency) === 3;
  if (mark === '.') return threeDecimals ? mark : 'ambiguous';
  return threeDecimals ? 'ambiguous' : null;
}

/** Thousands in threes, or as in India (`1,25,000`). */
function isGrouped(groups: string[], mark: string): boolean {
  const [first = '', ...rest] = groups;
  if (first.length < 1 || first.length > 3 || rest.at(-1)?.length !== 3) return false;
  const inner = rest.slice(0, -1);
  return inner.every((group) => group.length === 3) || (mark === ',' && inner.every((group) => group.length === 2));
}

/** Money inside the service: whole minor units (cents, yen, fils) of one currency. */
export interface Money<Currency extends string = string> {
  readonly minor: number;
  readonly currency: Currency;
}

/** @throws {RangeError} for two currencies, as its siblings do. The compiler refuses two that it knows. */
export function add<C extends string>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return { minor: a.minor + inCurrencyOf(a, b), currency: a.currency };
}

export function subtract<C extends string>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return { minor: a.minor - inCurrencyOf(a, b), currency: a.currency };
}

export const negated = <C extends string>({ minor, currency }: Money<C>): Money<C> => ({ minor: -minor, currency });

function inCurrencyOf({ currency }: Money, other: Money): number {
  if (other.currency !== currency) throw new RangeError(`${other.currency} cannot be reckoned with ${currency}`);
  return other.minor;
}

/** Whether two amounts are the same. Amounts of two currencies are not. */
export const isSame = (a: Money, b: Money): boolean => a.minor === b.minor && a.currency === b.currency;

/** ISO 4217 exponents that differ from the usual two digits. */
const EXPONENTS: Record<string, number> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/** How many decimal digits the currency has: JPY 0, EUR 2, KWD 3. */
export function currencyExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** The JSON number the API shows for an amount in minor units: 1250 EUR → 12.5, 1250 JPY → 1250. */
export function toDecimal(minor: number, currency: string): number {
  return minor / 10 ** currencyExponent(currency);
}

export const decimalOf = ({ minor, currency }: Money): number => toDecimal(minor, currency);

export const amountText = ({ minor, currency }: Money): string => moneyText(minor, currency);

/** `1234.50` of 123450 EUR. Exact: the text is not made from a floating-point number. */
export function decimalText(minor: number, currency: string): string {
  const digits = currencyExponent(currency);
  const text = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** `1,234.50 EUR`: for people, with all digits of the currency. */
export function moneyText(minor: number, currency: string): string {
  const [whole = '', fraction] = decimalText(Math.abs(minor), currency).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${minor < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`} ${currency}`;
}

/** Minor units, rounded half away from zero. @throws {RangeError} when the amount is not finite or too large to be exact. */
export function toMinor(decimal: number, currency: string): number {
  const shifted = Number(`${decimal}e${currencyExponent(currency)}`);
  const minor = Math.sign(shifted) * Math.round(Math.abs(shifted));
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${decimal} ${currency} is not an amount of money`);
  return minor === 0 ? 0 : minor;
}

/** Whether the currency has as many digits as the amount: 12.5 is an amount of EUR, not of JPY. @throws {RangeError} as {@link toMinor}. */
export function isExact(decimal: number, currency: string): boolean {
  return toDecimal(toMinor(decimal, currency), currency) === decimal;
}

/** `percent` of an amount (10 means 10 %), rounded half away from zero to whole minor units. */
export function percentOf(minor: number, percent: number): number {
  // Percentages have at most four decimals, so whole ten-thousandths keep the product exact.
  const product = BigInt(minor) * BigInt(Math.round(percent * 10_000));
  const unit = 1_000_000n;
  const magnitude = product < 0n ? -product : product;
  const rounded = (magnitude + unit / 2n) / unit;
  return Number(product < 0n ? -rounded : rounded);
}

/** How a partner is paid (contract: Settlement). */
export const SETTLEMENT_METHODS = ['processor_transfer', 'bank_transfer'] as const;
export type SettlementMethod = (typeof SETTLEMENT_METHODS)[number];

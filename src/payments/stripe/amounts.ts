import { currencyExponent, type Money } from '../../core/money.js';

/** Currencies whose smallest unit Stripe counts otherwise than ISO 4217 does: with none, two or three digits. */
const STRIPE_EXPONENTS: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 };

/** Stripe takes three digits, and wants the last one to be 0. */
const THREE_DIGITS = 3;

/** The least that Stripe charges, in its units; of other currencies Stripe decides when it converts them. */
const LEAST: Record<string, number> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

const MOST = 99_999_999;

function shift(currency: string): number {
  return (STRIPE_EXPONENTS[currency] ?? currencyExponent(currency)) - currencyExponent(currency);
}

/** Stripe's integer: ours, but for currencies it counts otherwise. @throws {RangeError} for an inexpressible amount. */
export function toStripe({ minor, currency }: Money): number {
  const by = shift(currency);
  const units = by >= 0 ? minor * 10 ** by : minor / 10 ** -by;
  if (!Number.isSafeInteger(units))
    throw new RangeError(`${minor} minor units of ${currency} are no amount of Stripe's`);
  return units;
}

/** The money of Stripe's integer. @param code of the currency, in lower or upper case. */
export function fromStripe(units: number, code: string): Money {
  const currency = code.toUpperCase();
  const by = shift(currency);
  return { minor: by >= 0 ? Math.round(units / 10 ** by) : units * 10 ** -by, currency };
}

/** Whether Stripe has an integer for the amount that it takes. */
export function isExpressible({ minor, currency }: Money): boolean {
  const by = shift(currency);
  const exact = by >= 0 || minor % 10 ** -by === 0;
  return exact && (currencyExponent(currency) !== THREE_DIGITS || minor % 10 === 0);
}

/** Why Stripe would refuse to charge the amount; null: it would not. */
export function amountRefusal(amount: Money): string | null {
  if (!isExpressible(amount)) return 'amount_not_expressible';
  const units = toStripe(amount);
  if (units < (LEAST[amount.currency] ?? 1)) return 'amount_too_small';
  return units > MOST ? 'amount_too_large' : null;
}

/** The smallest amount that Stripe charges, in our minor units. */
export const smallestCharge = (currency: string): number => fromStripe(LEAST[currency] ?? 1, currency).minor;

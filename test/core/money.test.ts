import fc from 'fast-check';
import { currencyExponent, isExact, moneyText, percentOf, toDecimal, toMinor } from '../../src/core/money.js';

// Not imported: the compiler reads both with the dashboard's own settings.
const { money } = require('../../packages/dashboard/src/parts/money.ts') as {
  money: (amount: number, currency: string) => string;
};
const { detailTexts } = require('../../packages/dashboard/src/pages/audit/detail-text.ts') as {
  detailTexts: (details: Record<string, unknown>, currency: string) => string[];
};

const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF', 'HUF');
/** Up to ten billion of any currency. */
const minor = fc.integer({ min: -1e12, max: 1e12 });

it.each([
  [1250, 'EUR', 12.5],
  [1250, 'JPY', 1250],
  [1250, 'KWD', 1.25],
  [12_345, 'CLF', 1.2345],
])('%i minor units of %s are %f', (units, code, decimal) => {
  expect(toDecimal(units, code)).toBe(decimal);
  expect(toMinor(decimal, code)).toBe(units);
});

it('loses nothing on the way to a decimal and back', () => {
  fc.assert(
    fc.property(minor, currency, (units, code) => {
      expect(toMinor(toDecimal(units, code), code)).toBe(units);
      expect(isExact(toDecimal(units, code), code)).toBe(true);
    }),
  );
});

it('agrees with the platform about the digits of every currency', () => {
  const other = Intl.supportedValuesOf('currency').filter((code) => {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: code,
    }).resolvedOptions();
    return maximumFractionDigits !== currencyExponent(code);
  });
  // CLDR shows fewer digits than ISO 4217 has, where they are not used; money is kept in ISO's digits.
  for (const code of ['EUR', 'USD', 'JPY', 'KWD', 'TND', 'KRW', 'ISK', 'VND']) expect(other).not.toContain(code);
});

it.each(Intl.supportedValuesOf('currency'))('the dashboard shows %s with the digits of the service', (code) => {
  expect(money(toDecimal(123_456, code), code)).toBe(moneyText(123_456, code).replace(' ', '\u00a0'));
});

it.each([
  ['HUF', 'Minimum 1,234.56\u00a0HUF'],
  ['IQD', 'Minimum 123.456\u00a0IQD'],
  ['JPY', 'Minimum 123,456\u00a0JPY'],
])('the audit log shows amounts of %s with the digits of the service', (code, text) => {
  expect(detailTexts({ minimumMinor: 123_456 }, code)).toEqual([text]);
});

it.each([
  [1.005, 'EUR', 101],
  [-1.005, 'EUR', -101],
  [0.5, 'JPY', 1],
  [-0.5, 'JPY', -1],
  [0.0004, 'KWD', 0],
  [-0.0004, 'KWD', 0],
])('rounds %f %s half away from zero', (decimal, code, units) => {
  expect(toMinor(decimal, code)).toBe(units);
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e15])('refuses %f, which is no exact amount', (decimal) => {
  expect(() => toMinor(decimal, 'EUR')).toThrow(RangeError);
});

it.each([
  [12.5, 'JPY', false],
  [12.5, 'EUR', true],
  [0.001, 'EUR', false],
  [0.001, 'KWD', true],
])('%f is exact in %s: %s', (decimal, code, exact) => {
  expect(isExact(decimal, code)).toBe(exact);
});

describe('a share', () => {
  /** Ten-thousandths of a percent, as the catalogue keeps them. */
  const percent = fc.integer({ min: 1, max: 1_000_000 }).map((parts) => parts / 10_000);

  it('is never more than half a unit off, and away from zero at the half', () => {
    fc.assert(
      fc.property(minor, percent, (units, share) => {
        const parts = BigInt(units) * BigInt(Math.round(share * 10_000));
        const twiceOff = 2n * (BigInt(percentOf(units, share)) * 1_000_000n - parts);
        const sign = units < 0 ? -1n : 1n;
        expect(twiceOff * sign).toBeGreaterThan(-1_000_000n);
        expect(twiceOff * sign).toBeLessThanOrEqual(1_000_000n);
      }),
    );
  });

  it("the share of everything is everything, and a refund's share is its part", () => {
    fc.assert(
      fc.property(minor, percent, (units, share) => {
        expect(percentOf(units, 100)).toBe(units);
        expect(percentOf(-units, share) + percentOf(units, share)).toBe(0);
      }),
    );
  });

  it.each([
    [1999, 12.5, 250],
    [1, 50, 1],
    [1, 49.9999, 0],
    [999_999_999_999, 33.3333, 333_333_000_000],
  ])('of %i at %f %% is %i', (units, share, expected) => {
    expect(percentOf(units, share)).toBe(expected);
  });
});

import fc from 'fast-check';
import { amountRefusal, fromStripe, toStripe } from '../../src/payments/stripe/amounts.js';

test.each([
  ['EUR', 1_250, 1_250],
  ['JPY', 1_250, 1_250],
  ['KWD', 12_500, 12_500],
  ['ISK', 1_250, 125_000],
  ['UGX', 5_000, 500_000],
  ['MGA', 50_000, 500],
])('%s: %i minor units of ours are %i of Stripe’s', (currency, minor, units) => {
  expect(toStripe({ minor, currency })).toBe(units);
  expect(fromStripe(units, currency.toLowerCase())).toEqual({ minor, currency });
});

test('amounts for Stripe come back unchanged', () => {
  const currencies = fc.constantFrom('EUR', 'JPY', 'KWD', 'ISK', 'UGX', 'MGA', 'HUF', 'BHD');
  fc.assert(
    fc.property(currencies, fc.integer({ min: 1, max: 99_999_999 }), (currency, minor) => {
      const amount = { minor, currency };
      fc.pre(amountRefusal(amount) === null);
      expect(fromStripe(toStripe(amount), currency)).toEqual(amount);
    }),
  );
});

test.each([
  ['EUR', 50, null],
  ['EUR', 49, 'amount_too_small'],
  ['JPY', 49, 'amount_too_small'],
  ['KWD', 12_505, 'amount_not_expressible'],
  ['KWD', 12_510, null],
  ['MGA', 50_050, 'amount_not_expressible'],
  ['ISK', 1_000_000, 'amount_too_large'],
])('%s: %i can be charged unless %s', (currency, minor, refusal) => {
  expect(amountRefusal({ minor, currency })).toBe(refusal);
});

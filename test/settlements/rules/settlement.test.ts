import fc from 'fast-check';
import { dayOf } from '../../../src/core/time.js';
import {
  endOfMonth,
  isMonth,
  lastEndedMonth,
  monthOf,
  nextMonth,
  payableFrom,
  RETRY_DAYS,
  retryAt,
  type SettlementTerms,
  smallestPayout,
  startOfMonth,
  VOIDABLE_STATUSES,
} from '../../../src/settlements/rules/settlement.js';

const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2999-01-01'), noInvalidDate: true });

describe('months', () => {
  it('hold each instant in exactly one, from its first millisecond to its last', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const month = monthOf(at);
        expect(isMonth(month)).toBe(true);
        expect(startOfMonth(month).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(endOfMonth(month).getTime()).toBeGreaterThan(at.getTime());
        expect(endOfMonth(month)).toEqual(startOfMonth(nextMonth(month)));
        expect(nextMonth(lastEndedMonth(at))).toBe(month);
      }),
    );
  });

  it.each([
    ['2026-10-31T23:59:59.999Z', '2026-09'],
    ['2026-11-01T00:00:00.000Z', '2026-10'],
    ['2027-01-01T00:00:00.000Z', '2026-12'],
    ['2028-03-01T00:00:00.000Z', '2028-02'],
  ])('at %s the last that ended is %s', (at, month) => {
    expect(lastEndedMonth(new Date(at))).toBe(month);
  });

  it.each(['2026-1', '2026-13', '2026-00', '1999-10', '20261', '2026-10-01', ' 2026-10', ''])('%j is none', (text) => {
    expect(isMonth(text)).toBe(false);
  });
});

it.each([
  ['2026-10', 0, '2026-11-01'],
  ['2026-11', 10, '2026-12-11'],
  ['2028-01', 30, '2028-03-02'],
])('%s with %i net days is due on %s', (month, netDays, due) => {
  expect(dayOf(payableFrom(month, netDays))).toBe(due);
});

describe('the smallest payout', () => {
  const terms: SettlementTerms = {
    method: 'bank_transfer',
    netDays: 30,
    minimumMinor: 5000,
    currency: 'EUR',
    minimums: { USD: 7500 },
    reference: null,
  };

  it.each([
    ['EUR', 5000],
    ['JPY', 50],
    ['KWD', 50_000],
    ['USD', 7500],
  ])('is the same number in %s as in the company’s own currency, unless another was agreed', (currency, expected) => {
    expect(smallestPayout(terms, currency)).toBe(expected);
  });

  it('is never nothing: a statement of zero moves no money', () => {
    expect(smallestPayout({ ...terms, minimumMinor: 0 }, 'EUR')).toBe(1);
    expect(smallestPayout({ ...terms, minimumMinor: 40 }, 'JPY')).toBe(1);
    expect(smallestPayout({ ...terms, minimums: { USD: 0 } }, 'USD')).toBe(1);
  });
});

it('tries a failed transfer again after 1, 3 and 5 days, then never', () => {
  const failed = new Date('2026-12-11T06:00:00Z');
  const again = [1, 2, 3, 4, 5].map((attempts) => retryAt(attempts, failed)?.toISOString() ?? null);
  expect(again).toEqual([
    '2026-12-12T06:00:00.000Z',
    '2026-12-14T06:00:00.000Z',
    '2026-12-16T06:00:00.000Z',
    null,
    null,
  ]);
  expect(RETRY_DAYS).toHaveLength(3);
});

it('takes back nothing whose money has moved or may be moving', () => {
  for (const status of ['paying', 'paid', 'carried', 'void'] as const) expect(VOIDABLE_STATUSES).not.toContain(status);
});

import {
  isPaying,
  type RewardRate,
  rateOf,
  rewardForSale,
  rewardPerTicket,
} from '../../../src/listings/rules/reward.js';

const flat: RewardRate = { kind: 'flat', amount: { minor: 250, currency: 'EUR' } };
const tenPercent: RewardRate = { kind: 'percent', percent: 10, currency: null };
const unlimited = { budgetMinor: null, spentMinor: 0 };
const eur = (priceMinor: number) => ({ priceMinor, currency: 'EUR' });

describe('rateOf', () => {
  const none = {
    rewardKind: null,
    rewardAmountMinor: null,
    rewardPercent: null,
    rewardCurrency: null,
    currency: 'EUR',
  } as const;

  test('a fixed amount is in the currency of the reward, else of the event', () => {
    const terms = { ...none, rewardKind: 'flat', rewardAmountMinor: 250 } as const;
    expect(rateOf(terms)).toEqual(flat);
    expect(rateOf({ ...terms, rewardCurrency: 'USD' })).toEqual({
      kind: 'flat',
      amount: { minor: 250, currency: 'USD' },
    });
    expect(rateOf({ ...terms, currency: null })).toBeNull();
  });

  test('a share names a currency only where the organizer did', () => {
    const terms = { ...none, rewardKind: 'percent', rewardPercent: 10 } as const;
    expect(rateOf(terms)).toEqual(tenPercent);
    expect(rateOf({ ...terms, rewardCurrency: 'USD' })).toEqual({ ...tenPercent, currency: 'USD' });
  });

  test('nothing without a kind, or without what its kind needs', () => {
    expect(rateOf({ ...none, rewardAmountMinor: 250, rewardPercent: 10 })).toBeNull();
    expect(rateOf({ ...none, rewardKind: 'flat', rewardPercent: 10 })).toBeNull();
    expect(rateOf({ ...none, rewardKind: 'percent', rewardAmountMinor: 250 })).toBeNull();
  });
});

describe('rewardPerTicket', () => {
  test('a fixed reward is the same for every ticket that costs something', () => {
    expect(rewardPerTicket(flat, eur(1))).toEqual({ minor: 250, currency: 'EUR' });
    expect(rewardPerTicket(flat, { priceMinor: 900, currency: 'USD' })).toEqual({
      minor: 250,
      currency: 'EUR',
    });
    expect(rewardPerTicket(flat, eur(0))).toBeNull();
  });

  test('a share is of the ticket, in its currency, and nothing when it rounds to nothing', () => {
    expect(rewardPerTicket(tenPercent, eur(2999))).toEqual({ minor: 300, currency: 'EUR' });
    expect(rewardPerTicket(tenPercent, { priceMinor: 5000, currency: 'JPY' })).toEqual({
      minor: 500,
      currency: 'JPY',
    });
    expect(rewardPerTicket(tenPercent, eur(4))).toBeNull();
    expect(rewardPerTicket({ ...tenPercent, currency: 'USD' }, eur(2999))).toBeNull();
  });
});

describe('rewardForSale', () => {
  test('every ticket earns when there is no limit', () => {
    expect(rewardForSale(flat, unlimited, [{ priceMinor: 4000, quantity: 3 }], 'EUR')).toEqual({
      tickets: 3,
      commission: { minor: 750, currency: 'EUR' },
    });
  });

  test('a budget pays the whole tickets that still fit, and nothing less', () => {
    const left = (minor: number) => ({ budgetMinor: 1000, spentMinor: 1000 - minor });
    expect(rewardForSale(flat, left(750), [{ priceMinor: 4000, quantity: 3 }], 'EUR')?.tickets).toBe(3);
    expect(rewardForSale(flat, left(749), [{ priceMinor: 4000, quantity: 3 }], 'EUR')?.tickets).toBe(2);
    expect(rewardForSale(flat, left(249), [{ priceMinor: 4000, quantity: 3 }], 'EUR')).toBeNull();
    expect(
      rewardForSale(flat, { budgetMinor: 100, spentMinor: 250 }, [{ priceMinor: 4000, quantity: 1 }], 'EUR'),
    ).toBeNull();
  });
});

describe('rewardForSale of several prices', () => {
  const lines = [
    { priceMinor: 1000, quantity: 2 },
    { priceMinor: 0, quantity: 1 },
    { priceMinor: 4000, quantity: 1 },
  ];

  test('each ticket earns by its own price, and a free ticket earns nothing', () => {
    expect(rewardForSale(tenPercent, unlimited, lines, 'EUR')).toEqual({
      tickets: 3,
      commission: { minor: 600, currency: 'EUR' },
    });
    expect(rewardForSale(flat, unlimited, lines, 'EUR')).toEqual({
      tickets: 3,
      commission: { minor: 750, currency: 'EUR' },
    });
  });

  test('a budget pays in the order of the tickets, and a later cheaper ticket still fits', () => {
    const left = (minor: number) => ({ budgetMinor: 1000, spentMinor: 1000 - minor });
    expect(rewardForSale(tenPercent, left(599), lines, 'EUR')).toMatchObject({
      tickets: 2,
      commission: { minor: 200 },
    });
    const dearFirst = [...lines].reverse();
    expect(rewardForSale(tenPercent, left(500), dearFirst, 'EUR')).toMatchObject({
      tickets: 2,
      commission: { minor: 500 },
    });
    expect(rewardForSale(tenPercent, left(399), dearFirst, 'EUR')).toMatchObject({
      tickets: 2,
      commission: { minor: 200 },
    });
  });
});

describe('isPaying', () => {
  const budget = (minor: number) => ({ budgetMinor: minor, spentMinor: 0 });

  test('as long as the budget holds the reward of the ticket that earns least', () => {
    expect(isPaying(tenPercent, budget(100), [eur(1000), eur(9000)])).toBe(true);
    expect(isPaying(tenPercent, budget(99), [eur(1000), eur(9000)])).toBe(false);
    expect(isPaying(flat, budget(250), [eur(1000)])).toBe(true);
    expect(isPaying(flat, budget(249), [eur(1000)])).toBe(false);
  });

  test('not without a reward, nor where every ticket is free', () => {
    expect(isPaying(null, unlimited, [eur(1000)])).toBe(false);
    expect(isPaying(flat, unlimited, [eur(0)])).toBe(false);
  });

  test('an event without ticket types of ours follows its rate and the rest of the budget', () => {
    expect(isPaying(flat, unlimited, [])).toBe(true);
    expect(isPaying(flat, budget(249), [])).toBe(false);
    expect(isPaying(tenPercent, budget(0), [])).toBe(false);
  });
});

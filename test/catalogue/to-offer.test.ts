import type { OfferFacts } from '../../src/catalogue/sql/events.js';
import { toOffer } from '../../src/catalogue/to-offer.js';
import { wireEvent } from '../support/data/wire-event.js';

const facts = (changes: Partial<OfferFacts> = {}): OfferFacts => ({
  startsAt: new Date('2027-03-04T19:00:00Z'),
  endsAt: new Date('2027-03-04T22:30:00Z'),
  createdAt: new Date('2026-10-31T23:30:00Z'),
  salesFrom: null,
  salesUntil: null,
  budgetMinor: null,
  spentMinor: 0,
  ...changes,
});

test('every field of the contract, for a share of the price', () => {
  expect(toOffer(wireEvent(), facts())).toEqual({
    object: 'offer',
    id: 'ofr_8Qm3',
    event_id: 'evt_8Qm3',
    title: 'Night of the Proms',
    merchant: { name: 'Proms Ltd', merchant_of_record: 'organizer', statement_descriptor: null, verified: true },
    destination: {
      venue: 'Hall',
      venue_id: 'ven_hall',
      address: '1 Road',
      city: 'London',
      country: 'GB',
      lat: 51.5,
      lng: -0.12,
    },
    eligible: {
      purchase_from: '2026-10-31',
      purchase_until: '2027-03-04',
      event_date: '2027-03-04',
      starts_at: '2027-03-04T19:00:00.000Z',
    },
    price: { from: 20, to: 80.5, currency: 'GBP' },
    reward: {
      kind: 'percent',
      percent: 7.5,
      currency: 'GBP',
      description: '7.5 % of each eligible ticket',
      funded_by: 'organizer',
      paid_to: 'partner',
    },
    limits: { budget_remaining: null, orders_remaining: null },
    rules: expect.arrayContaining(['Each ticket earns 7.5 % of its own price, without fees and tax.']),
    activation: { method: 'link', url: 'https://tickets.example/buy/evt_8Qm3?ref=Abc123' },
    matching: { link_attribution: true, card_transactions: false, note: expect.any(String) },
    settlement: { report: '/v1/earnings', webhook: 'earnings.changed', available: expect.stringContaining('48 hours') },
    commercial_model: 'CARD_LINKED',
    event_url: 'https://tickets.example/e/evt_8Qm3',
    test: false,
    updated_at: '2026-11-02T09:00:00.123Z',
  });
});

test('a fixed reward with a limit: the rest, and the number of orders it pays', () => {
  const event = wireEvent({ earn: { eligible: true, amount: 4, currency: 'EUR', description: 'Four euros' } });
  const { reward, limits } = toOffer(event, facts({ budgetMinor: 10_000, spentMinor: 1_150 }));
  expect(reward).toMatchObject({ kind: 'flat', amount: 4, currency: 'EUR', description: 'Four euros' });
  expect(reward).not.toHaveProperty('percent');
  expect(limits).toEqual({ budget_remaining: 88.5, orders_remaining: 22 });
  expect(toOffer(event, facts({ budgetMinor: 0 })).limits).toEqual({ budget_remaining: 0, orders_remaining: 0 });
  expect(toOffer(event, facts()).limits).toEqual({ budget_remaining: null, orders_remaining: null });
});

test('money of currencies without and with three decimals', () => {
  const of = (amount: number, currency: string) =>
    toOffer(wireEvent({ earn: { eligible: true, amount, currency } }), facts({ budgetMinor: 7_000, spentMinor: 500 }));
  expect(of(1000, 'JPY')).toMatchObject({
    limits: { budget_remaining: 6500, orders_remaining: 6 },
    reward: { description: '1000 JPY for each eligible ticket' },
  });
  expect(of(1.25, 'KWD')).toMatchObject({
    limits: { budget_remaining: 6.5, orders_remaining: 5 },
    reward: { description: '1.250 KWD for each eligible ticket' },
  });
});

test('a share with a limit has no number of orders', () => {
  expect(toOffer(wireEvent(), facts({ budgetMinor: 5_000 })).limits).toEqual({
    budget_remaining: 50,
    orders_remaining: null,
  });
});

describe("days of purchase are in the venue's time zone", () => {
  const days = (zone: string | null, changes: Partial<OfferFacts>, event = wireEvent()) => {
    const { purchase_from, purchase_until } = toOffer({ ...event, timezone: zone }, facts(changes)).eligible;
    return [purchase_from, purchase_until];
  };

  test('from the opening of sales to their close', () => {
    const window = { salesFrom: new Date('2027-01-09T23:30:00Z'), salesUntil: new Date('2027-03-01T23:00:00Z') };
    expect(days('Europe/Berlin', window)).toEqual(['2027-01-10', '2027-03-01']);
    expect(days('America/New_York', window)).toEqual(['2027-01-09', '2027-03-01']);
  });

  test('to the end of the event, also when sales would be open longer', () => {
    const late = { salesUntil: new Date('2028-01-01T00:00:00Z'), endsAt: new Date('2027-03-06T02:00:00Z') };
    expect(days('Europe/Berlin', late)).toEqual(['2026-11-01', '2027-03-06']);
  });

  test('of an event without times, to the end of its day', () => {
    expect(days('Asia/Tokyo', { startsAt: null, endsAt: null })).toEqual(['2026-11-01', '2027-03-04']);
    expect(days(null, { startsAt: null, endsAt: null })).toEqual(['2026-10-31', '2027-03-04']);
    expect(days('Mars/Olympus', { startsAt: null, endsAt: null })).toEqual(['2026-10-31', '2027-03-04']);
  });

  test('never from after until', () => {
    expect(days('UTC', { createdAt: new Date('2027-06-01T00:00:00Z') })).toEqual(['2027-03-04', '2027-03-04']);
  });
});

test.each(['postponed', 'sold_out', 'cancelled', 'completed'] as const)(
  'says when no tickets are sold: %s',
  (status) => {
    const { rules } = toOffer(wireEvent({ status }), facts());
    expect(rules.filter((rule) => rule.includes('no tickets are sold'))).toHaveLength(1);
  },
);

test('a sample has a sample offer', () => {
  const offer = toOffer(wireEvent({ id: 'evt_test_jazz', test: true }), facts());
  expect(offer).toMatchObject({ id: 'ofr_test_jazz', test: true });
  expect(offer.rules).toContain('This is a sample: no real money moves.');
});

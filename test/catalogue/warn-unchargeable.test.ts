import { createTestContext, type TestContext } from '../support/context.js';
import { importAll } from '../support/data/catalogue.js';

const STRIPE = { PAYMENTS: 'stripe', STRIPE_KEY: 'rk_test_import', STRIPE_WEBHOOK_SECRETS: 'whsec_test' };

const gig = (currency: string, price: number, more: object = {}) => ({
  external_id: 'g-1',
  name: 'Velvet Harbour Live',
  starts_at: '2027-05-01T20:00',
  city: 'Berlin',
  country: 'DE',
  currency,
  ticket_types: [{ id: 's', name: 'Standing', price, capacity: 10, ...more }],
});

describe('with Stripe', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext({ env: STRIPE });
  });
  afterAll(() => ctx.close());

  const least = (amount: string, effect: string) => `is below the smallest card payment of ${amount}: ${effect}`;

  it.each([
    ['EUR', 0.3, {}, '0.30 EUR', least('0.50 EUR', 'sold from 2 tickets an order')],
    ['EUR', 0.1, { max_per_order: 4 }, '0.10 EUR', least('0.50 EUR', 'not sold: 4 tickets cost less')],
    ['GBP', 0.29, {}, '0.29 GBP', least('0.30 GBP', 'sold from 2 tickets an order')],
    ['JPY', 49, {}, '49 JPY', least('50 JPY', 'sold from 2 tickets an order')],
    ['JPY', 10, { max_per_order: 2 }, '10 JPY', least('50 JPY', 'not sold: 2 tickets cost less')],
    ['HUF', 60, {}, '60.00 HUF', least('175.00 HUF', 'sold from 3 tickets an order')],
    ['KWD', 1.255, {}, '1.255 KWD', 'cannot be paid by card (amount_not_expressible)'],
    ['ISK', 1_000_000, {}, '1000000 ISK', 'cannot be paid by card (amount_too_large)'],
  ])('warns about tickets of %s %d %j', async (currency, price, more, value, reason) => {
    const { refused, notes } = await importAll(ctx, [gig(currency, price, more)]);
    expect(refused).toBe(0);
    expect(notes).toEqual([`1: g-1: ticket_types.0.price: ${value}: ${reason}`]);
  });

  it.each([
    ['EUR', 0, {}],
    ['EUR', 0.5, {}],
    ['EUR', 0.3, { fees: 0.2 }],
    ['JPY', 50, {}],
    ['KWD', 0.01, {}],
    ['HUF', 175, {}],
  ])('is silent about tickets of %s %d %j', async (currency, price, more) => {
    expect((await importAll(ctx, [gig(currency, price, more)], { source: 'silent' })).notes).toEqual([]);
  });

  it('imports with a warning although --strict', async () => {
    const { created, noted } = await importAll(ctx, [gig('EUR', 0.3)], { source: 'strict' }, { strict: true });
    expect({ created, noted }).toEqual({ created: 1, noted: 1 });
  });
});

it('is silent where payments are simulated', async () => {
  const ctx = await createTestContext();
  try {
    expect((await importAll(ctx, [gig('EUR', 0.3)])).notes).toEqual([]);
  } finally {
    await ctx.close();
  }
});

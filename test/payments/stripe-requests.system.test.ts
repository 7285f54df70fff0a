import type { PayoutsPort } from '../../src/payments/payouts-port.js';
import type { CheckoutRequest, PaymentsPort } from '../../src/payments/port.js';
import { createStripePayments } from '../../src/payments/stripe/stripe.js';
import { createStripePayouts } from '../../src/payments/stripe/transfers.js';
import { type StripeMock, startStripeMock } from '../support/outside/stripe-mock.js';

const stripeAt = (key: string, apiBase?: string): PaymentsPort =>
  createStripePayments({ key, apiBase, webhookSecrets: ['whsec_1'], origin: 'https://localhost', enabled: true });

const linesAt = (unitMinor: number) => [
  { title: 'Concert, Standing', unitMinor, quantity: 2 },
  { title: 'Concert, Seat', unitMinor: 2 * unitMinor, quantity: 1 },
];

const request = (account: string, changed: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  key: `chk_${Date.now()}`,
  account,
  orderId: 'ord_1',
  lines: linesAt(1_250),
  currency: 'EUR',
  feeMinor: 150,
  note: 'Pay by 20:30.',
  language: 'de',
  returnUrl: 'https://localhost/checkout/token',
  cancelUrl: 'https://localhost/checkout/token',
  expiresAt: new Date(Date.now() + 31 * 60_000),
  ...changed,
});

/** The path of stripe-mock; test/README.md says where it comes from. */
const MOCK = process.env.STRIPE_MOCK;

// It checks each request against Stripe's own description of the API, and answers with examples.
(MOCK ? describe : describe.skip)('stripe-mock takes every request of the adapter', () => {
  let mock: StripeMock;
  let stripe: PaymentsPort;
  let payouts: PayoutsPort;
  beforeAll(async () => {
    mock = await startStripeMock(MOCK ?? '');
    const { origin } = mock;
    stripe = stripeAt('sk_test_1', origin);
    payouts = createStripePayouts({ key: 'sk_test_1', apiBase: origin, webhookSecrets: [] });
  });
  afterAll(() => mock.close());

  it.each([
    ['EUR', 1_250, 150],
    ['JPY', 1_250, 0],
    ['KWD', 12_500, 10],
    ['ISK', 1_250, 5],
  ])('a page in %s', async (currency, unitMinor, feeMinor) => {
    const page = await stripe.openCheckout(request('acct_1', { currency, lines: linesAt(unitMinor), feeMinor }));
    expect(page.reference).toMatch(/^cs_/);
  });

  it('closing and reading a page', async () => {
    const page = { account: 'acct_1', reference: 'cs_test_1' };
    expect(await stripe.closeCheckout(page)).toEqual({ state: 'closed' });
    expect(await stripe.findPayment(page)).toBeNull();
  });

  it('refunds', async () => {
    const refund = {
      ...{
        mode: 'live' as const,
        account: 'acct_1',
        refundId: 'rfd_1',
        paymentReference: 'pi_1',
        withFee: true,
        failedReference: null,
      },
      ...{ amount: { minor: 1_250, currency: 'EUR' }, key: 'rfd_1/1' },
    };
    expect(await stripe.refund(refund)).toMatchObject({ reference: expect.stringMatching(/^re_/) });
    expect(await stripe.findRefund(refund)).toBeNull();
    expect(await stripe.refund({ ...refund, account: null, withFee: false })).toMatchObject({
      state: expect.any(String),
    });
  });

  it.each([
    ['EUR', 4_000],
    ['JPY', 4_000],
    ['KWD', 4_000_010],
  ])('transfers in %s, and their reversals', async (currency, minor) => {
    const transfer = {
      ...{ key: 'trf_1_1', attempt: 1, sending: 1, method: 'processor_transfer' as const, companyId: 'cmp_1' },
      ...{ reference: null, settlementId: 'stm_1', amount: { minor, currency }, account: 'acct_2' },
    };
    expect(await payouts.send(transfer)).toMatchObject({ state: 'succeeded' });
    expect(await payouts.find(transfer)).toBeNull();
    expect(await payouts.findReversals('tr_1')).toMatchObject([{ id: expect.any(String) }]);
  });

  it.each(['acct_1', null])('the movements of the balance of %s', async (account) => {
    const range = { from: new Date('2026-10-01T00:00:00Z'), to: new Date('2026-11-01T00:00:00Z') };
    const lines = [];
    for await (const line of stripe.balanceLines(account, range)) lines.push(line);
    expect(lines).not.toEqual([]);
  });

  it.each(['charges', 'transfers'] as const)('accounts for %s', async (purpose) => {
    const account = await stripe.createAccount({ key: 'org_1', name: 'Shop', country: 'DE', purpose });
    expect(account.id).toMatch(/^acct_/);
    expect(await stripe.findAccount(account.id)).toMatchObject({ currency: 'USD', country: 'US' });
    const urls = { returnUrl: 'https://localhost/done', refreshUrl: 'https://localhost/again' };
    expect(await stripe.accountLink(account.id, urls)).toMatch(/^https:/);
  });
});

const { STRIPE_TEST_KEY: KEY, STRIPE_TEST_ACCOUNT: ACCOUNT } = process.env;

// A key of a test mode, and a connected account that can charge there: no money moves.
(KEY && ACCOUNT ? describe : describe.skip)("Stripe's own test mode", () => {
  const account = ACCOUNT ?? '';
  const stripe = KEY ? stripeAt(KEY) : stripeAt('sk_test_1');

  it('opens one page for a key, and closes it for good', async () => {
    const same = request(account);
    const page = await stripe.openCheckout(same);
    expect(await stripe.openCheckout(same)).toEqual(page);
    const { reference } = page;
    expect(await stripe.findPayment({ account, reference })).toBeNull();
    expect(await stripe.closeCheckout({ account, reference })).toEqual({ state: 'closed' });
    expect(await stripe.closeCheckout({ account, reference })).toEqual({ state: 'closed' });
  }, 60_000);

  it('knows the account', async () => {
    expect(await stripe.findAccount(account)).toMatchObject({ id: account, chargesEnabled: true });
  }, 60_000);
});

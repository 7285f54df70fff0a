import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BalanceLine } from '../../src/payments/balance.js';
import { ProcessorRefusal } from '../../src/payments/errors.js';
import type { CheckoutRequest, PaymentsPort } from '../../src/payments/port.js';
import { createSimulatedPayments } from '../../src/payments/simulated.js';
import { createStripePayments } from '../../src/payments/stripe/stripe.js';
import { type StandInOptions, startStripeStandIn } from '../../tools/stripe-stand-in/stand-in.js';
import { temporaryFolder } from '../support/environment.js';
import { judgedByStripeMock } from '../support/outside/stripe-mock.js';

/** The path of stripe-mock; test/README.md says where it comes from. */
const MOCK = process.env.STRIPE_MOCK;

/** One processor, with what only its own pages can do. */
interface Processor {
  payments: PaymentsPort;
  pay(checkout: string): void;
  /** The buyer's bank returns a refund. */
  fail(refund: string): void;
  /** The owner of an account gives missing facts. */
  onboard(account: string): void;
  close(): Promise<void>;
}

function simulation(): Processor {
  const payments = createSimulatedPayments({ origin: 'http://localhost:3000', enabled: true });
  return { payments, pay() {}, fail() {}, onboard() {}, close: async () => {} };
}

/** @param watch sees each call. */
async function standIn(watch?: StandInOptions['watch']): Promise<Processor> {
  const stripe = await startStripeStandIn({ watch });
  const payments = createStripePayments({
    key: 'rk_test_1',
    apiBase: stripe.origin,
    webhookSecrets: ['whsec_1'],
    origin: 'http://localhost:3000',
    enabled: true,
  });
  return {
    payments,
    pay: (session) => void stripe.verbs.pay({ session }),
    fail: (refund) => void stripe.verbs.settleRefund({ refund, state: 'failed' }),
    onboard: (account) => void stripe.verbs.onboard({ account }),
    close: stripe.close,
  };
}

const PROCESSORS: [string, () => Promise<Processor>][] = [
  ['the simulation', async () => simulation()],
  ['Stripe', () => standIn()],
];
if (MOCK !== undefined)
  PROCESSORS.push(['Stripe, whose requests stripe-mock checks,', () => judgedByStripeMock(MOCK, standIn)]);

describe.each(PROCESSORS)('%s as a processor', (name, open) => {
  let processor: Processor;
  let payments: PaymentsPort;
  let account: string;
  beforeAll(async () => {
    processor = await open();
    payments = processor.payments;
    account = (await payments.createAccount({ key: 'org_1', name: 'Shop', country: 'DE', purpose: 'charges' })).id;
    processor.onboard(account);
  });
  afterAll(() => processor.close());

  const key = () => randomBytes(8).toString('hex');
  const request = (changed: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
    key: key(),
    account,
    orderId: 'ord_1',
    lines: [{ title: 'Concert, Standing', unitMinor: 1_250, quantity: 2 }],
    currency: 'EUR',
    feeMinor: 150,
    note: 'Pay by 20:30.',
    language: 'de',
    returnUrl: 'http://localhost:3000/checkout/token',
    cancelUrl: 'http://localhost:3000/checkout/token',
    expiresAt: new Date(Date.now() + 31 * 60_000),
    ...changed,
  });
  const open_ = async (changed: Partial<CheckoutRequest> = {}) => {
    const { reference } = await payments.openCheckout(request(changed));
    return { account, reference };
  };
  const paid = async () => {
    if (!payments.hosted) return `sim_pay_${key()}`;
    const page = await open_();
    processor.pay(page.reference);
    const payment = await payments.findPayment(page);
    return payment?.reference ?? '';
  };

  it('refunds once for a key, and finds the refund', async () => {
    const refund = {
      account,
      refundId: `rfd_${key()}`,
      paymentReference: await paid(),
      amount: { minor: 1_250, currency: 'EUR' },
      withFee: true,
      failedReference: null,
      key: key(),
    };
    expect(await payments.findRefund(refund)).toBeNull();
    const made = await payments.refund(refund);
    expect(made).toMatchObject({ state: 'succeeded', reference: expect.any(String) });
    expect(await payments.refund(refund)).toEqual(made);
    expect(await payments.findRefund(refund)).toEqual(made);
    expect(await payments.findRefund({ ...refund, key: key() })).toEqual(made);
  });

  it('takes a refund again whose earlier attempt may have returned the fee', async () => {
    const refund = {
      ...{ account, refundId: `rfd_${key()}`, paymentReference: await paid() },
      ...{ amount: { minor: 1_250, currency: 'EUR' }, withFee: true },
    };
    const { reference: failedReference } = await payments.refund({ ...refund, failedReference: null, key: key() });
    processor.fail(failedReference);
    const again = await payments.refund({ ...refund, failedReference, key: key() });
    expect(again.state).toBe('succeeded');
    expect([undefined, failedReference]).toContain(again.feeReference);
    expect(await payments.findRefund({ ...refund, key: key() })).toEqual(again);
  });

  it('reports whether an account can charge, and refuses an unknown one', async () => {
    expect(await payments.findAccount(account)).toMatchObject({ id: account, chargesEnabled: true, requirements: [] });
    await expect(payments.findAccount('acct_none')).rejects.toThrow(ProcessorRefusal);
    const urls = { returnUrl: 'http://localhost:3000/done', refreshUrl: 'http://localhost:3000/again' };
    expect(await payments.accountLink(account, urls)).toMatch(/^http/);
  });

  it('refuses a message that it did not sign', () => {
    expect(() => payments.readEvent(Buffer.from('{}'), 't=1,v1=00')).toThrow(
      expect.objectContaining({ name: 'InvalidSignature' }),
    );
  });

  // The buyers of the simulation pay on our own page.
  if (name === 'the simulation') return;

  it('opens one page for a key', async () => {
    const same = request();
    const [first, again] = [await payments.openCheckout(same), await payments.openCheckout(same)];
    expect(again).toEqual(first);
    expect((await payments.openCheckout(request())).reference).not.toBe(first.reference);
    expect(await payments.findPayment({ account, reference: first.reference })).toBeNull();
  });

  it('closes an unpaid page, again without effect', async () => {
    const page = await open_();
    expect(await payments.closeCheckout(page)).toEqual({ state: 'closed' });
    expect(await payments.closeCheckout(page)).toEqual({ state: 'closed' });
    expect(() => processor.pay(page.reference)).toThrow();
    expect(await payments.findPayment(page)).toBeNull();
  });

  it('lets a payment win over the end of the page', async () => {
    const page = await open_();
    processor.pay(page.reference);
    const payment = { reference: expect.any(String), amount: { minor: 2_500, currency: 'EUR' } };
    expect(await payments.closeCheckout(page)).toEqual({ state: 'paid', payment });
    expect(await payments.findPayment(page)).toEqual(payment);
  });

  it('finds the page on which a payment was made', async () => {
    const mine = request();
    const { reference: checkout } = await payments.openCheckout(mine);
    processor.pay(checkout);
    const payment = await payments.findPayment({ account, reference: checkout });
    const find = (paymentReference: string) => payments.findCheckout({ account, paymentReference });
    expect(await find(payment?.reference ?? '')).toEqual({ checkout, key: mine.key, payment });
    expect(await find('pi_none')).toBeNull();
  });

  it("lists every movement of an account's balance and of ours, each with its object", async () => {
    const owner = await payments.createAccount({ key: key(), name: 'Shop', country: 'DE', purpose: 'charges' });
    processor.onboard(owner.id);
    const page = {
      account: owner.id,
      reference: (await payments.openCheckout(request({ account: owner.id }))).reference,
    };
    processor.pay(page.reference);
    const payment = (await payments.findPayment(page))?.reference ?? '';
    const refund = await payments.refund({
      ...{ account: owner.id, refundId: `rfd_${key()}`, paymentReference: payment, key: key() },
      ...{ amount: { minor: 1_000, currency: 'EUR' }, withFee: false, failedReference: null },
    });
    const now = Date.now();
    const range = { from: new Date(now - 60_000), to: new Date(now + 60_000) };
    const listed = async (of: string | null, within = range) => {
      const found = new Map<string, Omit<BalanceLine, 'id' | 'at'>>();
      for await (const { id, at, ...line } of payments.balanceLines(of, within)) {
        expect(at.getTime()).toBeGreaterThan(now - 60_000);
        found.set(`${line.kind} ${line.object}`, line);
      }
      return found;
    };
    const lines = await listed(owner.id);
    const paid = { subject: payment, claimed: true };
    expect(lines.get(`payment ${payment}`)).toMatchObject({
      ...paid,
      amount: { minor: 2_500, currency: 'EUR' },
      fee: expect.any(String),
    });
    expect(lines.get(`refund ${refund.reference}`)).toMatchObject({
      ...paid,
      amount: { minor: -1_000, currency: 'EUR' },
    });
    const fee = lines.get(`payment ${payment}`)?.fee ?? '';
    expect((await listed(null)).get(`fee ${fee}`)).toMatchObject({
      subject: fee,
      amount: { minor: 150, currency: 'EUR' },
    });
    expect(await listed(owner.id, { from: range.to, to: new Date(now + 120_000) })).toEqual(new Map());
  });
});

test('the stand-in remembers across a kill: pages, payments, keys and undelivered events', async () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'stripe.log');
  const at = (origin: string) =>
    createStripePayments({ key: 'rk_test_1', apiBase: origin, webhookSecrets: [], origin, enabled: true });
  // Nothing is written at its end, so that ending it is no better than a kill.
  const before = await startStripeStandIn({ file });
  const { id: account } = await at(before.origin).createAccount({
    key: 'o',
    name: 'Shop',
    country: 'DE',
    purpose: 'charges',
  });
  before.verbs.onboard({ account });
  const request: CheckoutRequest = {
    ...{ key: 'chk_1', account, orderId: 'ord_1', currency: 'EUR', feeMinor: 0 },
    lines: [{ title: 'Concert', unitMinor: 1_250, quantity: 1 }],
    ...{
      note: 'Pay soon.',
      language: null,
      returnUrl: 'http://localhost/',
      cancelUrl: 'http://localhost/',
    },
    expiresAt: new Date(Date.now() + 31 * 60_000),
  };
  const page = { account, reference: (await at(before.origin).openCheckout(request)).reference };
  before.verbs.pay({ session: page.reference });
  await before.close();
  appendFileSync(file, '{"account":"","value":{"id":"half a li');

  const endpoint = { url: 'http://127.0.0.1:9/', secret: 'whsec_1', connect: true };
  const after = await startStripeStandIn({ file, endpoints: [endpoint] });
  const stripe = at(after.origin);
  expect(await stripe.closeCheckout(page)).toMatchObject({ state: 'paid' });
  await expect(
    stripe.openCheckout({ ...request, lines: [{ title: 'Concert', unitMinor: 1_300, quantity: 1 }] }),
  ).rejects.toThrow();
  expect(after.deliverer.waiting().length).toBeGreaterThan(0);
  await after.close();
  folder.remove();
});

import { randomBytes } from 'node:crypto';
import type { PayoutsPort, Transfer, TransferResult } from '../../src/payments/payouts-port.js';
import { createSimulatedPayouts } from '../../src/payments/simulated-transfers.js';
import { createStripePayments } from '../../src/payments/stripe/stripe.js';
import { createStripePayouts } from '../../src/payments/stripe/transfers.js';
import { type StandInOptions, startStripeStandIn } from '../../tools/stripe-stand-in/stand-in.js';
import { judgedByStripeMock } from '../support/outside/stripe-mock.js';

/** The path of stripe-mock; test/README.md says where it comes from. */
const MOCK = process.env.STRIPE_MOCK;

/** One processor, and an account there that gets transfers. */
interface Processor {
  payouts: PayoutsPort;
  account?: string;
  close(): Promise<void>;
}

async function simulation(): Promise<Processor> {
  const kept = new Map<string, TransferResult>();
  const memory = {
    find: async (key: string) => kept.get(key) ?? null,
    async keep({ key }: Transfer, decided: TransferResult) {
      kept.set(key, kept.get(key) ?? decided);
      return kept.get(key) ?? decided;
    },
  };
  return { payouts: createSimulatedPayouts({ enabled: true, memory }), close: async () => {} };
}

/** @param watch sees each call. */
async function standIn(watch?: StandInOptions['watch']): Promise<Processor> {
  const stripe = await startStripeStandIn({ watch });
  const settings = { key: 'rk_test_1', apiBase: stripe.origin, webhookSecrets: ['whsec_1'] };
  const payments = createStripePayments({ ...settings, origin: 'http://localhost:3000', enabled: true });
  const { id } = await payments.createAccount({ key: 'cmp_1', name: 'Partner', country: 'DE', purpose: 'transfers' });
  stripe.verbs.onboard({ account: id });
  stripe.verbs.topUp({ amount: 100_000, currency: 'eur' });
  return { payouts: createStripePayouts(settings), account: id, close: stripe.close };
}

const PROCESSORS: [string, () => Promise<Processor>][] = [
  ['the simulation', simulation],
  ['Stripe', () => standIn()],
];
if (MOCK !== undefined)
  PROCESSORS.push(['Stripe, whose requests stripe-mock checks,', () => judgedByStripeMock(MOCK, standIn)]);

describe.each(PROCESSORS)('%s as a payer of partners', (_, open) => {
  let processor: Processor;
  let payouts: PayoutsPort;
  beforeAll(async () => {
    processor = await open();
    payouts = processor.payouts;
  });
  afterAll(() => processor.close());

  const transferOf = (changed: Partial<Transfer> = {}): Transfer => ({
    key: `trf_${randomBytes(8).toString('hex')}_1`,
    attempt: 1,
    sending: 1,
    method: 'processor_transfer',
    companyId: 'cmp_1',
    settlementId: `stm_${randomBytes(8).toString('hex')}`,
    amount: { minor: 4_000, currency: 'EUR' },
    reference: null,
    account: processor.account,
    ...changed,
  });

  it('transfers once for a key and its sending, and finds the transfer', async () => {
    const transfer = transferOf();
    expect(await payouts.find(transfer)).toBeNull();
    const made = await payouts.send(transfer);
    expect(made).toEqual({ state: 'succeeded', reference: expect.any(String) });
    expect(await payouts.send(transfer)).toEqual(made);
    expect(await payouts.find(transfer)).toEqual(made);
    expect(await payouts.send(transferOf())).not.toEqual(made);
  });

  it('pays its own methods, and nothing of a new transfer is reversed', async () => {
    expect(payouts.methods).toContain('processor_transfer');
    const made = await payouts.send(transferOf());
    if (made.state !== 'succeeded') throw new Error(made.state);
    expect(await payouts.findReversals(made.reference)).toEqual([]);
  });

  it('says that our balance is too low, and sends with the next number', async () => {
    const poor = transferOf({ amount: { minor: 1_000_000, currency: 'EUR' }, reference: 'SIM-BALANCE-1' });
    const deferred = { state: 'deferred', cause: 'balance' };
    expect(await payouts.send(poor)).toEqual(deferred);
    expect(await payouts.send(poor)).toEqual(deferred);
    expect(await payouts.find(poor)).toBeNull();
    expect(await payouts.send({ ...poor, amount: { minor: 4_000, currency: 'EUR' }, sending: 2 })).toMatchObject({
      state: 'succeeded',
    });
  });
});

test.each<[string, { country?: string }, Partial<Transfer>, string]>([
  ['a country', { country: 'BR' }, {}, 'agree on bank transfers'],
  ['an account that is not there', {}, { account: 'acct_none' }, 'payout-account connect'],
  [
    'an amount without a number at Stripe',
    {},
    { amount: { minor: 4_001, currency: 'KWD' } },
    'the last digit must be 0',
  ],
])('Stripe refuses %s for good, and the failure says what to do', async (_, { country = 'DE' }, changed, advice) => {
  const stripe = await startStripeStandIn();
  try {
    const settings = { key: 'rk_test_1', apiBase: stripe.origin, webhookSecrets: ['whsec_1'] };
    const payments = createStripePayments({ ...settings, origin: 'http://localhost:3000', enabled: true });
    const { id } = await payments.createAccount({ key: 'cmp_1', name: 'Partner', country, purpose: 'transfers' });
    stripe.verbs.onboard({ account: id });
    const transfer: Transfer = {
      ...{ key: 'trf_1_1', attempt: 1, sending: 1, method: 'processor_transfer', companyId: 'cmp_1', reference: null },
      ...{ settlementId: 'stm_1', amount: { minor: 4_000, currency: 'EUR' }, account: id, ...changed },
    };
    const result = await createStripePayouts(settings).send(transfer);
    expect(result).toEqual({ state: 'failed', failure: expect.stringContaining(advice) });
  } finally {
    await stripe.close();
  }
});

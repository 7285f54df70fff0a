import { type ExplainedPayment, explainPayment } from '../../../src/settlements/rules/payment-text.js';
import { PAYMENT_STATUSES, paymentStatus, TRANSFER_STATES } from '../../../src/settlements/rules/payments.js';

const payment: ExplainedPayment = {
  ...{ state: 'executed', method: 'processor_transfer', amount: { minor: 5_000, currency: 'EUR' } },
  ...{ executedMinor: 5_000, returnedMinor: 0, owedAgainMinor: 0 },
  ...{ failure: null, returnedOn: null, returnReason: null },
};

test.each<[string, Partial<ExplainedPayment>, string]>([
  ['sent by Stripe', {}, 'Paid by Stripe transfer.'],
  [
    'refused by the bank with a code',
    { state: 'refused', executedMinor: 0, failure: 'the bank refused it: AC01' },
    'The payment failed: the bank refused it: AC01 (the account number is wrong).',
  ],
  [
    'refused by the processor',
    { state: 'refused', executedMinor: 0, failure: 'The account cannot receive transfers.' },
    'The payment failed: The account cannot receive transfers.',
  ],
  [
    'booked in part',
    { state: 'filed', method: 'bank_transfer', executedMinor: 2_000 },
    'On its way, by bank transfer. Our bank has sent 20.00 EUR of it.',
  ],
  [
    'returned before it paid the statement',
    { state: 'returned', returnedMinor: 5_000, returnedOn: '2026-11-14', returnReason: 'no such person' },
    '50.00 EUR came back on 14 Nov 2026: no such person.',
  ],
  ['returned without a reason', { state: 'returned', returnedMinor: 5_000 }, '50.00 EUR came back.'],
])('a payment %s', (_what, facts, words) => {
  expect(explainPayment({ ...payment, ...facts })).toBe(words);
});

test('each state of an instruction belongs to one status', () => {
  expect(Object.values(PAYMENT_STATUSES).flat().sort()).toEqual([...TRANSFER_STATES].sort());
  expect(TRANSFER_STATES.map((state) => paymentStatus({ state }))).toEqual([
    ...['on_its_way', 'on_its_way', 'cancelled', 'failed', 'paid', 'returned'],
  ]);
});

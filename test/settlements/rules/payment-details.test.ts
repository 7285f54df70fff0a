import { type PaymentState, paymentDetails } from '../../../src/settlements/rules/payment-details.js';

const DAY = 86_400_000;

test.each<[PaymentState, RegExp]>([
  [{ status: 'paying', waitMs: DAY, bank: { file: 'pbf_1' } }, /^In bank file pbf_1\. .*import-bank/],
  [{ status: 'issued', waitMs: DAY, bank: { file: null } }, /in no file yet: run `settlement pay-file`/],
  [{ status: 'issued', waitMs: DAY }, /^issued; next check at 1970-01-02T00:00:00\.000Z/],
  [{ status: 'issued', waitMs: DAY, waitsFor: 'balance' as const }, /^issued; waits for .*; next check/],
  [{ status: 'paid', waitMs: null }, /^Paid\./],
  [{ status: 'failed', waitMs: null }, /^Failed for good/],
  [{ status: 'void', waitMs: null }, /^Ended: void\.$/],
])('paymentDetails describes %j', (state, details) => {
  expect(paymentDetails(state, 0)).toMatch(details);
});

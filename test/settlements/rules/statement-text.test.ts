import { type ExplainedStatement, explainStatement } from '../../../src/settlements/rules/statement-text.js';

const NOW = new Date('2026-11-12T08:00:00Z');
const BASE: ExplainedStatement = {
  ...{ status: 'issued', amount: { minor: 6_000, currency: 'EUR' }, method: 'bank_transfer', dueOn: '2026-11-11' },
  ...{ payFrom: null, paidAt: null, waitsFor: null, minimumMinor: 5_000, carriedTo: null, replacedBy: null },
};

test.each<[string, Partial<ExplainedStatement>]>([
  ['We pay it on 13 Nov 2026, by bank transfer.', { dueOn: '2026-11-13' }],
  [
    'We pay it on 13 Nov 2026, by bank transfer. We need an account to pay to. An owner can add one under Company.',
    { dueOn: '2026-11-13', waitsFor: 'account' },
  ],
  [
    'We pay it on 14 Nov 2026, by bank transfer.',
    { dueOn: '2026-11-13', waitsFor: 'new_account', payFrom: new Date('2026-11-14T09:30:00Z') },
  ],
  [
    'The payment failed. We need an account to pay to. An owner can add one under Company.',
    { status: 'failed', waitsFor: 'account' },
  ],
  [
    'It was due on 11 Nov 2026. It goes out with our next payments, by Stripe transfer.',
    { method: 'processor_transfer' },
  ],
  [
    'It was due on 11 Nov 2026. Your payout account is new. We make no payments to a new account for 72 hours, so we pay this from 13 Nov 2026 at 09:30 UTC.',
    { waitsFor: 'new_account', payFrom: new Date('2026-11-13T09:30:00Z') },
  ],
  [
    'It was due on 11 Nov 2026. The payment is delayed on our side and will go out automatically. You don’t need to do anything.',
    { status: 'paying', waitsFor: 'balance' },
  ],
  ['The payment is on its way, by bank transfer.', { status: 'paying' }],
  ['Paid on 12 Nov 2026, by bank transfer.', { status: 'paid', paidAt: NOW }],
  ['The payment failed. We try again on 13 Nov 2026.', { status: 'failed', payFrom: new Date('2026-11-13T00:00:00Z') }],
  ['The payment failed. We look into it and pay you as soon as we can.', { status: 'failed' }],
  ['This statement is void. Version 2 replaces it.', { status: 'void', replacedBy: 2 }],
  ['This statement is void. Its lines go onto another one.', { status: 'void' }],
  [
    '40.00 EUR is below the minimum payment of 50.00 EUR, so there is no payment now. The December 2026 statement lists the same lines again.',
    { status: 'carried', amount: { minor: 4_000, currency: 'EUR' }, carriedTo: '2026-12' },
  ],
  [
    '60.00 EUR is below the minimum payment, so there is no payment now. The next statement lists the same lines again.',
    { status: 'carried' },
  ],
  [
    'Refunds and corrections exceeded your earnings by 1.234 KWD. You owe us nothing now. The next statement lists the same lines again.',
    { status: 'carried', amount: { minor: -1_234, currency: 'KWD' } },
  ],
  [
    'The lines add up to zero, so there is no payment. The next statement lists the same lines again.',
    { status: 'carried', amount: { minor: 0, currency: 'JPY' } },
  ],
])('%s', (text, facts) => {
  expect(explainStatement({ ...BASE, ...facts }, NOW)).toBe(text);
});

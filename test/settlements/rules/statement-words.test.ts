import { type ExplainedStatement, explainStatement } from '../../../src/settlements/rules/statement-words.js';

const NOW = new Date('2026-11-12T08:00:00Z');
const BASE: ExplainedStatement = {
  ...{ status: 'issued', amountMinor: 6_000, currency: 'EUR', method: 'bank_transfer', dueOn: '2026-11-11' },
  ...{ payFrom: null, paidAt: null, waitsFor: null, minimumMinor: 5_000, carriedTo: null, replacedBy: null },
};

test.each<[string, Partial<ExplainedStatement>]>([
  ['We pay it on 13 November 2026, by bank transfer.', { dueOn: '2026-11-13' }],
  [
    'We pay it on 13 November 2026, by bank transfer. We need an account to pay to: an owner adds it under Company.',
    { dueOn: '2026-11-13', waitsFor: 'account' },
  ],
  [
    'It was due on 11 November 2026. It goes out with our next payments, by Stripe transfer.',
    { method: 'processor_transfer' },
  ],
  [
    'It was due on 11 November 2026. Your payout account is new. Nothing is paid to a new account for 72 hours, so this is paid from 13 November 2026 at 09:30 UTC.',
    { waitsFor: 'new_account', payFrom: new Date('2026-11-13T09:30:00Z') },
  ],
  [
    'It was due on 11 November 2026. The payment waits for us and goes out by itself. You don’t need to do anything.',
    { status: 'paying', waitsFor: 'balance' },
  ],
  ['The payment is on its way, by bank transfer.', { status: 'paying' }],
  ['Paid on 12 November 2026, by bank transfer.', { status: 'paid', paidAt: NOW }],
  [
    'The payment failed. We try again on 13 November 2026.',
    { status: 'failed', payFrom: new Date('2026-11-13T00:00:00Z') },
  ],
  ['The payment failed. We look into it and pay you as soon as we can.', { status: 'failed' }],
  ['We took this statement back. Version 2 replaces it.', { status: 'void', replacedBy: 2 }],
  ['We took this statement back. Its lines go onto another one.', { status: 'void' }],
  [
    '40.00 EUR is less than the smallest amount of 50.00 EUR that we pay, so nothing is paid now. The December 2026 statement lists the same lines again.',
    { status: 'carried', amountMinor: 4_000, carriedTo: '2026-12' },
  ],
  [
    '60.00 EUR is less than the smallest amount that we pay, so nothing is paid now. The next statement lists the same lines again.',
    { status: 'carried' },
  ],
  [
    'More was taken back than you earned: -1.234 KWD. You owe us nothing now. The next statement lists the same lines again.',
    { status: 'carried', amountMinor: -1_234, currency: 'KWD' },
  ],
  [
    'The lines add up to nothing, so nothing is paid. The next statement lists the same lines again.',
    { status: 'carried', amountMinor: 0, currency: 'JPY' },
  ],
])('%s', (text, facts) => {
  expect(explainStatement({ ...BASE, ...facts }, NOW)).toBe(text);
});

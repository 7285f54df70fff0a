/** The compared accounts: at the processor, and by the statements of our bank. */
export const KINDS = [
  'payment',
  'refund',
  'dispute',
  'dispute_return',
  'fee',
  'fee_refund',
  'transfer',
  'transfer_reversal',
  'bank_payment',
  'bank_return',
] as const;
export type Kind = (typeof KINDS)[number];

export const PROBLEMS = ['missing', 'unknown_to_us', 'amount_differs', 'currency_differs'] as const;
export type Problem = (typeof PROBLEMS)[number];

/** Such as `payment_missing`: we have it, and the other side does not. `account_unreadable`: nothing of the account was compared. */
export type DifferenceName = `${Kind}_${Problem}` | 'account_unreadable';

/** What finance does next about each: where only we have it, where only the other side has it, and where the two differ. */
const NEXT_STEPS: Record<Kind, { missing: string; unknown: string; differs: string }> = {
  payment: {
    missing:
      'Open the payment in the organizer\'s Stripe account. If it is not there, the order was marked paid without money: refund it with "sale refund", and report it.',
    unknown:
      'Somebody paid, and no order was marked paid. Wait an hour for `poll-checkouts` and reconcile again; then read the log for "a payment of". If nobody got tickets, refund it in Stripe.',
    differs: 'The buyer paid another amount than the order costs. Compare both, and refund or charge the rest.',
  },
  refund: {
    missing:
      'Stripe does not have the refund, or it failed there. Look at "order show <order>", then "sale retry-refund", or agree another way with the buyer.',
    unknown:
      'Stripe gave money back that we do not have as a refund. Wait an hour for Stripe\'s message and reconcile again; then compare "order show <order>" and send the event again in Stripe.',
    differs: 'Compare "order show <order>" with the refund in Stripe. Refund the rest, or ask the buyer for it.',
  },
  dispute: {
    missing:
      'We reversed the earning, and the bank took no money. Open the dispute in Stripe: it may still be an inquiry.',
    unknown:
      'The bank took money and the earning is not reversed. Send the event charge.dispute.created again in Stripe.',
    differs:
      'The bank took another amount than the one the earning was reversed for. Correct it with "settlement adjust".',
  },
  dispute_return: {
    missing: 'We have the dispute as won, and no money came back. Open it in Stripe: the money may come within days.',
    unknown:
      'The dispute was won, and the earning is still reversed. Send the event charge.dispute.closed again in Stripe.',
    differs: 'Another amount came back than was taken. Correct the earning with "settlement adjust".',
  },
  fee: {
    missing: 'The payment brought us no fee. Open it in Stripe, and invoice the organizer for the fee.',
    unknown:
      'Stripe paid us a fee for a payment that should have none, or that we do not know. Return it, or find its order.',
    differs:
      'The fee is not the one that the order was sold with. Return what is too much, or invoice the organizer for the rest.',
  },
  fee_refund: {
    missing: 'The refund should have returned its share of our fee to the organizer. Refund the fee in Stripe.',
    unknown: 'A fee was returned that no refund of ours returns. If it was not meant, invoice the organizer for it.',
    differs:
      'Another share of the fee was returned than of the payment. Return the rest, or invoice the organizer for it.',
  },
  transfer: {
    missing: 'The statement is paid, and Stripe has no such transfer. Do not pay it again before Stripe has said why.',
    unknown:
      'Money went to an account without a statement of ours. Find out who sent it; reverse it in Stripe if it was not meant.',
    differs:
      'Another amount was sent than the statement says. Correct it with "settlement adjust" or a reversal in Stripe.',
  },
  transfer_reversal: {
    missing: 'The partner owes us a transfer that was not taken back. Correct it with "settlement adjust".',
    unknown:
      'A transfer was taken back, and nothing says that we owe it again. Send the event transfer.reversed again in Stripe.',
    differs: 'Another amount was taken back than we owe again. Correct it with "settlement adjust".',
  },
  bank_payment: {
    missing:
      'The bank has not booked the payment. Import its statements of these days, and ask it. Then end the payment with "settlement end-payment".',
    unknown:
      'The bank booked a payment that we did not order, or ordered once. Assign it with "settlement assign", or ask the bank to return the money.',
    differs:
      'The bank booked another amount. Ask it, then end the payment in part with "settlement end-payment --amount".',
  },
  bank_return: {
    missing:
      "A payment counts as returned, and no account statement shows it. Import the bank's statements of these days.",
    unknown: 'Money came back of no payment of ours. Assign it with "settlement assign".',
    differs: 'Another amount came back than our books have. Look at "settlement payments".',
  },
};

export function nameOf(kind: Kind, problem: Problem): DifferenceName {
  return `${kind}_${problem}`;
}

/** All names, each with its next step, in the order of the kinds. */
export const NEXT_STEP: ReadonlyMap<string, string> = new Map<DifferenceName, string>([
  [
    'account_unreadable',
    'We may not read the account any more. Connect the organizer again with "organizer connect", and reconcile again.',
  ],
  ...KINDS.flatMap((kind) =>
    PROBLEMS.map((problem): [DifferenceName, string] => {
      const { missing, unknown, differs } = NEXT_STEPS[kind];
      const step = problem === 'missing' ? missing : problem === 'unknown_to_us' ? unknown : differs;
      return [nameOf(kind, problem), step];
    }),
  ),
]);

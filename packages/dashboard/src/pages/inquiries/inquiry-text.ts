import type { Inquiry } from '../../api/types.ts';

const VERDICT_TEXT: Record<Inquiry['verdict'], string> = {
  credited: 'It is among your earnings.',
  no_reward: 'The event paid no reward when the order was paid, or its reward budget was used up.',
  refunded: 'The order was refunded, so its reward was taken back.',
  company_suspended: 'Your account was suspended when the order was paid.',
  outside_agreement: 'Your agreement did not cover the event when the order was paid.',
  not_yours: 'The buyer did not come through one of your links.',
  awaiting_payment: 'The order is not paid yet.',
  not_paid: 'The order was not paid: its hold expired, or the buyer cancelled it.',
  not_found: 'We found no such order.',
  not_recorded: 'The order is paid, but no sale was recorded.',
};

/** What the rules say of a question, in words. */
export const verdictText = ({ verdict, order_id: order }: Inquiry): string =>
  verdict === 'not_found' && order === null
    ? 'We found no order with this click ID within a day of that time.'
    : VERDICT_TEXT[verdict];

export const STATE_TEXT: Record<Inquiry['state'], string> = {
  decided: 'Answered',
  open: 'Under review',
  answered: 'Answered by our team',
};

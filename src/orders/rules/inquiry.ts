import type { Id } from '../../core/ids.js';
import type { OrderStatus } from '../../core/order-status.js';
import type { Uncredited } from '../../earnings/rules/sale-credit.js';

export const INQUIRY_VERDICTS = [
  'credited',
  'no_reward',
  'refunded',
  'company_suspended',
  'outside_agreement',
  'not_yours',
  'awaiting_payment',
  'not_paid',
  'not_found',
  'not_recorded',
] as const;

export type InquiryVerdict = (typeof INQUIRY_VERDICTS)[number];

/** What became of the order, as far as the partner's reward depends on it. */
export interface FoundOrder {
  companyId: Id<'company'> | null;
  status: OrderStatus;
  /** Null: nothing was recorded for its partner. */
  sale: { uncredited: Uncredited | null; commissionMinor: number } | null;
}

/** @param companyId of the partner who inquires. */
export function verdictOf(companyId: Id<'company'>, order: FoundOrder | null): InquiryVerdict {
  if (!order) return 'not_found';
  if (order.companyId !== companyId) return 'not_yours';
  if (order.status === 'awaiting_payment') return 'awaiting_payment';
  if (order.status === 'expired' || order.status === 'cancelled') return 'not_paid';
  if (!order.sale) return 'not_recorded';
  if (order.sale.uncredited !== null) return order.sale.uncredited;
  if (order.sale.commissionMinor === 0) return 'no_reward';
  return order.status === 'refunded' ? 'refunded' : 'credited';
}

/** Whether the rules cannot say it, so that an operator must look. */
export const needsOperator = (verdict: InquiryVerdict): boolean =>
  verdict === 'not_found' || verdict === 'not_recorded';

const VERDICT_TEXT: Record<InquiryVerdict, string> = {
  credited: 'It is among your earnings.',
  no_reward: 'The event paid no reward when the order was paid, or its reward budget was used up.',
  refunded: 'The order was refunded, so its reward was taken back.',
  company_suspended: 'Your account was suspended when the order was paid.',
  outside_agreement: 'Your agreement did not cover the event when the order was paid.',
  not_yours: 'The buyer did not come through one of your links.',
  awaiting_payment: 'The order is not paid yet.',
  not_paid: 'The order was not paid: its hold expired, or the buyer cancelled it.',
  not_found: 'We don’t know this order number.',
  not_recorded: 'The order is paid, but no sale was recorded.',
};

/** The text for the partner who asked: the answer of an operator, or the verdict in words. */
export function explain({
  answer,
  verdict,
  orderId,
  state,
}: {
  answer: string | null;
  verdict: InquiryVerdict;
  orderId: Id<'order'> | null;
  state: 'decided' | 'open' | 'answered';
}): string {
  if (answer !== null) return answer;
  const text =
    verdict === 'not_found' && orderId === null
      ? 'We found no order with this sub ID within a day of that time.'
      : VERDICT_TEXT[verdict];
  return state === 'open' ? `${text} One of us is checking and will email you.` : text;
}

import type { Uncredited } from '../../earnings/rules/sale-credit.js';
import type { OrderStatus } from './order-status.js';

/** What the rules say of a sale that a partner misses. */
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
  /** Who is credited. */
  companyId: string | null;
  status: OrderStatus;
  /** Null: nothing was recorded for its partner. */
  sale: { uncredited: Uncredited | null; commissionMinor: number } | null;
}

/** @param companyId of the partner who inquires. */
export function verdictOf(companyId: string, order: FoundOrder | null): InquiryVerdict {
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

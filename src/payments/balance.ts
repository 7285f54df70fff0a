import type { Money } from '../core/money.js';

/** Movements of money that the service causes or follows. `dispute_return`: a dispute that was won gives the money back. */
type BalanceKind =
  | 'payment'
  | 'refund'
  | 'dispute'
  | 'dispute_return'
  | 'fee'
  | 'fee_refund'
  | 'transfer'
  | 'transfer_reversal';

export interface BalanceLine {
  /** The processor's id of the movement. */
  id: string;
  at: Date;
  /** `failed_refund`: a refund that failed, or its return. `other`: not ours, such as the processor's fees and payouts. */
  kind: BalanceKind | 'failed_refund' | 'other';
  /** The payment, the fee or the transfer that it belongs to; of others the movement itself. */
  subject: string;
  /** The payment, refund, dispute, fee, transfer … that it is. */
  object: string;
  /** As the account sees it, negative for outgoing money; in the currency of the payment, even if the owner's differs. */
  amount: Money;
  /** Whether it carries a key that this service gave it. */
  claimed: boolean;
  /** For payments and refunds: our fee of the payment. */
  fee: string | null;
  /** For a fee: the account that paid it, where that is known. */
  payer: string | null;
}

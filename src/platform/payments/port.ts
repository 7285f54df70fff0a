import type { Mode } from '../../core/mode.js';

/** A card processor as orders use it: it takes payments on the organizer's account and refunds them. */
export interface PaymentsPort {
  /** Whether live orders can be paid now; test orders always can. */
  readonly liveEnabled: boolean;
  /** The page on which the buyer pays; `token` names the order without revealing it. */
  checkoutUrl(token: string): string;
  /**
   * Refunds money. Repeating a call with the same `idempotencyKey` refunds it once.
   *
   * @throws when the processor could not be reached or refused.
   */
  refund(input: RefundRequest): Promise<{ reference: string }>;
}

export interface RefundRequest {
  mode: Mode;
  paymentReference: string;
  amountMinor: number;
  currency: string;
  idempotencyKey: string;
}

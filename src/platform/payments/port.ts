import type { Mode } from '../../core/mode.js';

/** A card processor, seen from the orders: it takes payments on the organizer's account and gives them back. */
export interface PaymentsPort {
  /** Whether live orders can be paid now; test orders always can. */
  readonly liveEnabled: boolean;
  /** The page on which the buyer pays; `token` names the order without revealing it. */
  checkoutUrl(token: string): string;
  /**
   * Gives money back. Repeating a call with the same `idempotencyKey` moves it once.
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

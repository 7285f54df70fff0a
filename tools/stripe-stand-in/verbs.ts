import type { SessionObject } from './checkout.js';
import type { RefundState } from './refunds.js';
import type { StripeObject } from './store.js';

/** What goes wrong with the next calls whose path begins so. */
export interface Fault {
  path: string;
  method?: string;
  /**
   * `500`: fails and remembers the failure for the key. `409`: another call with the key is under way. `429`: too many calls. `lost`: does
   * it and does not answer. `unreached`: neither.
   */
  kind: '500' | '409' | '429' | 'lost' | 'unreached';
  times: number;
}

/** What buyers, banks, owners and Stripe's own pages do. */
export interface Verbs {
  pay(input: { session: string }): SessionObject;
  onboard(input: { account: string; currency?: string }): StripeObject;
  restrict(input: { account: string }): StripeObject;
  /** As by a person on Stripe's own pages. */
  refund(input: { intent: string; amount?: number; state?: RefundState }): StripeObject;
  settleRefund(input: { refund: string; state: 'succeeded' | 'failed' }): StripeObject;
  dispute(input: { intent: string; amount?: number; inquiry?: boolean }): StripeObject;
  moveDispute(input: { dispute: string; status: 'won' | 'lost' | 'warning_closed' | 'needs_response' }): StripeObject;
  topUp(input: { amount: number; currency: string }): StripeObject;
  reverseTransfer(input: { transfer: string; amount?: number }): StripeObject;
  /** What refunds are at once, from now on. */
  refundState(input: { state: RefundState }): object;
  clock(input: { now: string }): object;
  fault(input: Fault): object;
  /** Faults that nothing has met are forgotten. */
  noFaults(): object;
  /** Events wait until `send` is called for each. */
  hold(input: { held: boolean }): object;
  waiting(): object;
  send(input: { event: string }): Promise<object>;
}

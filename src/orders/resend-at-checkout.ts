import type { Context } from '../platform/context/context.js';
import { type Resent, resendTickets } from '../tickets/resend-tickets.js';
import { getCheckout } from './get-checkout.js';

/**
 * The button of the payment page that sends the tickets again, to the buyer's own mailbox. Returns null when no order has
 * this token, and `nothing` when it has no tickets that were mailed.
 */
export async function resendAtCheckout(ctx: Context, token: string): Promise<Resent | 'nothing' | null> {
  const checkout = await getCheckout(ctx, token);
  if (!checkout) return null;
  return checkout.mailed ? ((await resendTickets(ctx, checkout.orderId)) ?? 'nothing') : 'nothing';
}

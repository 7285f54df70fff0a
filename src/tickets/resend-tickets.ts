import type { Context } from '../platform/context/context.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { hashOf } from './secrets.js';
import { lockOrderOfPage } from './sql/pages.js';
import { findResends } from './sql/ticket-mails.js';
import { findTicketOrder } from './sql/ticket-orders.js';

/** `lately`: a mail with the tickets waits or was sent a short while ago. `nobody`: the order has no address any more. */
export type Resent = 'queued' | 'lately' | 'nobody';

/** Between two mails with the same tickets. */
const PAUSE_MS = 10 * 60_000;
/** Most that one order may ask for: the link may have come into other hands. */
const MOST = 10;

/**
 * Sends the tickets of an order again, to the address of the order and no other.
 *
 * @param token of the order's page.
 * @returns null when no order has this link.
 */
export async function resendTickets(ctx: Context, token: string): Promise<Resent | null> {
  return ctx.sql.begin(async (tx) => {
    const orderId = await lockOrderOfPage(tx, hashOf(token));
    const order = orderId === undefined ? null : await findTicketOrder(tx, orderId);
    if (!order) return null;
    if (order.buyerEmail === null) return 'nobody';
    const now = ctx.clock.now();
    const { asked, waiting, last } = await findResends(tx, order.orderId);
    if (waiting || asked >= MOST || (last && now.getTime() - last.getTime() < PAUSE_MS)) return 'lately';
    await queueTicketMail(tx, { orderId: order.orderId, kind: 'resend', reasonKey: `resend/${asked + 1}`, now });
    return 'queued';
  });
}

import { hashOf } from '../core/digest.js';
import type { Id } from '../core/ids.js';
import { MINUTE } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { findOrderOfPage, lockPage } from './sql/pages.js';
import { findResends } from './sql/ticket-mails.js';
import { findTicketOrder } from './sql/ticket-orders.js';

/** `lately`: a mail with the tickets waits or was sent a short while ago. `nobody`: the order's address was erased. */
export type Resent = 'queued' | 'lately' | 'nobody';

/** Between two mails with the same tickets. */
const PAUSE_MS = 10 * MINUTE;
/** Most that one order may ask for: the link may have come into other hands. */
const MOST = 10;

/** {@link resendTickets} of the order whose page has this token; null when no order has it. */
export async function resendFromPage(ctx: Context, token: string): Promise<Resent | null> {
  const orderId = await findOrderOfPage(ctx.sql, hashOf(token));
  return orderId === null ? null : resendTickets(ctx, orderId);
}

/** Sends an order's tickets again, to its address alone. The limit counts for all requests. @returns null without tickets. */
export async function resendTickets(ctx: Context, orderId: Id<'order'>): Promise<Resent | null> {
  return ctx.sql.begin(async (tx) => {
    const order = (await lockPage(tx, orderId)) ? await findTicketOrder(tx, orderId) : null;
    if (!order) return null;
    if (order.buyerEmail === null) return 'nobody';
    const now = ctx.clock.now();
    const { asked, waiting, last } = await findResends(tx, order.orderId);
    if (waiting || asked >= MOST || (last && now.getTime() - last.getTime() < PAUSE_MS)) return 'lately';
    await queueTicketMail(tx, { orderId: order.orderId, kind: 'resend', reasonKey: `resend/${asked + 1}`, now });
    return 'queued';
  });
}

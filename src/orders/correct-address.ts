import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { reissueTickets } from '../tickets/reissue-tickets.js';
import { checkedAddress } from './find-orders.js';
import { isSettled } from './rules/order-status.js';
import { lockOrdersOfBuyer, replaceAddress } from './sql/buyers.js';
import { lockOrder } from './sql/orders.js';

/**
 * Corrects the address of a paid order that was mistyped. The tickets get new codes and the page a new link, so that
 * whoever received the old ones has nothing, and they are mailed to the new address. The audit log records neither address.
 *
 * @throws {ProblemError} `invalid_request` for an unknown or unpaid order, an erased buyer, or an invalid address.
 */
export async function correctAddress(ctx: Context, input: { orderId: string; email: string }): Promise<void> {
  const { orderId } = input;
  const email = checkedAddress(input.email);
  await ctx.sql.begin(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const [buyer] = await lockOrdersOfBuyer(tx, { orderId });
    if (!order || !buyer) throw noSuch('order', orderId);
    if (buyer.erasedAt) throw conflict('order', 'its buyer was erased');
    if (!isSettled(order.status)) throw conflict('order', `is ${order.status}: it has no tickets to send`);
    await replaceAddress(tx, orderId, email);
    await reissueTickets(ctx, tx, orderId);
    await recordAction(ctx, tx, { action: 'tickets.correct', objectId: orderId, companyId: order.companyId });
  });
}

import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { forgetMailsAbout } from '../platform/mail/sql.js';
import { checkedAddress } from './find-orders.js';
import { hashWithoutBuyer } from './request-hash.js';
import {
  allowLongSearch,
  type BuyerOrderRow,
  eraseBuyerColumns,
  lockOrdersOfBuyer,
  replaceRequestHash,
} from './sql/buyers.js';

export interface ErasedBuyer {
  /** Orders whose buyer was erased now. */
  erased: string[];
  /** Orders whose buyer was erased before. */
  before: string[];
}

/**
 * Erases the buyer: name and e-mail address of one order, or of all orders of an address, hashes of them, and mails that
 * were kept. Orders,
 * sales, refunds and the ledger stay as they are; a repeated Idempotency-Key is compared without the buyer from then
 * on. The audit log keeps the orders' ids and nothing personal.
 *
 * @throws {ProblemError} `invalid_request` for an unknown order or an invalid address. An address without orders is not
 * an error.
 */
export async function eraseBuyer(ctx: Context, given: { orderId: string } | { email: string }): Promise<ErasedBuyer> {
  const of = 'email' in given ? { email: checkedAddress(given.email) } : given;
  return ctx.sql.begin(async (tx) => {
    await allowLongSearch(tx);
    const orders = await lockOrdersOfBuyer(tx, of);
    if ('orderId' in of && orders.length === 0) throw noSuch('order', of.orderId);
    const done: ErasedBuyer = { erased: [], before: [] };
    for (const order of orders) {
      done[order.erasedAt ? 'before' : 'erased'].push(order.id);
      if (order.erasedAt) continue;
      await eraseBuyerColumns(tx, order.id, ctx.clock.now());
      await forgetMailsAbout(tx, order.id);
      await replaceRequestHash(tx, order, hashWithoutBuyer(askedOf(order)));
      await recordAction(ctx, tx, { action: 'buyer.erase', objectId: order.id, companyId: order.companyId });
    }
    return done;
  });
}

function askedOf({ eventId, ticketTypeId, quantity, subId }: BuyerOrderRow) {
  return { event_id: eventId, ticket_type_id: ticketTypeId, quantity, sub_id: subId };
}

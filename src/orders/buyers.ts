import type { Id } from '../core/ids.js';
import { asciiAddress, isAddressLike, isMailAddress, NO_EMAIL, tidyAddress } from '../core/mail-address.js';
import type { Mode } from '../core/mode.js';
import { conflict, invalidField, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { deleteMailsAbout } from '../platform/mail/sql.js';
import { reissueTickets } from '../tickets/issue-tickets.js';
import { hashWithoutBuyer } from './place-order.js';
import { isSettled } from './rules/order-status.js';
import {
  allowLongSearch,
  type BuyerOrder,
  type BuyerOrderRow,
  eraseBuyerColumns,
  listOrdersOfBuyer,
  lockOrdersOfBuyer,
  replaceAddress,
  replaceRequestHash,
} from './sql/buyers.js';
import { lockOrder } from './sql/orders.js';

interface FoundOrders {
  /** Newest first. */
  orders: BuyerOrder[];
  more: boolean;
}

/**
 * Orders of a buyer's e-mail address in whatever case, for support. The audit log records the search and the number of
 * orders. It does not record the address or a hash of it, which could confirm an address, or the orders' ids, which
 * would link them after the buyer is erased.
 *
 * @param input.limit maximum number of orders.
 * @throws {ProblemError} `invalid_request` for an invalid address.
 */
export async function findOrdersOfBuyer(
  ctx: Context,
  input: { email: string; mode: Mode; limit: number },
): Promise<FoundOrders> {
  const { mode, limit } = input;
  const email = searchedAddress(input.email);
  return ctx.sql.begin(async (tx) => {
    await allowLongSearch(tx);
    const found = await listOrdersOfBuyer(tx, { email, mode }, limit + 1);
    const orders = found.slice(0, limit);
    await recordAction(ctx, tx, {
      action: 'buyer.search',
      objectId: 'orders',
      details: { mode, limit, found: orders.length },
    });
    return { orders, more: found.length > limit };
  });
}

/** @throws {ProblemError} `invalid_request` when the text is no e-mail address; the message does not repeat it. */
function searchedAddress(given: string): string {
  const email = tidyAddress(given);
  if (!isAddressLike(email)) throw invalidField('email', NO_EMAIL);
  return email;
}

/**
 * Corrects the address of a paid order that was mistyped. The tickets get new codes and the page a new link, so that
 * the recipient of the old ones cannot use them, and they are mailed to the new address. The audit log records neither
 * address.
 *
 * @throws {ProblemError} `invalid_request` for an unknown or unpaid order, an erased buyer, or an invalid address.
 */
export async function correctAddress(ctx: Context, input: { orderId: Id<'order'>; email: string }): Promise<void> {
  const { orderId } = input;
  const email = asciiAddress(input.email);
  if (!isMailAddress(email)) throw invalidField('email', NO_EMAIL);
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

export interface ErasedBuyer {
  erased: string[];
  /** Orders whose buyer was erased before. */
  before: string[];
}

/**
 * Erases the buyer: name and e-mail address of one order, or of all orders of an address, hashes of them, and mails
 * that were kept. Orders, sales, refunds and the ledger are not changed; from then on a repeated Idempotency-Key is
 * compared without the buyer. The audit log keeps the orders' ids and nothing personal.
 *
 * @throws {ProblemError} `invalid_request` for an unknown order or an invalid address. An address without orders is not
 * an error.
 */
export async function eraseBuyer(
  ctx: Context,
  given: { orderId: Id<'order'> } | { email: string },
): Promise<ErasedBuyer> {
  const of = 'email' in given ? { email: searchedAddress(given.email) } : given;
  return ctx.sql.begin(async (tx) => {
    await allowLongSearch(tx);
    const orders = await lockOrdersOfBuyer(tx, of);
    if ('orderId' in of && orders.length === 0) throw noSuch('order', of.orderId);
    const done: ErasedBuyer = { erased: [], before: [] };
    for (const order of orders) {
      done[order.erasedAt ? 'before' : 'erased'].push(order.id);
      if (order.erasedAt) continue;
      await eraseBuyerColumns(tx, order.id, ctx.clock.now());
      await deleteMailsAbout(tx, order.id);
      await replaceRequestHash(tx, order, hashWithoutBuyer(toQuery(order)));
      await recordAction(ctx, tx, { action: 'buyer.erase', objectId: order.id, companyId: order.companyId });
    }
    return done;
  });
}

function toQuery({ eventId, lines, subId, returnUrl }: BuyerOrderRow) {
  const tickets = lines.map(({ ticketTypeId, quantity }) => ({ ticket_type_id: ticketTypeId, quantity }));
  return { event_id: eventId, lines: tickets, sub_id: subId, return_url: returnUrl };
}

import { createHash } from 'node:crypto';
import { ProblemError } from '../core/problems.js';
import { UNLIMITED_AGREEMENT } from '../core/viewer.js';
import { subId } from '../core/wire/common.js';
import { type CreditedEvent, uncredited } from '../earnings/rules/sale-credit.js';
import type { Context } from '../platform/context/context.js';
import { mayReturnTo, type OrderCredit, placeOrder } from './place-order.js';
import { parseCode } from './rules/read-link.js';
import { findBuyEvent, findRefOwner } from './sql/buy-links.js';
import { findRemembered, rememberLanguage } from './sql/orders.js';
import { findTicketTypes } from './sql/ticket-types.js';
import { takeFreeTickets } from './take-free-tickets.js';
import type { NewOrder, PurchaseChoice } from './wire.js';

export interface PurchaseInput {
  choice: PurchaseChoice;
  /** The partner's code, click id and address to return to, as the link carried them. */
  ref?: string;
  subId?: string;
  returnUrl?: string;
  /** That the buyer reads, in two letters. */
  language?: string;
  ip: string;
  /** Identifies this purchase: the same value with the same choice gives the same order. */
  attempt: string;
}

/**
 * Starts the purchase of a visitor on the buy page: holds the tickets, or issues free ones at once. The link's code
 * decides who is credited; an invalid code, `sub_id` or `return_url` is dropped and the purchase continues (contract: buy_url).
 *
 * @returns the next page.
 * @throws {ProblemError} 404 `event_not_found`, 410 `event_withdrawn`, 503 `payments_unavailable`, else as {@link placeOrder}
 *   and {@link takeFreeTickets}.
 */
export async function beginPurchase(ctx: Context, input: PurchaseInput): Promise<{ checkoutUrl: string }> {
  const { choice } = input;
  const event = await findBuyEvent(ctx.sql, choice.event_id);
  if (!event) throw new ProblemError('event_not_found');
  if (!event.shared) throw new ProblemError('event_withdrawn');
  const credit = await creditOfRef(ctx, input.ref, event);
  const sub = subId.safeParse(input.subId);
  const back = input.returnUrl;
  const isBack = back && credit.companyId !== null && (await mayReturnTo(ctx, credit.companyId, back));
  const body: NewOrder = {
    ...choice,
    ...(sub.success && { sub_id: sub.data }),
    ...(isBack && { return_url: back }),
  };
  const idempotencyKey = attemptKey(input.attempt, body);
  const [ticketType] = await findTicketTypes(ctx.sql, [event.id], [choice.ticket_type_id]);
  if (ticketType?.totalMinor === 0) {
    const token = await takeFreeTickets(ctx, {
      ...{ credit, event, ticketType, quantity: choice.quantity, body, idempotencyKey },
      language: input.language ?? null,
      ip: input.ip,
    });
    return { checkoutUrl: ctx.payments.of(credit.mode).checkoutUrl(token) };
  }
  const payments = ctx.payments.of(credit.mode);
  if (!payments.enabled) throw new ProblemError('payments_unavailable');
  const { order } = await placeOrder(ctx, { credit, source: 'buy_link', idempotencyKey, body });
  if (input.language !== undefined) await rememberLanguage(ctx.sql, order.id, input.language);
  if (order.checkout_url !== undefined) return { checkoutUrl: order.checkout_url };
  // Sent again after it was paid: the same page says so.
  const paid = await findRemembered(ctx.sql, credit, idempotencyKey);
  if (!paid) throw new ProblemError('order_not_found');
  return { checkoutUrl: payments.checkoutUrl(paid.order.checkoutToken) };
}

/** Another choice on the same page is another order; the `.` separates it from any Idempotency-Key of a partner. */
function attemptKey(attempt: string, body: NewOrder): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([attempt, body]))
    .digest('base64url');
  return `buy.${digest}`;
}

/**
 * @returns the company that a purchase through a buy link is credited to: the owner of the link's code, if that key may
 * show this event. A test key's code counts on samples only, the other kinds' on live events only. Codes outlive their
 * key, because published links do; codes of a suspended company give no credit. Checked again when the order is paid
 * (`recordSale`). Nothing here ever refuses a purchase.
 */
async function creditOfRef(ctx: Context, ref: string | undefined, event: CreditedEvent): Promise<OrderCredit> {
  const mode = event.test ? 'test' : 'live';
  const nobody: OrderCredit = { companyId: null, keyId: null, mode, agreement: UNLIMITED_AGREEMENT };
  const code = parseCode(ref);
  const owner = code === undefined ? undefined : await findRefOwner(ctx.sql, code);
  if (!owner || (owner.kind === 'test') !== event.test) return nobody;
  if (uncredited({ ...owner, suspended: false }, event)) return nobody;
  return { ...nobody, companyId: owner.companyId, keyId: owner.keyId };
}

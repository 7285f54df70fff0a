import { createHash } from 'node:crypto';
import { sellFreeTickets } from '../catalogue/sql/stock.js';
import { invalidField, ProblemError } from '../core/problems.js';
import { UNLIMITED_AGREEMENT } from '../core/viewer.js';
import { subId } from '../core/wire/common.js';
import { lockEventForSale, recordSale } from '../earnings/record-sale.js';
import { type CreditedEvent, uncredited } from '../earnings/rules/sale-credit.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { isOver, limitAttempts } from '../platform/limits/limit-attempts.js';
import { enqueue } from '../platform/outbox/messages.js';
import { issueTickets } from '../tickets/issue-tickets.js';
import { inTurn } from './in-turn.js';
import { mayReturnTo, newHoldRequest, type OrderCredit, placeOrder } from './place-order.js';
import { parseCode } from './rules/read-link.js';
import { saleRefusal } from './rules/ticket-sale.js';
import {
  type BuyEventRow,
  type FreeOrder,
  findBuyEvent,
  findRefOwner,
  insertFreeOrder,
  rememberAttempt,
} from './sql/buy-links.js';
import { findRemembered, rememberLanguage } from './sql/orders.js';
import { findTicketTypes, type TicketTypeRow } from './sql/ticket-types.js';
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
  const payments = ctx.payments.of(credit.mode);
  if (ticketType?.totalMinor === 0) {
    const token = await takeFreeTickets(ctx, input, { credit, event, ticketType, body, idempotencyKey });
    return { checkoutUrl: payments.checkoutUrl(token) };
  }
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

interface FreeChoice {
  credit: OrderCredit;
  event: BuyEventRow;
  ticketType: TicketTypeRow;
  body: NewOrder;
  idempotencyKey: string;
}

/**
 * Issues free tickets to a visitor: there is nothing to pay, so the order is complete at once. A free ticket earns
 * nothing.
 *
 * @returns the token of the order's page.
 * @throws {ProblemError} 400 `quantity_over_limit`, `invalid_request` for an address that has free tickets for the event; 429
 *   `rate_limited`; 503 `busy`; 409 `event_not_on_sale`, `sales_ended`, `sales_not_open`, `tickets_unavailable`.
 */
async function takeFreeTickets(
  ctx: Context,
  { choice: { quantity }, language, ip }: PurchaseInput,
  { credit, event, ticketType, body, idempotencyKey }: FreeChoice,
): Promise<string> {
  const earlier = await findRemembered(ctx.sql, credit, idempotencyKey);
  if (earlier) return earlier.order.checkoutToken;
  const now = ctx.clock.now();
  const order: FreeOrder = {
    ...newHoldRequest(ctx, body, idempotencyKey),
    ...credit,
    ticketTypeId: ticketType.id,
    ...{ quantity, language: language ?? null, now },
  };
  const take = async (tx: Transaction): Promise<boolean> => {
    const locked = await lockEventForSale(tx, event.id);
    const current = { ...event, status: locked?.status ?? event.status };
    const refusal = saleRefusal({ ...ticketType, event: current }, quantity, now);
    if (refusal) throw new ProblemError(refusal);
    if (!(await rememberAttempt(tx, order))) return false;
    await limitFreeOrders(ctx, tx, order, ip);
    const sold = await sellFreeTickets(tx, order);
    if (!sold) throw new ProblemError('tickets_unavailable');
    await insertFreeOrder(tx, order, sold.currency);
    await recordSale(tx, order.orderId, now, locked);
    await issueTickets(ctx, tx, [{ ...order, id: order.orderId }], now);
    await enqueue(tx, 'event.touched', [event.id], now, ctx.trace);
    return true;
  };
  const made = await inTurn(ctx, event.id, () => ctx.sql.begin(take));
  if (made) return order.checkoutToken;
  const other = await findRemembered(ctx.sql, credit, idempotencyKey);
  if (!other) throw new ProblemError('idempotency_in_progress');
  return other.order.checkoutToken;
}

/** Keeps one visitor from taking all free tickets or flooding a mailbox. In the transaction: refused orders do not count. */
async function limitFreeOrders(ctx: Context, tx: Transaction, order: FreeOrder, ip: string): Promise<void> {
  // Samples are void, and their mails are not sent.
  if (order.mode === 'test') return;
  const { buyerEmail: mailbox, eventId } = order;
  if (await isOver(ctx, 'free_order_again', { buyer: `${eventId} ${mailbox}` }, tx)) {
    throw invalidField('buyer_email', 'has free tickets for this event already');
  }
  await limitAttempts(ctx, 'free_order', { ip, mailbox }, tx);
  await limitAttempts(ctx, 'free_order_event', { event: eventId }, tx);
}

import { sellFreeTickets } from '../catalogue/sql/stock.js';
import { invalidField, ProblemError } from '../core/problems.js';
import { lockEventForSale, recordSale } from '../earnings/record-sale.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { isOver, limitAttempts } from '../platform/limits/limit-attempts.js';
import { enqueue } from '../platform/outbox/messages.js';
import { issueTickets } from '../tickets/issue-tickets.js';
import { inTurn } from './in-turn.js';
import { newHoldRequest, type OrderCredit } from './place-order.js';
import { saleRefusal } from './rules/ticket-sale.js';
import { type BuyEventRow, type FreeOrder, insertFreeOrder, rememberAttempt } from './sql/buy-links.js';
import { findRemembered } from './sql/orders.js';
import type { TicketTypeRow } from './sql/ticket-types.js';
import type { NewOrder } from './wire.js';

export interface FreeTicketsInput {
  credit: OrderCredit;
  event: BuyEventRow;
  ticketType: TicketTypeRow;
  quantity: number;
  body: NewOrder;
  idempotencyKey: string;
  /** That the buyer reads. */
  language: string | null;
  /** The visitor's address. */
  ip: string;
}

/**
 * Issues free tickets to a visitor: there is nothing to pay, so the order is complete at once. A free ticket earns
 * nothing.
 *
 * @returns the token of the order's page.
 * @throws {ProblemError} 400 `quantity_over_limit`, `invalid_request` for an address that has free tickets for the event; 429
 *   `rate_limited`; 503 `busy`; 409 `event_not_on_sale`, `sales_ended`, `sales_not_open`, `tickets_unavailable`.
 */
export async function takeFreeTickets(ctx: Context, input: FreeTicketsInput): Promise<string> {
  const { credit, event, ticketType, quantity, body, idempotencyKey } = input;
  const earlier = await findRemembered(ctx.sql, credit, idempotencyKey);
  if (earlier) return earlier.order.checkoutToken;
  const now = ctx.clock.now();
  const order: FreeOrder = {
    ...newHoldRequest(ctx, body, idempotencyKey),
    ...credit,
    ticketTypeId: ticketType.id,
    quantity,
    language: input.language,
    now,
  };
  const take = async (tx: Transaction): Promise<boolean> => {
    const locked = await lockEventForSale(tx, event.id);
    const current = { ...event, status: locked?.status ?? event.status };
    const refusal = saleRefusal({ ...ticketType, event: current }, quantity, now);
    if (refusal) throw new ProblemError(refusal);
    if (!(await rememberAttempt(tx, order))) return false;
    await limitFreeOrders(ctx, tx, order, input.ip);
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

import { hashOf } from '../core/digest.js';
import { translator } from '../core/locales/messages.js';
import { toDecimal } from '../core/money.js';
import { eventChangesSince } from '../listings/compare-events.js';
import type { EventChange, EventFacts } from '../listings/rules/event-announcement.js';
import type { Context } from '../platform/context/context.js';
import { calendarFile } from './calendar-file.js';
import { type OpenTicket, openTickets } from './open-tickets.js';
import { orderPageUrl } from './order-page-link.js';
import { findOrderOfPage } from './sql/pages.js';
import { type FoundTicketOrder, findRefundsDue, findTicketOrder, type TicketOrderRow } from './sql/ticket-orders.js';
import { ticketPdf } from './ticket-pdf.js';

/** An order's own page: everyone with its link sees the tickets. It shows neither the buyer's name nor the address. */
export interface OrderPage {
  order: Omit<TicketOrderRow, 'buyerName' | 'buyerEmail'>;
  paid: number;
  refunded: number;
  tickets: OpenTicket[];
  /** Where the event is cancelled: what becomes of the money. */
  refund: OrderRefund | null;
  /** How long after a cancellation the refunds usually start, in milliseconds. */
  refundsAfterMs: number;
  /** Changes of the event since the order, with the former values. */
  changes: { what: readonly EventChange[]; before: EventFacts } | null;
  resendable: boolean;
}

/** `free`: nothing was paid. `starts`: at `at`. `follows`: no time yet, or under way. `done`: all of it is refunded. */
export type OrderRefund =
  | { state: 'free' }
  | { state: 'starts'; at: Date; amount: number }
  | { state: 'follows' | 'done'; amount: number };

/** The page behind a link, or null when no order has it (any more). */
export async function getOrderPage(ctx: Context, token: string): Promise<OrderPage | null> {
  const order = await findOrder(ctx, token);
  if (!order) return null;
  const { buyerName: _, buyerEmail, ...shown } = order;
  return {
    order: shown,
    paid: toDecimal(order.totalMinor, order.currency),
    refunded: toDecimal(order.refundedMinor, order.currency),
    refund: await findOrderRefund(ctx, order),
    changes: order.seen && { what: eventChangesSince(order.seen, order.facts), before: order.seen },
    refundsAfterMs: ctx.config.autoRefundAfterMs,
    tickets: await openTickets(ctx, ctx.sql, order.orderId),
    resendable: buyerEmail !== null,
  };
}

/** What becomes of the money of an order; null: its event is not cancelled. */
export async function findOrderRefund(
  ctx: Context,
  order: Pick<TicketOrderRow, 'eventId' | 'eventStatus' | 'totalMinor' | 'refundedMinor' | 'currency'>,
): Promise<OrderRefund | null> {
  if (order.eventStatus !== 'cancelled') return null;
  const { totalMinor, refundedMinor, currency } = order;
  if (totalMinor === 0) return { state: 'free' };
  if (refundedMinor === totalMinor) return { state: 'done', amount: toDecimal(refundedMinor, currency) };
  const amount = toDecimal(totalMinor - refundedMinor, currency);
  const at = await findRefundsDue(ctx.sql, order.eventId);
  return at && at > ctx.clock.now() ? { state: 'starts', at, amount } : { state: 'follows', amount };
}

/** The page's tickets as PDF; null as {@link getOrderPage}. @param language for orders without a language of their own. */
export async function getTicketPdf(ctx: Context, token: string, language: string): Promise<Buffer | null> {
  const order = await findOrder(ctx, token);
  if (!order) return null;
  const t = translator(order.language ?? language);
  return ticketPdf(ctx, { t, order, tickets: await openTickets(ctx, ctx.sql, order.orderId) });
}

/** The event of the page as a calendar file; null as {@link getOrderPage}. @param language as {@link getTicketPdf}. */
export async function getCalendarFile(ctx: Context, token: string, language: string): Promise<string | null> {
  const order = await findOrder(ctx, token);
  if (!order) return null;
  const pageUrl = await orderPageUrl(ctx, order.orderId);
  const { locale } = translator(order.language ?? language);
  return calendarFile(ctx, { order, pageUrl, locale });
}

async function findOrder(ctx: Context, token: string): Promise<FoundTicketOrder | null> {
  const orderId = await findOrderOfPage(ctx.sql, hashOf(token));
  return orderId === null ? null : findTicketOrder(ctx.sql, orderId);
}

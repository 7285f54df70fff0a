import { findChargingAccount } from '../catalogue/sql/payment-accounts.js';
import type { EventClock } from '../core/local-time.js';
import { toDecimal } from '../core/money.js';
import { ProblemError } from '../core/problems.js';
import type { ReturnCause } from '../core/return-cause.js';
import { eventChangesSince } from '../listings/compare-events.js';
import type { EventChange, EventFacts } from '../listings/rules/event-announcement.js';
import type { Context } from '../platform/context/context.js';
import { findOrderRefund, type OrderRefund } from '../tickets/get-order-page.js';
import { type Resent, resendTickets } from '../tickets/resend-tickets.js';
import { inTurn } from './in-turn.js';
import { LAST_START_MS, openCheckout } from './open-checkout.js';
import { payOrder } from './pay-order.js';
import { payTogether } from './pay-together.js';
import { mayReturnTo } from './place-order.js';
import { wayBack } from './rules/return-url.js';
import { findOpenPages } from './sql/checkouts.js';
import { type CheckoutRow, findCheckout, findOrderByToken, type OrderRow } from './sql/orders.js';
import { listReturned } from './sql/refunds.js';

/**
 * `event_cancelled`: the tickets are still held, but no longer on sale. `refunding`: they were paid, and then the event was
 * cancelled. `returned`: the payment came late and was not accepted.
 */
export type CheckoutState =
  | 'open'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'event_cancelled'
  | 'refunding'
  | 'refunded'
  | 'returned';

/** The content of the payment page, without the buyer's name or address. */
export interface Checkout extends Pick<CheckoutRow, 'orderId' | 'mode' | 'currency' | 'expiresAt' | 'paidAt'> {
  state: CheckoutState;
  /** Whether pressing Pay can lead to tickets: a live order needs a card processor. */
  payable: boolean;
  /** Whether the buyer pays on a page of the processor. */
  hosted: boolean;
  /** Too little time is left to begin there. */
  tooLate: boolean;
  event: Pick<CheckoutRow, 'date' | 'startsAt' | 'venue' | 'city' | 'country' | keyof EventClock> & {
    id: string;
    name: string;
  };
  /** The tickets by type. `each`: the price of one ticket, fees and tax included. */
  lines: { ticket: string; quantity: number; each: number }[];
  /** What of the total is fees and tax. */
  fees: number;
  total: number;
  refunded: number;
  /** Where the event is cancelled: what becomes of the money. */
  refund: OrderRefund | null;
  /** How long the tickets are held yet, in seconds. */
  secondsLeft: number;
  /** Changes of the event since the order, with the former values. */
  changes: { what: readonly EventChange[]; before: EventFacts } | null;
  /** Refunded payments, oldest first: the order's payment, or a second payment of it. */
  returned: { cause: ReturnCause | null; amount: number }[];
  /** Whether the tickets go by mail: tickets of test orders do not. */
  mailed: boolean;
  /** Whether there is still an address to send the tickets to. */
  resendable: boolean;
  /** The partner's website that the buyer came from, if its key names one. */
  partnerHost: string | null;
  /** The way back to the partner, with the order and its status. Null: the order names none, or is still open. */
  wayBack: { host: string; url: string } | null;
}

/** The order behind a checkout token as its buyer sees it, or null when there is none. */
export async function getCheckout(ctx: Context, token: string): Promise<Checkout | null> {
  const row = await findCheckout(ctx.sql, token);
  if (!row) return null;
  const now = ctx.clock.now();
  const priceMinor = row.lines.reduce((sum, { unitPriceMinor, quantity }) => sum + unitPriceMinor * quantity, 0);
  const returned = await listReturned(ctx.sql, row.orderId);
  const state = returned.some(({ late }) => late) ? 'returned' : stateOf(row, now);
  return {
    ...row,
    state,
    payable: ctx.payments.of(row.mode).enabled,
    ...(await findStart(ctx, row, now)),
    event: { ...row, id: row.eventId, name: row.eventName },
    lines: row.lines.map(({ name, quantity, unitTotalMinor }) => {
      return { ticket: name, quantity, each: toDecimal(unitTotalMinor, row.currency) };
    }),
    fees: toDecimal(Math.max(0, row.totalMinor - priceMinor), row.currency),
    total: toDecimal(row.totalMinor, row.currency),
    refunded: toDecimal(row.refundedMinor, row.currency),
    refund: await findOrderRefund(ctx, row),
    secondsLeft: Math.max(0, Math.floor((row.expiresAt.getTime() - now.getTime()) / 1000)),
    changes: row.seen && { what: eventChangesSince(row.seen, row.facts), before: row.seen },
    returned: returned.map(({ cause, amountMinor }) => ({
      cause,
      amount: toDecimal(amountMinor, row.currency),
    })),
    mailed: state === 'paid' && row.mode === 'live',
    resendable: row.hasAddress,
    partnerHost: row.domains?.find((host) => !host.startsWith('*')) ?? null,
    wayBack: state === 'open' ? null : await findWayBack(ctx, row),
  };
}

/** Checked again: the partner may have removed the domain since the order. */
async function findWayBack(
  ctx: Context,
  { orderId, status, companyId, returnUrl }: CheckoutRow,
): Promise<Checkout['wayBack']> {
  if (companyId === null || returnUrl === null || !(await mayReturnTo(ctx, companyId, returnUrl))) return null;
  return { host: new URL(returnUrl).host, url: wayBack(returnUrl, { id: orderId, status }) };
}

/** A page of the processor that is open can be gone on with until the end. */
async function findStart(ctx: Context, row: CheckoutRow, now: Date): Promise<Pick<Checkout, 'hosted' | 'tooLate'>> {
  if (!(await isHosted(ctx, { ...row, id: row.orderId }))) return { hosted: false, tooLate: false };
  const isOver = now.getTime() > row.expiresAt.getTime() - LAST_START_MS;
  return { hosted: true, tooLate: isOver && (await findOpenPages(ctx.sql, [row.orderId])).length === 0 };
}

/** Whether the buyer pays at the processor. Test orders are simulated if the organizer has no account that takes cards. */
async function isHosted(ctx: Context, order: Pick<OrderRow, 'id' | 'eventId' | 'mode'>): Promise<boolean> {
  if (!ctx.payments.of(order.mode).hosted) return false;
  if (order.mode === 'live') return true;
  const isCharging = (await findChargingAccount(ctx.sql, order.eventId)) !== null;
  return isCharging || (await findOpenPages(ctx.sql, [order.id])).length > 0;
}

function stateOf(row: CheckoutRow, now: Date): CheckoutState {
  switch (row.status) {
    case 'awaiting_payment':
      if (row.eventStatus === 'cancelled') return 'event_cancelled';
      return row.expiresAt > now ? 'open' : 'expired';
    case 'paid':
    case 'test':
    case 'partially_refunded':
      return row.eventStatus === 'cancelled' ? 'refunding' : 'paid';
    default:
      return row.status;
  }
}

/**
 * The Pay button of our payment page: leads to the processor's page where it has one, else pays. After the session has expired, it
 * is a late payment: tickets if they are still free, else a refund. A cancelled order accepts no payment.
 *
 * @param language of the page: the buyer's mails and tickets are written in it unless the order has one already.
 * @returns null for an unknown order; `page`: where the buyer pays, null where there is nothing (more) to pay.
 * @throws {ProblemError} 503 `payments_unavailable` for a live order without a card processor; `busy` when too many pay for the
 *   event.
 */
export async function payAtCheckout(
  ctx: Context,
  token: string,
  language?: string,
): Promise<{ page: string | null } | null> {
  const order = await findOrderByToken(ctx.sql, token);
  if (!order) return null;
  if (await isHosted(ctx, order)) return { page: await openCheckout(ctx, token, language ?? 'en') };
  if (!ctx.payments.of(order.mode).enabled) throw new ProblemError('payments_unavailable');
  if (order.status === 'awaiting_payment' || order.status === 'expired') {
    const { id: orderId, eventId } = order;
    // One payment per order: pressing the button twice pays once.
    const payment = { orderId, paymentReference: `sim_pay_${orderId}`, language };
    if (!(await payTogether(ctx, { ...payment, eventId }))) await inTurn(ctx, eventId, () => payOrder(ctx, payment));
  }
  return { page: null };
}

/** Mails the tickets again, to the buyer alone. Null: no order has the token. `nothing`: no tickets were mailed. */
export async function resendAtCheckout(ctx: Context, token: string): Promise<Resent | 'nothing' | null> {
  const checkout = await getCheckout(ctx, token);
  if (!checkout) return null;
  return checkout.mailed ? ((await resendTickets(ctx, checkout.orderId)) ?? 'nothing') : 'nothing';
}

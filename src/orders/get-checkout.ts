import type { Mode } from '../core/mode.js';
import { toDecimal } from '../core/money.js';
import type { ReturnCause } from '../core/return-cause.js';
import { changesSince, type EventChange, type EventFacts } from '../listings/rules/event-notice.js';
import type { Context } from '../platform/context/context.js';
import { type CheckoutRow, findCheckout } from './sql/orders.js';
import { listReturned } from './sql/refunds.js';

/** `event_cancelled`: the tickets are still held, but no longer on sale. */
export type CheckoutState = 'open' | 'paid' | 'expired' | 'cancelled' | 'event_cancelled' | 'refunded';

/** The content of the payment page, without the buyer's name or address. */
export interface Checkout {
  orderId: string;
  mode: Mode;
  state: CheckoutState;
  /** Whether pressing Pay can lead to tickets: a live order needs a card processor. */
  payable: boolean;
  event: {
    id: string;
    name: string;
    /** `YYYY-MM-DD`, at the venue. */
    date: string;
    startsAt: Date | null;
    timezone: string;
    venue: string | null;
    city: string | null;
    country: string | null;
  };
  ticket: string;
  quantity: number;
  /** What one ticket costs, fees and tax included. */
  each: number;
  /** What of the total is fees and tax. */
  fees: number;
  total: number;
  /** What of the total was refunded. */
  refunded: number;
  currency: string;
  expiresAt: Date;
  /** How long the tickets are held yet, in seconds. */
  secondsLeft: number;
  paidAt: Date | null;
  /** What has changed about the event since it was ordered, and how it was then. */
  changes: { what: readonly EventChange[]; before: EventFacts } | null;
  /** Payments that went back, oldest first: the whole one, or one that came twice. */
  returned: { cause: ReturnCause | null; amount: number }[];
  /** Whether the tickets go by mail: those of test orders do not. */
  mailed: boolean;
  /** Whether there is still an address to send the tickets to. */
  resendable: boolean;
  /** The partner's website that the buyer came from, if its key names one. */
  partnerHost: string | null;
}

/** The order behind a checkout token as its buyer sees it, or null when there is none. */
export async function getCheckout(ctx: Context, token: string): Promise<Checkout | null> {
  const row = await findCheckout(ctx.sql, token);
  if (!row) return null;
  const now = ctx.clock.now();
  const state = stateOf(row, now);
  return {
    orderId: row.orderId,
    mode: row.mode,
    state,
    payable: row.mode === 'test' || ctx.payments.liveEnabled,
    event: {
      id: row.eventId,
      name: row.eventName,
      date: row.date,
      startsAt: row.startsAt,
      timezone: row.timezone ?? 'UTC',
      venue: row.venue,
      city: row.city,
      country: row.country,
    },
    ticket: row.ticketName,
    quantity: row.quantity,
    each: toDecimal(row.unitTotalMinor, row.currency),
    fees: toDecimal(Math.max(0, row.totalMinor - row.unitPriceMinor * row.quantity), row.currency),
    total: toDecimal(row.totalMinor, row.currency),
    refunded: toDecimal(row.refundedMinor, row.currency),
    currency: row.currency,
    expiresAt: row.expiresAt,
    secondsLeft: Math.max(0, Math.floor((row.expiresAt.getTime() - now.getTime()) / 1000)),
    paidAt: row.paidAt,
    changes: row.seen && { what: changesSince(row.seen, row.facts), before: row.seen },
    returned: (await listReturned(ctx.sql, row.orderId)).map(({ cause, amountMinor }) => ({
      cause,
      amount: toDecimal(amountMinor, row.currency),
    })),
    mailed: state === 'paid' && row.mode === 'live',
    resendable: row.hasAddress,
    partnerHost: row.domains?.find((host) => !host.startsWith('*')) ?? null,
  };
}

function stateOf(row: CheckoutRow, now: Date): CheckoutState {
  switch (row.status) {
    case 'awaiting_payment':
      if (row.eventStatus === 'cancelled') return 'event_cancelled';
      return row.expiresAt > now ? 'open' : 'expired';
    case 'paid':
    case 'test':
    case 'partially_refunded':
      return 'paid';
    default:
      return row.status;
  }
}

import type { Mode } from '../core/mode.js';
import { toDecimal } from '../core/money.js';
import type { Context } from '../platform/context/context.js';
import { type CheckoutRow, findCheckout } from './sql/orders.js';

/** `event_cancelled`: the tickets are still held, but no longer on sale. */
export type CheckoutState = 'open' | 'paid' | 'expired' | 'cancelled' | 'event_cancelled' | 'refunded';

/** The content of the payment page, without the buyer's name or address. */
export interface Checkout {
  orderId: string;
  mode: Mode;
  state: CheckoutState;
  /** Whether pressing Pay can lead to tickets: a live order needs a card processor. */
  payable: boolean;
  event: { id: string; name: string; date: string; timezone: string; place: string | null };
  ticket: string;
  quantity: number;
  total: number;
  currency: string;
  expiresAt: Date;
}

/** The order behind a checkout token as its buyer sees it, or null when there is none. */
export async function getCheckout(ctx: Context, token: string): Promise<Checkout | null> {
  const row = await findCheckout(ctx.sql, token);
  if (!row) return null;
  return {
    orderId: row.orderId,
    mode: row.mode,
    state: stateOf(row, ctx.clock.now()),
    payable: row.mode === 'test' || ctx.payments.liveEnabled,
    event: {
      id: row.eventId,
      name: row.eventName,
      date: row.date,
      timezone: row.timezone ?? 'UTC',
      place: [row.venue, row.city].filter(Boolean).join(', ') || null,
    },
    ticket: row.ticketName,
    quantity: row.quantity,
    total: toDecimal(row.totalMinor, row.currency),
    currency: row.currency,
    expiresAt: row.expiresAt,
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

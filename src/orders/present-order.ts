import { toDecimal } from '../core/money.js';
import type { Context } from '../platform/context/context.js';
import type { OrderRow } from './sql/orders.js';
import type { Order } from './wire.js';

type Shown = Pick<
  OrderRow,
  | 'id'
  | 'mode'
  | 'eventId'
  | 'quantity'
  | 'totalMinor'
  | 'currency'
  | 'status'
  | 'subId'
  | 'checkoutToken'
  | 'expiresAt'
  | 'createdAt'
>;

/** An order as partners see it (contract: Order): `checkout_url` only while it awaits payment, never the buyer. */
export function presentOrder(ctx: Context, order: Shown): Order {
  return {
    object: 'order',
    mode: order.mode,
    id: order.id,
    event_id: order.eventId,
    quantity: order.quantity,
    total: toDecimal(order.totalMinor, order.currency),
    currency: order.currency,
    status: order.status,
    sub_id: order.subId,
    ...(order.status === 'awaiting_payment' && { checkout_url: ctx.payments.checkoutUrl(order.checkoutToken) }),
    expires_at: order.expiresAt.toISOString(),
    created_at: order.createdAt.toISOString(),
    test: order.mode === 'test',
  };
}

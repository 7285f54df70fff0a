import { toDecimal } from '../core/money.js';
import type { Context } from '../platform/context/context.js';
import type { OrderRow } from './sql/orders.js';
import type { Order } from './wire.js';

type Shown = Pick<
  OrderRow,
  | 'id'
  | 'mode'
  | 'event_id'
  | 'quantity'
  | 'total_minor'
  | 'currency'
  | 'status'
  | 'sub_id'
  | 'checkout_token'
  | 'expires_at'
  | 'created_at'
>;

/** An order as partners see it (contract: Order): `checkout_url` only while it awaits payment, never the buyer. */
export function presentOrder(ctx: Context, order: Shown): Order {
  return {
    object: 'order',
    mode: order.mode,
    id: order.id,
    event_id: order.event_id,
    quantity: order.quantity,
    total: toDecimal(order.total_minor, order.currency),
    currency: order.currency,
    status: order.status,
    sub_id: order.sub_id,
    ...(order.status === 'awaiting_payment' && { checkout_url: ctx.payments.checkoutUrl(order.checkout_token) }),
    expires_at: order.expires_at.toISOString(),
    created_at: order.created_at.toISOString(),
    test: order.mode === 'test',
  };
}

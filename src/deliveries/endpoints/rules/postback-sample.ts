import type { Id } from '../../../core/ids.js';
import { fillPostback, type PostbackPlaceholder, type PostbackValues } from '../../rules/postback-template.js';

/** The meaning of each placeholder, for the person who writes a template. */
export const PLACEHOLDER_TEXT: Record<PostbackPlaceholder, string> = {
  sub_id: 'Your own click id, from the buy link.',
  sale_id: 'The sale. The same in each call about it.',
  event_id: 'The event that was sold.',
  status: '`pending` for the sale, then `approved`, `paid` or `reversed`.',
  commission: 'Your reward, as a decimal number.',
  transaction_value: 'What the buyer paid, as a decimal number.',
  currency: 'Currency of both amounts.',
  created_at: 'When the sale was made, in UTC.',
  delivery_id: 'The same in each repeat of this call.',
  order_id: 'The order that was paid. Its state: `GET /orders/{id}`.',
};

/** A made-up sale. */
export function sampleValues({ now, deliveryId }: { now: Date; deliveryId: Id<'delivery'> }): PostbackValues {
  return {
    sub_id: 'test',
    sale_id: 'sale_test',
    event_id: 'evt_test_sample',
    status: 'pending',
    commission: 2.5,
    transaction_value: 25,
    currency: 'EUR',
    created_at: now.toISOString(),
    delivery_id: deliveryId,
    order_id: 'ord_test_sample',
  };
}

/** The address that a template calls for a made-up sale. */
export function samplePostback(template: string, of: { now: Date; deliveryId: Id<'delivery'> }): string {
  return fillPostback(template, sampleValues(of));
}

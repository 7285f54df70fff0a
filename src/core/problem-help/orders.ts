import { call, orderOf, type ProblemHelp } from './problem-help.js';

const KEY_FIELD = 'Idempotency-Key';

export const ORDER_HELP = {
  idempotency_key_required: {
    why: 'A response can get lost on its way to you. Without an `Idempotency-Key`, you could not repeat the call without holding tickets twice.',
    fix: 'Create a key for each order, for example a UUID, store it with the order, and send it again whenever you repeat the call.',
    request: orderOf({}, { key: '' }),
    errors: [{ field: KEY_FIELD, message: 'is required' }],
  },
  idempotency_key_invalid: {
    why: 'The header is too short or too long, has other characters, or contains one of our keys by mistake.',
    fix: 'Use 8 to 80 letters, digits, `_` and `-`. A UUID fits.',
    request: orderOf({}, { key: 'order 7' }),
    errors: [{ field: KEY_FIELD, message: 'must be 8 to 80 letters, digits, `_` or `-`' }],
  },
  idempotency_key_reused: {
    why: 'You used this `Idempotency-Key` before, for an order with a different body. Idempotency keys never expire.',
    fix: 'To get the first order again, send the same body. For another order, use another key.',
    request: orderOf({ quantity: 3 }),
  },
  idempotency_in_progress: {
    why: 'An earlier call with the same `Idempotency-Key` has not finished, and this call waited for it too long.',
    fix: 'Wait for `Retry-After` seconds and repeat the call with the same key and body. Both calls return the same order.',
    request: orderOf(),
    headers: { 'Retry-After': '1' },
  },
  unknown_event: {
    why: '`event_id` is not an event that this key can show. Test keys order sample events, server keys live ones.',
    fix: 'Send an `id` from `GET /events` of the same key, exactly as returned.',
    request: orderOf({ event_id: 'evt_test_nowhere' }),
    detail: 'event_id: is not an event that this key can show',
    errors: [{ field: 'event_id', message: 'is not an event that this key can show' }],
  },
  unknown_ticket_type: {
    why: '`ticket_type_id` does not belong to this event, or the organizer removed it.',
    fix: 'Send an `id` from `GET /events/{id}/tickets`, and read the list again shortly before you order.',
    request: orderOf({ ticket_type_id: 'tkt_nowhere' }),
    detail: 'ticket_type_id: is not a ticket type of this event',
    errors: [{ field: 'ticket_type_id', message: 'is not a ticket type of this event' }],
  },
  quantity_over_limit: {
    why: 'The organizer limits how many tickets of this type one order may hold.',
    fix: 'Send at most `max_per_order` of the ticket type as `quantity`, or as `quantity` of its line.',
    request: orderOf({ ticket_type_id: 'tkt_test_berlin_jazz_night_student', quantity: 5 }),
    detail: 'quantity: must be at most 2',
    errors: [{ field: 'quantity', message: 'must be at most 2' }],
  },
  tickets_unavailable: {
    why: 'Fewer tickets are left than you asked for. Others hold or bought the rest. Of several ticket types, `errors` names the line; nothing is held.',
    fix: 'Order fewer tickets or another type. Held tickets become available again after about 30 minutes if they are not paid for.',
    request: orderOf({ event_id: 'evt_test_dublin_trad_session', ticket_type_id: 'tkt_test_dublin_trad_session_door' }),
  },
  sales_not_open: {
    why: 'The organizer has not opened sales of this ticket type yet: `sales` is `not_yet`.',
    fix: 'Order once `GET /events/{id}/tickets` shows `sales` as `open`.',
    request: orderOf({
      event_id: 'evt_test_mexico_city_lucha_libre',
      ticket_type_id: 'tkt_test_mexico_city_lucha_libre_ringside',
    }),
  },
  sales_ended: {
    why: 'The organizer has ended sales of this ticket type: `sales` is `ended`.',
    fix: 'Offer another ticket type of the event, or take the event down.',
    request: orderOf({
      event_id: 'evt_test_sao_paulo_samba_parade',
      ticket_type_id: 'tkt_test_sao_paulo_samba_parade_stand',
    }),
  },
  event_not_on_sale: {
    why: 'The event is cancelled, postponed or over, so its tickets are not sold.',
    fix: 'Stop offering it. Its `status` says why. Tickets for a postponed event are sold again once it has a new date.',
    request: orderOf({ event_id: 'evt_test_<a cancelled event>', ticket_type_id: 'tkt_test_<of it>' }),
  },
  free_ticket: {
    why: 'The ticket costs nothing. Orders are for paid tickets only.',
    fix: 'Send the visitor to the event’s `buy_url`, where they get free tickets at once.',
    request: orderOf({
      event_id: 'evt_test_amsterdam_light_walk',
      ticket_type_id: 'tkt_test_amsterdam_light_walk_free',
    }),
  },
  order_not_open: {
    why: 'The order is already paid, cancelled or expired. You can only cancel an order that awaits payment.',
    fix: 'Read the order: its `status` says what happened. To refund a paid order, contact support.',
    request: call('POST /v1/orders/ord_8Qm3vXyT5kLr2Wn7Bd1c/cancel', 'TEST'),
    detail: 'The order is expired; it cannot be cancelled.',
  },
  order_not_found: {
    why: 'Your company has no order with this id in this mode. Test keys see test orders, server keys live ones.',
    fix: 'Send the `id` that `POST /orders` returned, with a key of the same company and mode.',
    request: call('GET /v1/orders/ord_nowhere', 'TEST'),
  },
  payments_unavailable: {
    why: 'Card payments are not enabled, or the organizer of this event cannot take them yet: `detail` says which. Its live orders cannot be paid.',
    fix: 'Send visitors to `buy_url`, or try the order with a test key. Ask your contact when payments will be enabled.',
    request: call('GET /v1/events/evt_8Qm3vXyT5kLr2Wn7Bd1c/tickets', 'SERVER'),
  },
} as const satisfies Record<string, ProblemHelp>;

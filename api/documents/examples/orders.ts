import type { z } from 'zod';
import type { Order, TicketType, ticketTypeList } from '../../../src/orders/wire.js';
import { event } from './events.js';

const standard: TicketType = {
  id: 'tkt_test_berlin_jazz_night_standard',
  name: 'Standard',
  price: 28,
  total_per_ticket: 30.5,
  currency: 'EUR',
  max_per_order: 20,
  available: true,
  sales: 'open',
};

const ticketTypes: z.infer<typeof ticketTypeList> = {
  object: 'list',
  mode: 'test',
  event_id: event.id,
  ticket_types: [standard],
};

/** What `NewOrder`'s own example gets: two standard tickets. */
const order: Order = {
  object: 'order',
  mode: 'test',
  id: 'ord_7Gk2mQx9ZtVb4Wc1Hs8N',
  event_id: event.id,
  quantity: 2,
  total: 61,
  currency: 'EUR',
  status: 'awaiting_payment',
  sub_id: 'summer-mail_7',
  checkout_url: 'https://api.example.com/checkout/9fJ2kQm4',
  expires_at: '2026-11-21T15:30:00.000Z',
  created_at: '2026-11-21T15:00:00.000Z',
  test: true,
};

/** Answers about tickets and orders, by the name of their schema. */
export const ORDER_EXAMPLES = { TicketTypeList: ticketTypes, Order: order };

import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });
const cart = 'cart_4711';

const order = await client.orders.create(
  {
    event_id: 'evt_test_berlin_jazz_night',
    ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
    quantity: 2,
    buyer_name: 'Ada',
    buyer_email: 'ada@example.com',
  },
  { idempotencyKey: cart },
);
console.log(order.status, order.checkout_url);

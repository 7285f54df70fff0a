import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type Order, PartnerEvents, TicketsUnavailableError, webhooks } from '@partner-events/client';

/*
 * Sells a ticket in an app of yours: shows prices, holds the tickets, opens the payment page, and waits for the webhook that says how it
 * ended. Add a webhook with this address in the dashboard, and choose order.changed:
 *
 *     BASE_URL=https://api.example.com/v1 PARTNER_EVENTS_KEY=tt_test_… WEBHOOK_SECRET=whsec_… PORT=4000 \
 *       node checkout.ts evt_test_berlin_jazz_night
 */

const { BASE_URL = '', PARTNER_EVENTS_KEY, WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
const [eventId = ''] = process.argv.slice(2);

/** The newest version of each order, as your database would keep it. */
const orders = new Map<string, Order>();
const changes = new EventEmitter();

function keep(order: Order): void {
  const known = orders.get(order.id);
  if (known && known.version >= order.version) return;
  orders.set(order.id, order);
  changes.emit(order.id);
}

const handler = webhooks.nodeHandler({
  secrets: WEBHOOK_SECRET,
  onEvent(event) {
    if (event.type === 'order.changed') keep(event.data.order);
  },
  onError: (error) => console.error(error),
});
const server = createServer((request, response) => void handler(request, response));

async function main(): Promise<void> {
  server.listen(Number(PORT), '127.0.0.1');
  await once(server, 'listening');
  const client = new PartnerEvents({ baseUrl: BASE_URL, key: PARTNER_EVENTS_KEY });
  const types = await client.events.tickets(eventId).toArray({ limit: 100 });
  for (const { name, total_per_ticket, currency } of types) console.log(`${name}: ${total_per_ticket} ${currency}`);
  const type = types.find(({ available, sales }) => available && sales === 'open');
  if (!type) return console.log('no tickets are on sale');

  // Store your own id before you order: after a crash, the same key returns the same order.
  const cartId = randomUUID();
  const order = await client.orders.create(
    {
      event_id: eventId,
      ticket_type_id: type.id,
      quantity: 1,
      buyer_email: 'ada@example.com',
      buyer_name: 'Ada',
      sub_id: cartId,
    },
    { idempotencyKey: cartId },
  );
  keep(order);
  console.log(`pay at ${order.checkout_url} until ${order.expires_at}`);

  while (orders.get(order.id)?.status === 'awaiting_payment') await once(changes, order.id);
  console.log(`the order is ${orders.get(order.id)?.status}`);
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof TicketsUnavailableError ? 'sold out' : error);
    process.exitCode = 1;
  })
  .finally(() => server.close());

import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type Order, PartnerEvents, TicketsUnavailableError, webhooks } from '@partner-events/client';

/*
 * Sells a ticket in an app of yours: shows prices, holds the tickets, opens the payment page, and receives the webhook that says how it
 * ended. Add a webhook with this address in the dashboard, and choose order.changed. With RETURN_URL, an https address of this app on a
 * domain of your website key, the payment page leads the buyer back here:
 *
 *     BASE_URL=https://api.example.com/v1 PARTNER_EVENTS_KEY=tt_test_… WEBHOOK_SECRET=whsec_… PORT=4000 \
 *       RETURN_URL=https://app.example.com/done node checkout.ts evt_test_berlin_jazz_night
 */

const { BASE_URL = '', PARTNER_EVENTS_KEY, WEBHOOK_SECRET = '', PORT = '4000', RETURN_URL } = process.env;
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

const WORDS: Partial<Record<Order['status'], string>> = {
  awaiting_payment: 'We are waiting for your payment.',
  paid: 'Your ticket is paid.',
  test: 'Your ticket is paid (a test: no real money).',
  expired: 'Your order has expired. Nothing was charged.',
  cancelled: 'Your order was cancelled. Nothing was charged.',
};

/** The page that the buyer comes back to. Anyone can type its address, so its `status` proves nothing: the webhook's order does. */
function donePage(url: string): { code: number; html: string } {
  const orderId = new URLSearchParams(url.split('?')[1]).get('order_id') ?? '';
  const order = orders.get(orderId);
  const text = order ? (WORDS[order.status] ?? `Your order is ${order.status}.`) : 'We do not know this order.';
  // The buyer may be here before the webhook.
  const refresh = order?.status === 'awaiting_payment' ? '<meta http-equiv="refresh" content="1">' : '';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Your order</title>${refresh}`;
  return {
    code: order ? 200 : 404,
    html: `<!doctype html><html lang="en">${head}<main><h1>${text}</h1></main></html>`,
  };
}

const server = createServer((request, response) => {
  if (request.method === 'POST') return void handler(request, response);
  const { code, html } = donePage(request.url ?? '/');
  response.writeHead(code, { 'content-type': 'text/html; charset=utf-8' }).end(html);
});

async function main(): Promise<void> {
  server.listen(Number(PORT), '127.0.0.1');
  await once(server, 'listening');
  const client = new PartnerEvents({ baseUrl: BASE_URL, key: PARTNER_EVENTS_KEY });
  const types = await client.events.tickets(eventId).toArray({ limit: 100 });
  for (const { name, total_per_ticket, currency } of types) console.log(`${name}: ${total_per_ticket} ${currency}`);
  const type = types.find(({ available, sales }) => available && sales === 'open');
  if (!type) return void server.close(() => console.log('no tickets are on sale'));

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
      return_url: RETURN_URL,
    },
    { idempotencyKey: cartId },
  );
  keep(order);
  console.log(`pay at ${order.checkout_url} until ${order.expires_at}`);

  while (orders.get(order.id)?.status === 'awaiting_payment') await once(changes, order.id);
  console.log(`the order is ${orders.get(order.id)?.status}`);
  // With a way back, it goes on to show the buyer's page.
  if (!RETURN_URL) server.close();
}

main().catch((error: unknown) => {
  console.error(error instanceof TicketsUnavailableError ? 'sold out' : error);
  process.exitCode = 1;
  server.close();
});

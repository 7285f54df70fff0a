import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PartnerEvents, TicketsUnavailableError } from '@partner-events/client';

/*
 * Sells a ticket in an app of yours: shows prices, holds the tickets, opens the payment page, and waits until it is paid.
 *
 *     BASE_URL=https://api.example.com/v1 PARTNER_EVENTS_KEY=tt_test_… node checkout.ts evt_test_berlin_jazz_night
 */

const { BASE_URL = '', PARTNER_EVENTS_KEY } = process.env;
const [eventId = ''] = process.argv.slice(2);

async function main(): Promise<void> {
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
  console.log(`pay at ${order.checkout_url} until ${order.expires_at}`);

  for (;;) {
    const { status } = await client.orders.get(order.id);
    if (status !== 'awaiting_payment') return console.log(`the order is ${status}`);
    await setTimeout(2_000);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof TicketsUnavailableError ? 'sold out meanwhile' : error);
  process.exitCode = 1;
});

import { randomUUID } from 'node:crypto';
import { z } from 'zod';

export type Ticket = [event: string, ticketType: string];

const ticketTypes = z.object({ ticket_types: z.array(z.object({ id: z.string(), available: z.boolean() })) });
const events = z.object({ events: z.array(z.object({ id: z.string() })) });
const order = z.object({ id: z.string(), checkout_url: z.string() });

const MAX_EVENTS = 20;
const PURCHASES = 4;

export async function ticketsOnSale(baseUrl: string, key: string): Promise<Ticket[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const read = async (path: string) => (await fetch(`${baseUrl}${path}`, { headers })).json();
  const found: Ticket[] = [];
  for (const { id } of events.parse(await read(`/events?limit=${MAX_EVENTS}`)).events) {
    const types = ticketTypes.safeParse(await read(`/events/${id}/tickets`));
    for (const type of types.data?.ticket_types ?? []) if (type.available) found.push([id, type.id]);
  }
  return found;
}

/** Holds tickets and pays some of them, so that there are orders of several states, and earnings; the orders' ids. */
export async function buyTickets(baseUrl: string, key: string, tickets: Ticket[]): Promise<string[]> {
  const made: string[] = [];
  for (const [event_id, ticket_type_id] of tickets.slice(0, PURCHASES)) {
    const answer = await fetch(`${baseUrl}/orders`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify({ event_id, ticket_type_id, buyer_email: 'ada@example.com', buyer_name: 'Ada' }),
    });
    const { id, checkout_url } = order.parse(await answer.json());
    if (made.push(id) % 2) {
      // As the form of the payment page sends it.
      const paid = await fetch(`${checkout_url}/pay`, { method: 'POST', body: new URLSearchParams() });
      if (!paid.ok) throw new Error(`Paying for ${id} was answered ${paid.status}`);
    }
  }
  return made;
}

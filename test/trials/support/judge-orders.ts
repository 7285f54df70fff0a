import type { Sql } from '../../../src/platform/database/database.js';
import type { MailSink } from '../../support/outside/mail-sink.js';
import type { Buyers } from './buyers.js';

interface StoredOrder {
  id: string;
  status: string;
  quantity: number;
  sales: number;
  earnings: number;
  tickets: number;
  sentMails: number;
}

/**
 * Compares the answers to buyers with the database and the mail server: no order, payment or ticket that was
 * acknowledged is lost, and nothing that money sees is there twice.
 */
export async function judgeOrders(sql: Sql, buyers: Buyers, sink: MailSink): Promise<string[]> {
  const stored = await sql<StoredOrder[]>`
    SELECT o.id, o.status, o.quantity,
           (SELECT count(*)::int FROM sales s WHERE s.order_id = o.id) AS sales,
           (SELECT count(*)::int FROM earnings e JOIN sales s ON s.id = e.sale_id WHERE s.order_id = o.id) AS earnings,
           (SELECT count(*)::int FROM tickets t WHERE t.order_id = o.id AND t.state = 'valid') AS tickets,
           (SELECT count(*)::int FROM ticket_mails m WHERE m.order_id = o.id AND kind = 'tickets' AND state = 'sent') AS sent_mails
      FROM orders o`;
  const byId = new Map(stored.map((order) => [order.id, order]));
  const faults: string[] = [];
  if (buyers.givenUp() > 0) faults.push(`${buyers.givenUp()} writes were repeated until the end, and not taken`);
  for (const [id, quantity] of buyers.ordered) {
    const order = byId.get(id);
    if (!order) faults.push(`${id} was acknowledged, and is lost`);
    else if (order.quantity !== quantity)
      faults.push(`${id} is for ${order.quantity} tickets, and was for ${quantity}`);
  }
  for (const id of buyers.paid) {
    const status = byId.get(id)?.status;
    if (status !== 'paid') faults.push(`${id}: its payment was acknowledged, and it is ${status}`);
  }
  for (const order of stored) faults.push(...faultsOf(order));
  const twice = await sql<{ email: string }[]>`
    SELECT buyer_email AS email FROM orders GROUP BY buyer_email HAVING count(*) > 1`;
  faults.push(...twice.map(({ email }) => `${email} ordered once, and has several orders`));
  const counts = await sql<{ id: string; held: number; sold: number; reserved: number; paid: number }[]>`
    SELECT t.id, held, sold,
           (SELECT coalesce(sum(quantity), 0)::int FROM orders WHERE ticket_type_id = t.id AND status = 'awaiting_payment') AS reserved,
           (SELECT coalesce(sum(quantity), 0)::int FROM orders WHERE ticket_type_id = t.id AND status = 'paid') AS paid
      FROM ticket_types t WHERE EXISTS (SELECT FROM orders WHERE ticket_type_id = t.id)`;
  for (const { id, held, sold, reserved, paid } of counts) {
    if (held !== reserved) faults.push(`${id} counts ${held} held, and orders hold ${reserved}`);
    if (sold !== paid) faults.push(`${id} counts ${sold} sold, and orders have ${paid}`);
  }
  const [{ refunds } = { refunds: 0 }] = await sql<{ refunds: number }[]>`SELECT count(*)::int AS refunds FROM refunds`;
  if (refunds > 0) faults.push(`${refunds} refunds were made, and nobody asked for one`);
  const seen = new Set<string>();
  for (const { messageId, marked } of sink.received) {
    if (seen.has(messageId) && !marked) faults.push(`${messageId} came again and does not say so`);
    seen.add(messageId);
  }
  return faults;
}

function faultsOf({ id, status, quantity, sales, earnings, tickets, sentMails }: StoredOrder): string[] {
  const wanted = status === 'paid' ? { tickets: quantity, mails: 1 } : { tickets: 0, mails: 0 };
  const faults: string[] = [];
  if (tickets !== wanted.tickets) faults.push(`${id} (${status}) has ${tickets} tickets of ${wanted.tickets}`);
  if (sentMails !== wanted.mails) faults.push(`${id} (${status}) was mailed ${sentMails} times`);
  if (sales > 1) faults.push(`${id} has ${sales} sales`);
  if (earnings > sales) faults.push(`${id} has ${earnings} earnings of ${sales} sales`);
  return faults;
}

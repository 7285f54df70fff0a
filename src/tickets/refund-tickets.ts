import { returnSold, type TicketCount } from '../catalogue/sql/stock.js';
import type { Id } from '../core/ids.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { markRefunded } from './sql/tickets.js';

/**
 * Takes as many tickets of each type out of use as a refund pays back, in its transaction, mails the buyer their
 * numbers, and puts them back on sale. The rows of the stock come last.
 *
 * First void tickets, then unused ones, then used ones; among equals the last of the order first, so that ticket 1 is
 * the last to go.
 */
export async function refundTickets(
  tx: Transaction,
  order: { id: Id<'order'>; eventId: Id<'event'> },
  { refundId, lines }: { refundId: Id<'refund'>; lines: readonly TicketCount[] },
  now: Date,
): Promise<void> {
  const orderId = order.id;
  for (const { ticketTypeId, quantity } of lines) {
    await markRefunded(tx, { orderId, refundId, ticketTypeId, count: quantity, now });
  }
  await queueTicketMail(tx, { orderId, kind: 'refund', reasonKey: `refund/${refundId}`, now });
  await enqueue(tx, 'event.touched', [order.eventId], now);
  await returnSold(tx, lines, now);
}

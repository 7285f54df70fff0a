import type { Id } from '../core/ids.js';
import type { Transaction } from '../platform/database/database.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { markRefunded } from './sql/tickets.js';

/**
 * Takes as many tickets of an order out of use as a refund pays back, in its transaction, and mails the buyer their
 * numbers.
 *
 * First void tickets, then unused ones, then used ones; among equals the last of the order first, so that ticket 1 is
 * the last to go.
 */
export async function refundTickets(
  tx: Transaction,
  refund: { orderId: Id<'order'>; refundId: Id<'refund'>; count: number; now: Date },
): Promise<void> {
  const { orderId, refundId, now } = refund;
  await markRefunded(tx, refund);
  await queueTicketMail(tx, { orderId, kind: 'refund', reasonKey: `refund/${refundId}`, now });
}

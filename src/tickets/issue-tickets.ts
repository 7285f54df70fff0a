import { hashOf } from '../core/digest.js';
import { newId } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { sealingKey } from '../platform/secrets/keys.js';
import { sealSecret } from '../platform/secrets/secret-box.js';
import { newPageToken, newTicketCode } from './secrets.js';
import { insertPage } from './sql/pages.js';
import { insertTicketMail } from './sql/ticket-mails.js';
import { insertTickets } from './sql/tickets.js';

/**
 * Issues the tickets of an order, one a seat, with the order's page and the mail that brings both, in the transaction
 * that pays it: a paid order has its tickets, and an order that has tickets is paid.
 *
 * @throws {ConfigError} without `ENCRYPTION_KEY`.
 */
export async function issueTickets(
  ctx: Context,
  tx: Transaction,
  order: { id: string; eventId: string; quantity: number },
  now: Date,
): Promise<void> {
  const key = sealingKey(ctx);
  const tickets = Array.from({ length: order.quantity }, (_, index) => {
    const id = newId('ticket');
    const code = newTicketCode();
    return { id, position: index + 1, code: sealSecret(key, id, code), codeHash: hashOf(code) };
  });
  const token = newPageToken();
  const page = {
    orderId: order.id,
    eventId: order.eventId,
    token: sealSecret(key, order.id, token),
    hash: hashOf(token),
    now,
  };
  // Sent together.
  await Promise.all([
    insertTickets(tx, order, tickets, now),
    insertPage(tx, page),
    insertTicketMail(tx, { id: newId('mail'), orderId: order.id, kind: 'tickets', reasonKey: 'tickets', now }),
    enqueue(tx, 'tickets.mail', [order.id], now),
  ]);
}

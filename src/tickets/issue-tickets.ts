import type { TicketCount } from '../catalogue/sql/stock.js';
import { hashOf } from '../core/digest.js';
import { type Id, newId } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { sealingKey } from '../platform/secrets/keys.js';
import { sealSecret } from '../platform/secrets/secret-box.js';
import { newPageToken, newTicketCode } from './secrets.js';
import { insertPages } from './sql/pages.js';
import { insertTicketMails } from './sql/ticket-mails.js';
import { insertTickets } from './sql/tickets.js';

/**
 * Issues the tickets of orders of one event, one a seat and numbered line by line, with each order's page and the mail that brings both, in the transaction
 * that pays them: a paid order has its tickets, and an order that has tickets is paid.
 *
 * @throws {ConfigError} without `ENCRYPTION_KEY`.
 */
export async function issueTickets(
  ctx: Context,
  tx: Transaction,
  orders: readonly { id: string; eventId: Id<'event'>; lines: readonly TicketCount[] }[],
  now: Date,
): Promise<void> {
  const key = sealingKey(ctx);
  const tickets = orders.flatMap(({ id: orderId, eventId, lines }) => {
    const types = lines.flatMap(({ ticketTypeId, quantity }) => Array<Id<'ticketType'>>(quantity).fill(ticketTypeId));
    return types.map((ticketTypeId, index) => {
      const id = newId('ticket');
      const code = newTicketCode();
      const sealed = { code: sealSecret(key, id, code), codeHash: hashOf(code) };
      return { id, orderId, position: index + 1, eventId, ticketTypeId, ...sealed, createdAt: now };
    });
  });
  const pages = orders.map(({ id: orderId }) => {
    const token = newPageToken();
    return { orderId, token: sealSecret(key, orderId, token), tokenHash: hashOf(token), createdAt: now };
  });
  const mails = orders.map(({ id: orderId }) => ({
    ...{ id: newId('mail'), orderId, kind: 'tickets' as const, reasonKey: 'tickets', createdAt: now },
  }));
  const ids = orders.map(({ id }) => id);
  // Sent together.
  await Promise.all([
    insertTickets(tx, tickets),
    insertPages(tx, orders[0]?.eventId ?? '', pages),
    insertTicketMails(tx, mails),
    enqueue(tx, 'tickets.mail', ids, now),
  ]);
}

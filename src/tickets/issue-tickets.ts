import { randomBytes } from 'node:crypto';
import type { TicketCount } from '../catalogue/sql/stock.js';
import { hashOf } from '../core/digest.js';
import { type Id, newId, randomText } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { sealingKey } from '../platform/secrets/keys.js';
import { sealSecret } from '../platform/secrets/secret-box.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { CODE_ALPHABET, CODE_LENGTH } from './rules/ticket-code.js';
import { insertPages, replacePage } from './sql/pages.js';
import { dropWaitingTickets, insertTicketMails } from './sql/ticket-mails.js';
import { insertTickets, listTickets, replaceCode } from './sql/tickets.js';

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
      return { id, orderId, position: index + 1, eventId, ticketTypeId, ...sealedCode(key, id), createdAt: now };
    });
  });
  const pages = orders.map(({ id: orderId }) => ({ orderId, ...sealedToken(key, orderId), createdAt: now }));
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

/** New codes for the valid tickets of an order and a new link for its page, in the transaction that corrects its address. */
export async function reissueTickets(ctx: Context, tx: Transaction, orderId: Id<'order'>): Promise<void> {
  const key = sealingKey(ctx);
  const now = ctx.clock.now();
  for (const { id, state } of await listTickets(tx, orderId)) {
    if (state === 'valid') await replaceCode(tx, { id, ...sealedCode(key, id) });
  }
  await replacePage(tx, orderId, sealedToken(key, orderId));
  const before = await dropWaitingTickets(tx, orderId, now);
  await queueTicketMail(tx, { orderId, kind: 'corrected', reasonKey: `corrected/${before + 1}`, now });
}

type SealingKey = ReturnType<typeof sealingKey>;

function sealedCode(key: SealingKey, ticketId: Id<'ticket'>) {
  const code = newTicketCode();
  return { code: sealSecret(key, ticketId, code), codeHash: hashOf(code) };
}

/** A new code for the door; each of its 32 characters is equally likely. */
export function newTicketCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
}

/** A new secret part of the link to an order's page: 183 bits. */
function sealedToken(key: SealingKey, orderId: Id<'order'>) {
  const token = randomText(32);
  return { token: sealSecret(key, orderId, token), tokenHash: hashOf(token) };
}

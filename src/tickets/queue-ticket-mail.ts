import { type Id, newId } from '../core/ids.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { insertTicketMails, type TicketMailKind } from './sql/ticket-mails.js';

export interface TicketMailRequest {
  orderId: Id<'order'>;
  kind: TicketMailKind;
  /** Identifies a mail of the order: a second mail with the same key is not queued. It may contain no personal data. */
  reasonKey: string;
  now: Date;
}

/** Queues a mail in the caller's transaction. @returns false when the order has one for this reason. */
export async function queueTicketMail(tx: Transaction, request: TicketMailRequest): Promise<boolean> {
  const { orderId, kind, reasonKey, now: createdAt } = request;
  if ((await insertTicketMails(tx, [{ id: newId('mail'), orderId, kind, reasonKey, createdAt }])) === 0) return false;
  await enqueue(tx, 'tickets.mail', [request.orderId], request.now);
  return true;
}

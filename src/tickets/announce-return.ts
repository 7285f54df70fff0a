import type { Transaction } from '../platform/database/database.js';
import { queueTicketMail } from './queue-ticket-mail.js';

/** Queues the mail that tells a buyer of a payment that goes back, in the transaction that decides it; once a refund. */
export async function announceReturn(
  tx: Transaction,
  { orderId, refundId, now }: { orderId: string; refundId: string; now: Date },
): Promise<void> {
  await queueTicketMail(tx, { orderId, kind: 'returned', reasonKey: `returned/${refundId}`, now });
}

import type { Queryable } from '../platform/database/database.js';
import { OUTBOX_CHANNEL } from '../platform/outbox/messages.js';

/** A notification for the senders on the outbox's channel. It is no topic: all workers receive it, and it is not stored. */
export const DUE = 'deliveries.due';

/**
 * Notifies the senders of all workers that first attempts wait, once the caller's transaction is committed. What a lost
 * notification announced, their next look finds.
 */
export async function ringSenders(tx: Queryable): Promise<void> {
  await tx`SELECT pg_notify(${OUTBOX_CHANNEL}, ${DUE})`;
}

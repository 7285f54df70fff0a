import type { Queryable } from '../platform/database/database.js';
import { OUTBOX_CHANNEL } from '../platform/outbox/messages.js';

/** What the senders hear among the topics of the outbox. It is not one: all workers hear it, and it is not kept. */
export const DUE = 'deliveries.due';

/**
 * Tells the senders of all workers that first attempts wait, once the caller's transaction is committed. What they do not
 * hear, their next look finds.
 */
export async function ringSenders(tx: Queryable): Promise<void> {
  await tx`SELECT pg_notify(${OUTBOX_CHANNEL}, ${DUE})`;
}

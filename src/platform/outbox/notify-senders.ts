import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../database/database.js';
import { OUTBOX_CHANNEL } from './messages.js';

/** A notification for the senders on the outbox's channel. It is no topic: all workers receive it, and it is not stored. */
export const DUE = 'deliveries.due';

/**
 * A sender begins an attempt at most so long after it has asked whether it may, and how: whether the endpoint, its key and its
 * company are in use, where it is, and what signs.
 */
export const PERMISSION_MS = 500;

/**
 * Notifies the senders of all workers that something is due or has changed, once the caller's transaction is committed. What a
 * lost notification announced, their next look finds.
 */
export async function notifySenders(tx: Queryable): Promise<void> {
  await tx`SELECT pg_notify(${OUTBOX_CHANNEL}, ${DUE})`;
}

/**
 * Settles when no sender begins anything as it stood before; call it after the commit. Even a worker that is cut off, or was
 * stopped and goes on, has no permission that is older.
 */
export async function untilSendersKnow(): Promise<void> {
  await pause(PERMISSION_MS);
}

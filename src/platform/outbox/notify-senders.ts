import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../database/database.js';
import { OUTBOX_CHANNEL } from './messages.js';

/** A notification for the senders on the outbox's channel. It is no topic: all workers receive it, and it is not stored. */
const DUE = 'deliveries.due';
/** A notification has 8,000 bytes at most. */
const NAMED_AT_MOST = 200;

/** First attempts, or retries, that may be sent now, by their endpoints. */
export interface DueAttempts {
  kind: 'first' | 'retry';
  endpointIds: readonly string[];
}

/** Maximum age of a sender's facts about an endpoint: its use, key, company, address and secrets. */
export const PERMISSION_MS = 500;

/**
 * Notifies the senders of all workers that something is due or has changed, once the caller's transaction is committed.
 * If a notification is lost, their next look finds the work.
 *
 * @param due the new attempts: senders claim them without a look at all endpoints. Absent: they look at all.
 */
export async function notifySenders(tx: Queryable, due?: DueAttempts): Promise<void> {
  const isNamed = due !== undefined && due.endpointIds.length <= NAMED_AT_MOST;
  const payload = isNamed ? [DUE, due.kind, ...due.endpointIds].join(' ') : DUE;
  await tx`SELECT pg_notify(${OUTBOX_CHANNEL}, ${payload})`;
}

/** @returns the announcement of a notification for the senders; null when it is for another reader. */
export function readNotification(payload: string): { due?: DueAttempts } | null {
  const [name, kind, ...endpointIds] = payload.split(' ');
  if (name !== DUE) return null;
  return kind === 'first' || kind === 'retry' ? { due: { kind, endpointIds } } : {};
}

/** Settles when no sender acts on older facts; call it after the commit. Stopped workers have no older permission either. */
export async function waitForSenderPermissions(): Promise<void> {
  await pause(PERMISSION_MS);
}

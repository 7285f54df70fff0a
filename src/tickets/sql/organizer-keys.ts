import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstRow, isOneRow } from '../../platform/database/rows.js';

export interface OrganizerKeyRow {
  id: Id<'organizerKey'>;
  organizerId: Id<'organizer'>;
  name: string;
  lastFour: string;
  createdAt: Date;
  revokedAt: Date | null;
}

/** Changes nothing when the key is there already. */
export async function insertOrganizerKey(
  tx: Transaction,
  key: { id: string; organizerId: Id<'organizer'>; name: string; hash: Buffer; lastFour: string; now: Date },
): Promise<void> {
  await tx`
    INSERT INTO organizer_keys (id, organizer_id, name, hash, last_four, created_at)
    VALUES (${key.id}, ${key.organizerId}, ${key.name}, ${key.hash}, ${key.lastFour}, ${key.now})
    ON CONFLICT (hash) DO NOTHING`;
}

export function findOrganizerKey(sql: Queryable, hash: Buffer): Promise<(OrganizerKeyRow & { hash: Buffer }) | null> {
  return firstRow(sql<(OrganizerKeyRow & { hash: Buffer })[]>`
    SELECT id, organizer_id, name, hash, last_four, created_at, revoked_at FROM organizer_keys WHERE hash = ${hash}`);
}

/** An organizer's keys, oldest first; of all organizers without one. */
export async function listOrganizerKeyRows(
  sql: Queryable,
  organizerId: Id<'organizer'> | null,
): Promise<OrganizerKeyRow[]> {
  return sql<OrganizerKeyRow[]>`
    SELECT id, organizer_id, name, last_four, created_at, revoked_at FROM organizer_keys
     WHERE ${organizerId}::text IS NULL OR organizer_id = ${organizerId} ORDER BY created_at, id`;
}

/** @returns whether there is such a key. A revoked key is not changed. */
export function markOrganizerKeyRevoked(tx: Transaction, id: string, now: Date): Promise<boolean> {
  return isOneRow(tx`UPDATE organizer_keys SET revoked_at = coalesce(revoked_at, ${now}) WHERE id = ${id}`);
}

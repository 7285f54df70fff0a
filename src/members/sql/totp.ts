import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import type { SealedColumn } from '../../platform/secrets/sql.js';

export const MEMBERS_SEALED: readonly SealedColumn[] = [
  { table: 'member_totp', column: 'secret', owner: 'member_id' },
  { table: 'member_sessions', column: 'pending_totp', owner: 'id' },
];

export interface TotpRow {
  memberId: Id<'member'>;
  /** Sealed. */
  secret: Buffer;
  lastStep: number;
}

/** Keeps in a session the sealed secret of an app that is being set up, in place of the one before. */
export async function keepPendingTotp(
  sql: Queryable,
  { memberId, sessionId }: { memberId: Id<'member'>; sessionId: string },
  { secret, until }: { secret: Buffer; until: Date },
): Promise<void> {
  await sql`
    UPDATE member_sessions SET pending_totp = ${secret}, pending_totp_until = ${until}
     WHERE id = ${sessionId} AND member_id = ${memberId}`;
}

/** The sealed secret that is being set up in a session; null when there is none that counts. */
export function findPendingTotp(
  sql: Queryable,
  { memberId, sessionId }: { memberId: Id<'member'>; sessionId: string },
  now: Date,
): Promise<Buffer | null> {
  return firstValue(sql<{ pendingTotp: Buffer | null }[]>`
    SELECT pending_totp FROM member_sessions
     WHERE id = ${sessionId} AND member_id = ${memberId} AND pending_totp_until > ${now}`);
}

/** Adds a member's app, whose code of a step was just entered; false when they have one. */
export function insertTotp(tx: Transaction, row: TotpRow & { confirmedAt: Date }): Promise<boolean> {
  return isOneRow(tx`
    INSERT INTO member_totp (member_id, secret, confirmed_at, last_step)
    VALUES (${row.memberId}, ${row.secret}, ${row.confirmedAt}, ${row.lastStep})
    ON CONFLICT (member_id) DO NOTHING`);
}

/** A member's secret, held until the transaction ends: no code counts twice. */
export function lockTotp(tx: Transaction, memberId: Id<'member'>): Promise<TotpRow | null> {
  return firstRow(tx<TotpRow[]>`
    SELECT member_id, secret, last_step::int FROM member_totp WHERE member_id = ${memberId} FOR UPDATE`);
}

export async function noteCode(tx: Transaction, memberId: Id<'member'>, step: number): Promise<void> {
  await tx`UPDATE member_totp SET last_step = ${step} WHERE member_id = ${memberId}`;
}

/** Forgets a member's secret; false when there is none. */
export function deleteTotp(tx: Transaction, memberId: Id<'member'>): Promise<boolean> {
  return isOneRow(tx`DELETE FROM member_totp WHERE member_id = ${memberId}`);
}

import type { Transaction } from '../../platform/database/database.js';

export interface TotpRow {
  memberId: string;
  /** Sealed. */
  secret: Buffer;
  confirmedAt: Date | null;
  lastStep: number;
}

/** Keeps a secret that was not confirmed yet, in place of one that was not; false when one was. */
export async function insertTotp(tx: Transaction, memberId: string, secret: Buffer): Promise<boolean> {
  const rows = await tx`
    INSERT INTO member_totp AS t (member_id, secret) VALUES (${memberId}, ${secret})
    ON CONFLICT (member_id) DO UPDATE SET secret = excluded.secret, last_step = -1 WHERE t.confirmed_at IS NULL
    RETURNING member_id`;
  return rows.length === 1;
}

/** A member's secret, held until the transaction ends: no code counts twice. */
export async function lockTotp(tx: Transaction, memberId: string): Promise<TotpRow | null> {
  const [row] = await tx<TotpRow[]>`
    SELECT member_id, secret, confirmed_at, last_step::int FROM member_totp WHERE member_id = ${memberId} FOR UPDATE`;
  return row ?? null;
}

export async function noteCode(tx: Transaction, memberId: string, step: number, now: Date): Promise<void> {
  await tx`
    UPDATE member_totp SET last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
     WHERE member_id = ${memberId}`;
}

/** Forgets a member's secret, and in all their sessions that a code of it was shown. */
export async function deleteTotp(tx: Transaction, memberId: string): Promise<void> {
  await tx`DELETE FROM member_totp WHERE member_id = ${memberId}`;
  await tx`UPDATE member_sessions SET second_step_at = NULL WHERE member_id = ${memberId}`;
}

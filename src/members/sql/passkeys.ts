import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
import { countRows, firstRow, isOneRow } from '../../platform/database/rows.js';
import type { OwnedMember } from './members.js';

export interface PasskeyRow {
  id: Id<'passkey'>;
  memberId: Id<'member'>;
  /** In base64url. */
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

/** Adds a passkey that was just used; false when its credential is stored already. */
export function insertPasskey(tx: Transaction, row: Omit<PasskeyRow, 'usedAt'>): Promise<boolean> {
  const columns = tx`id, member_id, credential_id, public_key, counter, transports, name, created_at, used_at`;
  return isOneRow(tx`
    INSERT INTO member_passkeys (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::member_passkeys, ${recordset([{ ...row, usedAt: row.createdAt }])}::text::json)
    ON CONFLICT (credential_id) DO NOTHING`);
}

export async function listPasskeyRows(sql: Queryable, memberId: Id<'member'>): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    SELECT id, member_id, credential_id, public_key, counter::int, transports, name, created_at, used_at
      FROM member_passkeys WHERE member_id = ${memberId} ORDER BY created_at, id`;
}

/** A member's passkey by its credential, held until the transaction ends: no count of its signatures is taken twice. */
export function lockPasskey(tx: Transaction, memberId: Id<'member'>, credentialId: string): Promise<PasskeyRow | null> {
  return firstRow(tx<PasskeyRow[]>`
    SELECT id, member_id, credential_id, public_key, counter::int, transports, name, created_at, used_at
      FROM member_passkeys WHERE member_id = ${memberId} AND credential_id = ${credentialId} FOR UPDATE`);
}

export async function notePasskeyUse(tx: Transaction, id: string, counter: number, now: Date): Promise<void> {
  await tx`UPDATE member_passkeys SET counter = ${counter}, used_at = ${now} WHERE id = ${id}`;
}

export async function hasFactor(sql: Queryable, memberId: Id<'member'>): Promise<boolean> {
  const rows = await sql`
    SELECT FROM member_totp WHERE member_id = ${memberId}
    UNION ALL SELECT FROM member_passkeys WHERE member_id = ${memberId} LIMIT 1`;
  return rows.length > 0;
}

/** Forgets one passkey of a member, or all of them; answers how many. */
export function deletePasskeys(
  tx: Transaction,
  { companyId, memberId }: OwnedMember,
  id: string | null,
): Promise<number> {
  return countRows(tx`
    DELETE FROM member_passkeys p USING members m
     WHERE p.member_id = ${memberId} AND m.id = p.member_id AND m.company_id = ${companyId}
       AND (${id}::text IS NULL OR p.id = ${id})`);
}

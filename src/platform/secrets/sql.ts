import type { Transaction } from '../database/database.js';

/** What is kept sealed of one row. */
export interface SealedRow {
  /** Owner of the boxes: they open as nobody else's. */
  id: string;
  secret: Buffer | null;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

/** Rows with secrets in the order of their ids, after `after`, held until the transaction ends. */
export async function lockSealed(tx: Transaction, after: string, limit: number): Promise<SealedRow[]> {
  return tx<SealedRow[]>`
    SELECT id, secret, previous_secret, previous_secret_until FROM delivery_endpoints
     WHERE id > ${after} AND (secret IS NOT NULL OR previous_secret IS NOT NULL)
     ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE`;
}

export async function replaceSealed(
  tx: Transaction,
  id: string,
  boxes: { secret: Buffer | null; previousSecret: Buffer | null },
): Promise<void> {
  await tx`
    UPDATE delivery_endpoints SET secret = ${boxes.secret}, previous_secret = ${boxes.previousSecret},
      previous_secret_until = CASE WHEN ${boxes.previousSecret}::bytea IS NOT NULL THEN previous_secret_until END
     WHERE id = ${id}`;
}

/** Tables with one sealed column, and the column with the owner of the box. */
export const SINGLE_BOXES = [
  { table: 'mails', column: 'content', owner: 'id' },
  { table: 'member_totp', column: 'secret', owner: 'member_id' },
  { table: 'member_sessions', column: 'pending_totp', owner: 'id' },
  { table: 'tickets', column: 'code', owner: 'id' },
  { table: 'order_pages', column: 'token', owner: 'order_id' },
  { table: 'payout_accounts', column: 'iban', owner: 'company_id' },
  { table: 'bank_files', column: 'content', owner: 'id' },
  { table: 'installation', column: 'canary', owner: 'id' },
] as const;

export type SingleBox = (typeof SINGLE_BOXES)[number];

/** Boxes in the order of their ids, after `after`, held until the transaction ends. */
export async function lockBoxes(
  tx: Transaction,
  { table, column, owner }: SingleBox,
  after: string,
  limit: number,
): Promise<{ id: string; box: Buffer }[]> {
  return tx<{ id: string; box: Buffer }[]>`
    SELECT ${tx(owner)} AS id, ${tx(column)} AS box FROM ${tx(table)}
     WHERE ${tx(owner)} > ${after} AND ${tx(column)} IS NOT NULL
     ORDER BY ${tx(owner)} LIMIT ${limit} FOR NO KEY UPDATE`;
}

export async function replaceBox(
  tx: Transaction,
  { table, column, owner }: SingleBox,
  id: string,
  box: Buffer,
): Promise<void> {
  await tx`UPDATE ${tx(table)} SET ${tx(column)} = ${box} WHERE ${tx(owner)} = ${id}`;
}

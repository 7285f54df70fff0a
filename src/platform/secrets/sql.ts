import type { Queryable, Transaction } from '../database/database.js';

/** A column of secrets encrypted with `ENCRYPTION_KEY`. The room that owns the table declares it; `createContext` lists them all. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column with the id that the secrets open for, and no other. */
  owner: string;
  /** The column with the instant from which a secret is of no use and is deleted. */
  until?: string;
}

declare module '../context/context.js' {
  interface Context {
    /** Every column of secrets encrypted with `encryptionKey`, as the rooms declare them. */
    sealed: readonly SealedColumn[];
  }
}

export const PLATFORM_SEALED: readonly SealedColumn[] = [
  { table: 'mails', column: 'content', owner: 'id' },
  { table: 'installation', column: 'canary', owner: 'id' },
];

export interface SealedRow {
  id: string;
  box: Buffer;
  /** Its time is up. */
  over: boolean;
}

const isOver = (db: Queryable, until: string | undefined, now: Date) =>
  until === undefined ? db`false` : db`${db(until)} <= ${now}`;

/** Secrets in the order of their ids, after `after`, held until the transaction ends. */
export async function lockSealed(
  tx: Transaction,
  { table, column, owner, until }: SealedColumn,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<SealedRow[]> {
  return tx<SealedRow[]>`
    SELECT ${tx(owner)} AS id, ${tx(column)} AS box, ${isOver(tx, until, now)} AS over FROM ${tx(table)}
     WHERE ${tx(owner)} > ${after} AND ${tx(column)} IS NOT NULL
     ORDER BY ${tx(owner)} LIMIT ${limit} FOR NO KEY UPDATE`;
}

/** @param box null deletes the secret, and until when it was of use. */
export async function replaceSealed(
  tx: Transaction,
  { table, column, owner, until }: SealedColumn,
  id: string,
  box: Buffer | null,
): Promise<void> {
  const forgotten = box === null && until !== undefined ? tx`, ${tx(until)} = NULL` : tx``;
  await tx`UPDATE ${tx(table)} SET ${tx(column)} = ${box}${forgotten} WHERE ${tx(owner)} = ${id}`;
}

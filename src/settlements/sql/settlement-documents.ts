import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstValue } from '../../platform/database/rows.js';

export interface StoredParty {
  name: string;
  /** One line each. */
  address: string[];
  tax_id: string | null;
}

/** `void`: the statement after it was taken back. */
export type Edition = 'issued' | 'void';

/** Number and parties, as written with the statement. */
interface DocumentFacts {
  /** Consecutive within the company. */
  number: number;
  issuer: StoredParty;
  recipient: StoredParty;
}

export async function findDocumentFacts(db: Queryable, settlementId: Id<'statement'>): Promise<DocumentFacts> {
  const [row] = await db<[DocumentFacts]>`SELECT number, issuer, recipient FROM settlements WHERE id = ${settlementId}`;
  return row;
}

export function findDocument(db: Queryable, settlementId: Id<'statement'>, edition: Edition): Promise<Buffer | null> {
  return firstValue(db<{ pdf: Buffer }[]>`
    SELECT pdf FROM settlement_documents WHERE settlement_id = ${settlementId} AND edition = ${edition}`);
}

/** Keeps a document unless there is one already. */
export async function keepDocument(
  db: Queryable,
  document: { settlementId: Id<'statement'>; edition: Edition; pdf: Buffer },
  now: Date,
): Promise<void> {
  await db`INSERT INTO settlement_documents ${db({ ...document, createdAt: now })} ON CONFLICT DO NOTHING`;
}

/** Names and days (at the venue) of events, in no order. */
export async function findEventDays(
  db: Queryable,
  ids: readonly Id<'event'>[],
): Promise<{ id: Id<'event'>; name: string; date: string }[]> {
  return db`SELECT id, name, date FROM events WHERE id = ANY (${ids as string[]}::text[])`;
}

export async function findEventNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await findEventDays(db, ids)).map(({ id, name }) => [id, name]));
}

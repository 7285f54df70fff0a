import type { Id } from '../../core/ids.js';
import { amountIn } from '../../platform/database/amount.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow } from '../../platform/database/rows.js';
import type { BankMovement } from '../rules/bank-books.js';

/**
 * `paid`, `returned`: as expected. `offset`: it makes up for another entry: the debit of a payment that was returned
 * before, or the credit of a payment that was executed twice. `confirmed`: a movement that a person had recorded by
 * hand. All others need a person.
 */
export const ENTRY_OUTCOMES = [
  'paid',
  'returned',
  'offset',
  'confirmed',
  'paid_twice',
  'amount_differs',
  'after_withdrawal',
  'unassigned',
] as const;
export type EntryOutcome = (typeof ENTRY_OUTCOMES)[number];

/** Outcomes of an import: an entry that is not stored, or a refusal, has an outcome of its own. */
export const IMPORT_OUTCOMES = [...ENTRY_OUTCOMES, 'known', 'unknown', 'refused'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** A movement on a bank account of ours that belongs to a payment, or may. */
export interface BankEntryRow extends BankMovement {
  outcome: EntryOutcome;
  isReversal: boolean;
  bankReference: string | null;
  /** Why the money came back: a code such as `AC04`, the bank's words, or both (`AC04: account closed`). */
  reason: string | null;
  importId: number | null;
}

export const ENTRY_COLUMNS = fragment`
  id, transfer_id, outcome, source, iban, direction, is_reversal, ${amountIn()}, counts_minor, booked_on, bank_reference, reason,
  confirmed_by, import_id`;

export async function insertImport(
  tx: Queryable,
  by: { requestedBy: string; reason: string },
  now: Date,
): Promise<number> {
  const { requestedBy, reason } = by;
  const [row] = await tx<[{ id: number }]>`
    INSERT INTO bank_imports ${tx({ requestedBy, reason, importedAt: now })} RETURNING id`;
  return row.id;
}

export async function insertEntry(tx: Queryable, entry: BankEntryRow, now: Date): Promise<void> {
  const { amount, ...row } = entry;
  const stored = { amountMinor: amount.minor, currency: amount.currency, importedAt: now };
  await tx`INSERT INTO bank_entries ${tx({ ...row, ...stored })}`;
}

export function findEntry(db: Queryable, id: string): Promise<BankEntryRow | null> {
  return firstRow(db<BankEntryRow[]>`SELECT ${ENTRY_COLUMNS} FROM bank_entries WHERE id = ${id}`);
}

/** Where an entry belongs; null: not assigned yet. */
export interface EntryOwner {
  settlementId: Id<'statement'> | null;
  companyId: Id<'company'> | null;
}

/** The owners of the entries that were imported before, by the entry's id. */
export async function findEntryOwners(db: Queryable, ids: readonly string[]): Promise<Map<string, EntryOwner>> {
  if (ids.length === 0) return new Map();
  const rows = await db<(EntryOwner & { id: string })[]>`
    SELECT e.id, s.id AS settlement_id, s.company_id FROM bank_entries e LEFT JOIN settlement_transfers t ON t.id = e.transfer_id
      LEFT JOIN settlements s ON s.id = t.settlement_id
    WHERE e.id = ANY (${ids as string[]}::text[])`;
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
}

/** The entries of payments, those included that a person recorded and the bank has confirmed. */
export async function listEntries(db: Queryable, transferIds: readonly string[]): Promise<BankEntryRow[]> {
  return db<BankEntryRow[]>`
    SELECT ${ENTRY_COLUMNS} FROM bank_entries WHERE transfer_id = ANY (${transferIds as string[]}::text[])
    ORDER BY booked_on, imported_at, id`;
}

/** The newest first. */
export async function listUnassigned(db: Queryable, limit: number): Promise<BankEntryRow[]> {
  return db<BankEntryRow[]>`
    SELECT ${ENTRY_COLUMNS} FROM bank_entries WHERE transfer_id IS NULL ORDER BY imported_at DESC, id LIMIT ${limit}`;
}

export async function assignEntry(
  tx: Queryable,
  entry: Pick<BankEntryRow, 'id' | 'transferId' | 'outcome' | 'countsMinor'>,
): Promise<void> {
  const { id, transferId, outcome, countsMinor } = entry;
  await tx`
    UPDATE bank_entries SET transfer_id = ${transferId}, outcome = ${outcome}, counts_minor = ${countsMinor} WHERE id = ${id}`;
}

/** The bank's entry `by` is the movement that a person had recorded as `id`. */
export async function confirmEntry(tx: Queryable, id: string, by: string): Promise<void> {
  await tx`UPDATE bank_entries SET confirmed_by = ${by} WHERE id = ${id}`;
}

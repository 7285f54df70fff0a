import type { Id } from '../../core/ids.js';
import type { Money } from '../../core/money.js';
import { amountIn } from '../../platform/database/amount.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { firstRow } from '../../platform/database/rows.js';
import type { Movement } from '../rules/payments.js';

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
export interface BankEntryRow extends Movement {
  id: string;
  /** The payment; null: the entry is not assigned. */
  transferId: string | null;
  outcome: EntryOutcome;
  /** `person`: recorded by hand; the bank's own entry confirms it later. */
  source: 'bank' | 'person';
  /** Our account; null for entries by hand. */
  iban: string | null;
  isReversal: boolean;
  amount: Money;
  /** `YYYY-MM-DD`. */
  bookedOn: string;
  bankReference: string | null;
  /** Why the money came back: a code such as `AC04`, the bank's words, or both (`AC04: account closed`). */
  reason: string | null;
  /** For an entry by hand: the bank's entry that counts instead. */
  confirmedBy: string | null;
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
  const [row] = await tx<{ id: number }[]>`
    INSERT INTO bank_imports (requested_by, reason, imported_at) VALUES (${by.requestedBy}, ${by.reason}, ${now}) RETURNING id`;
  if (!row) throw new Error('INSERT INTO bank_imports returned no row');
  return row.id;
}

export async function insertEntry(tx: Queryable, entry: BankEntryRow, now: Date): Promise<void> {
  const { amount, ...rest } = entry;
  const row = { ...rest, amountMinor: amount.minor, currency: amount.currency, importedAt: now };
  const columns = tx`id, transfer_id, outcome, source, iban, direction, is_reversal, amount_minor, currency, counts_minor, booked_on,
      bank_reference, reason, confirmed_by, import_id, imported_at`;
  await tx`
    INSERT INTO bank_entries (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::bank_entries, ${recordset([row])}::text::json)`;
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

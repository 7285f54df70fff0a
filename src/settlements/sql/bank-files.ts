import type { Queryable } from '../../platform/database/database.js';
import { SETTLEMENT_COLUMNS, type SettlementRow } from './settlements.js';

/** A payment file that was made for a bank. */
export interface BankFileRow {
  id: string;
  month: string;
  currency: string;
  debtorIban: string;
  /** `YYYY-MM-DD`. */
  executeOn: string;
  payments: number;
  sumMinor: number;
  madeAt: Date;
  withdrawnAt: Date | null;
}

/** The same, with how its transfers stand. */
export interface BankFileProgress extends BankFileRow {
  open: number;
  paid: number;
  failed: number;
}

const COLUMNS = 'id, month, currency, debtor_iban, execute_on, payments, sum_minor, made_at, withdrawn_at';

/** Statements of a month that are paid by bank transfer and due by this instant, locked in the order of their ids. */
export async function lockDueStatements(
  tx: Queryable,
  month: string,
  currency: string | undefined,
  before: Date,
): Promise<SettlementRow[]> {
  return tx<SettlementRow[]>`
    SELECT ${tx.unsafe(SETTLEMENT_COLUMNS)} FROM settlements
    WHERE month = ${month} AND method = 'bank_transfer' AND status IN ('issued', 'failed') AND pay_from < ${before}
      AND (${currency ?? null}::text IS NULL OR currency = ${currency ?? null})
    ORDER BY id FOR UPDATE`;
}

/** @param file.content sealed. */
export async function insertBankFile(tx: Queryable, file: BankFileRow & { content: Buffer }): Promise<void> {
  const { id, month, currency, debtorIban, executeOn, payments, sumMinor, content, madeAt } = file;
  await tx`
    INSERT INTO bank_files (id, month, currency, debtor_iban, execute_on, payments, sum_minor, content, made_at)
    VALUES (${id}, ${month}, ${currency}, ${debtorIban}, ${executeOn}, ${payments}, ${sumMinor}, ${content}, ${madeAt})`;
}

/** The transfers that a bank file carries: begun before, and sent with it. */
export async function putInFile(
  tx: Queryable,
  transferIds: readonly string[],
  fileId: string,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE settlement_transfers SET file_id = ${fileId}, sent_at = ${now} WHERE id = ANY (${transferIds as string[]}::text[])`;
  // The bank's statement says how it ends; nothing is due before.
  await tx`
    UPDATE settlements s SET pay_from = NULL FROM settlement_transfers t
    WHERE t.id = ANY (${transferIds as string[]}::text[]) AND s.id = t.settlement_id`;
}

export async function findBankFile(db: Queryable, id: string): Promise<(BankFileRow & { content: Buffer }) | null> {
  const [row] = await db<(BankFileRow & { content: Buffer })[]>`
    SELECT ${db.unsafe(COLUMNS)}, content FROM bank_files WHERE id = ${id}`;
  return row ?? null;
}

/** Newest first. */
export async function listBankFiles(
  db: Queryable,
  month: string | undefined,
  limit: number,
): Promise<BankFileProgress[]> {
  return db<BankFileProgress[]>`
    SELECT ${db.unsafe(COLUMNS)}, t.* FROM bank_files f CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'begun')::int AS open, count(*) FILTER (WHERE state = 'succeeded')::int AS paid,
        count(*) FILTER (WHERE state = 'failed')::int AS failed
      FROM settlement_transfers WHERE file_id = f.id) t
    WHERE ${month ?? null}::text IS NULL OR month = ${month ?? null}
    ORDER BY made_at DESC, id LIMIT ${limit}`;
}

/** Returns false when it was withdrawn before. */
export async function markWithdrawn(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { count } = await tx`UPDATE bank_files SET withdrawn_at = ${now} WHERE id = ${id} AND withdrawn_at IS NULL`;
  return count === 1;
}

/** A transfer that a bank file carries, with what its statement says. */
export interface FiledTransfer {
  id: string;
  settlementId: string;
  fileId: string;
  /** Our account, which the file names. */
  debtorIban: string;
  state: 'begun' | 'succeeded' | 'failed';
  reference: string | null;
  companyId: string;
  month: string;
  amountMinor: number;
  currency: string;
}

/** @param of ids of transfers, or of files. */
export async function findFiledTransfers(
  db: Queryable,
  of: { transferIds?: readonly string[]; fileIds?: readonly string[] },
): Promise<FiledTransfer[]> {
  const { transferIds = [], fileIds = [] } = of;
  return db<FiledTransfer[]>`
    SELECT t.id, t.settlement_id, t.file_id, f.debtor_iban, t.state, t.reference, s.company_id, s.month, s.amount_minor, s.currency
    FROM settlement_transfers t JOIN bank_files f ON f.id = t.file_id JOIN settlements s ON s.id = t.settlement_id
    WHERE (t.id = ANY (${transferIds as string[]}::text[]) OR t.file_id = ANY (${fileIds as string[]}::text[]))
    ORDER BY t.settlement_id, t.id`;
}

export interface NewBankEntry {
  id: string;
  transferId: string;
  /**
   * `offset`: the debit of a payment that is known to have come back. `paid_twice`, `amount_differs` and `after_withdrawal` (the
   * bank carried out a file that was withdrawn) change nothing and need somebody.
   */
  outcome: 'paid' | 'returned' | 'offset' | 'paid_twice' | 'amount_differs' | 'after_withdrawal';
  amountMinor: number;
  currency: string;
  bookedOn: string;
  bankReference: string | null;
  reason: string | null;
}

export async function insertBankEntry(tx: Queryable, entry: NewBankEntry, now: Date): Promise<void> {
  const { id, transferId, outcome, amountMinor, currency, bookedOn, bankReference, reason } = entry;
  await tx`
    INSERT INTO bank_entries (id, transfer_id, outcome, amount_minor, currency, booked_on, bank_reference, reason, imported_at)
    VALUES (${id}, ${transferId}, ${outcome}, ${amountMinor}, ${currency}, ${bookedOn}, ${bankReference}, ${reason}, ${now})`;
}

/** Whether the bank carried out a payment of the statement although its file was withdrawn, and has not returned it. */
export async function wasCarriedOut(db: Queryable, settlementId: string): Promise<boolean> {
  const rows = await db`
    SELECT FROM bank_entries b JOIN settlement_transfers t ON t.id = b.transfer_id
     WHERE t.settlement_id = ${settlementId} AND b.outcome = 'after_withdrawal'
       AND NOT EXISTS (SELECT FROM bank_entries r WHERE r.transfer_id = b.transfer_id AND r.outcome = 'returned') LIMIT 1`;
  return rows.length > 0;
}

/** What became of the entries of a transfer that were imported, by their ids. */
export async function listEntryOutcomes(
  db: Queryable,
  transferId: string,
): Promise<Map<string, NewBankEntry['outcome']>> {
  const rows = await db<{ id: string; outcome: NewBankEntry['outcome'] }[]>`
    SELECT id, outcome FROM bank_entries WHERE transfer_id = ${transferId}`;
  return new Map(rows.map(({ id, outcome }) => [id, outcome]));
}

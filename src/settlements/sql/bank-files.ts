import type { Id } from '../../core/ids.js';
import { amountIn } from '../../platform/database/amount.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow, isOneRow } from '../../platform/database/rows.js';
import type { TransferRow } from './settlement-payments.js';
import { SETTLEMENT_COLUMNS, type SettlementRow } from './settlements.js';

export interface BankFileRow {
  id: Id<'bankFile'>;
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

export interface BankFileProgress extends BankFileRow {
  open: number;
  paid: number;
  failed: number;
}

const COLUMNS = fragment`id, month, currency, debtor_iban, execute_on, payments, sum_minor, made_at, withdrawn_at`;

/** Locks a month's statements that are due by bank transfer, by id, after the terms of their companies, like every writer. */
export async function lockDueStatements(
  tx: Queryable,
  month: string,
  currency: string | undefined,
  before: Date,
): Promise<SettlementRow[]> {
  await tx`
    SELECT FROM settlement_terms WHERE company_id IN (
      SELECT company_id FROM settlements WHERE month = ${month} AND method = 'bank_transfer' AND status IN ('issued', 'failed'))
    ORDER BY company_id FOR UPDATE`;
  return tx<SettlementRow[]>`
    SELECT ${SETTLEMENT_COLUMNS} FROM settlements
    WHERE month = ${month} AND method = 'bank_transfer' AND status IN ('issued', 'failed') AND pay_from < ${before}
      AND (${currency ?? null}::text IS NULL OR currency = ${currency ?? null})
    ORDER BY id FOR UPDATE`;
}

/** @param file.content sealed. */
export async function insertBankFile(tx: Queryable, file: BankFileRow & { content: Buffer }): Promise<void> {
  await tx`INSERT INTO bank_files ${tx(file)}`;
}

export function findBankFile(db: Queryable, id: string): Promise<(BankFileRow & { content: Buffer }) | null> {
  return firstRow(db<(BankFileRow & { content: Buffer })[]>`
    SELECT ${COLUMNS}, content FROM bank_files WHERE id = ${id}`);
}

/** Newest first. */
export async function listBankFiles(
  db: Queryable,
  month: string | undefined,
  limit: number,
): Promise<BankFileProgress[]> {
  return db<BankFileProgress[]>`
    SELECT ${COLUMNS}, t.* FROM bank_files f CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'filed')::int AS open,
        count(*) FILTER (WHERE state = 'executed')::int AS paid, count(*) FILTER (WHERE state NOT IN ('filed', 'executed'))::int AS failed
      FROM settlement_transfers WHERE file_id = f.id) t
    WHERE ${month ?? null}::text IS NULL OR month = ${month ?? null}
    ORDER BY made_at DESC, id LIMIT ${limit}`;
}

/** Returns false when it was withdrawn before. */
export function markWithdrawn(tx: Queryable, id: string, now: Date): Promise<boolean> {
  return isOneRow(tx`UPDATE bank_files SET withdrawn_at = ${now} WHERE id = ${id} AND withdrawn_at IS NULL`);
}

/** A payment that a bank file carries, with facts of its statement. */
export interface FiledTransfer
  extends Pick<TransferRow, 'id' | 'settlementId' | 'state'>,
    Pick<SettlementRow, 'companyId' | 'month' | 'amount'> {
  fileId: string;
  /** Our account, which the file names. */
  debtorIban: string;
}

export async function listFiledIn(db: Queryable, fileId: string): Promise<FiledTransfer[]> {
  return db<FiledTransfer[]>`${FILED} WHERE t.file_id = ${fileId} ORDER BY t.settlement_id, t.id`;
}

/** Payments in files by the ids of payments, statements or files, in any case (banks change it). Reads all payments. */
export async function findFiledTransfers(
  db: Queryable,
  of: Partial<Record<'transferIds' | 'settlementIds' | 'fileIds', readonly string[]>>,
): Promise<FiledTransfer[]> {
  const lower = (ids: readonly string[] = []) => ids.map((id) => id.toLowerCase());
  return db<FiledTransfer[]>`
    ${FILED}
    WHERE lower(t.id) = ANY (${lower(of.transferIds)}::text[]) OR lower(t.settlement_id) = ANY (${lower(of.settlementIds)}::text[])
      OR lower(t.file_id) = ANY (${lower(of.fileIds)}::text[])
    ORDER BY t.settlement_id, t.id`;
}

/** Payments in files that the bank may still execute. */
export async function listOpenFiled(db: Queryable): Promise<FiledTransfer[]> {
  return db<FiledTransfer[]>`
    ${FILED} WHERE t.state IN ('filed', 'withdrawn') ORDER BY t.settlement_id, t.id`;
}

const FILED = fragment`
  SELECT t.id, t.settlement_id, t.file_id, f.debtor_iban, t.state, s.company_id, s.month, ${amountIn('s.')}
  FROM settlement_transfers t JOIN bank_files f ON f.id = t.file_id JOIN settlements s ON s.id = t.settlement_id`;

import type { Id } from '../../core/ids.js';
import { dayOf } from '../../core/time.js';
import { amountIn } from '../../platform/database/amount.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import type { BankPayment } from '../rules/bank-books.js';
import type { PayableStatement } from '../rules/payments.js';
import { type BankEntryRow, ENTRY_COLUMNS } from './bank-entries.js';

/** A movement of our own money to or from a partner. */
export interface PaidRow {
  /** Ours: of the attempt; for paging. */
  id: string;
  kind: 'transfer' | 'transfer_reversal';
  /** The processor's id of the transfer. */
  transfer: string;
  /** The processor's id of the transfer or reversal. */
  object: string;
  settlementId: Id<'statement'>;
  /** Negative for what left us. */
  amountMinor: number;
  currency: string;
  at: Date;
}

const TRANSFERS = fragment`
  SELECT t.id, 'transfer' AS kind, t.reference AS transfer, t.reference AS object, t.settlement_id, -s.amount_minor AS amount_minor,
    s.currency, t.ended_at AS at
  FROM settlement_transfers t JOIN settlements s ON s.id = t.settlement_id
  WHERE t.state IN ('executed', 'returned')`;

/** A reversal of a transfer that paid nothing here, without an earning, is not ours. */
const REVERSALS = fragment`
  SELECT r.id, 'transfer_reversal' AS kind, t.reference AS transfer, r.id AS object, t.settlement_id, r.amount_minor, r.currency,
    r.reversed_at AS at
  FROM transfer_reversals r JOIN settlement_transfers t ON t.id = r.transfer_id
  WHERE r.earning_id IS NOT NULL`;

/** Ended transfers of the processor between two instants, by id; without transfers recorded by hand. */
export async function pageOfTransfers(
  db: Queryable,
  { after, from, to }: { after: string; from: Date; to: Date },
  limit: number,
): Promise<PaidRow[]> {
  return db<PaidRow[]>`
    ${TRANSFERS} AND t.id > ${after} AND t.account IS NOT NULL AND t.ended_at >= ${from} AND t.ended_at < ${to}
    ORDER BY t.id LIMIT ${limit}`;
}

/** Reversals of transfers between two instants. */
export async function pageOfReversals(
  db: Queryable,
  { after, from, to }: { after: string; from: Date; to: Date },
  limit: number,
): Promise<PaidRow[]> {
  return db<PaidRow[]>`
    ${REVERSALS} AND r.id > ${after} AND r.reversed_at >= ${from} AND r.reversed_at < ${to} AND t.reference IS NOT NULL
    ORDER BY r.id LIMIT ${limit}`;
}

/** Everything about transfers by the processor's ids, whenever it was. */
export async function moneyOfTransfers(db: Queryable, references: readonly string[]): Promise<PaidRow[]> {
  return db<PaidRow[]>`
    ${TRANSFERS} AND t.reference = ANY (${references as string[]}::text[])
    UNION ALL ${REVERSALS} AND t.reference = ANY (${references as string[]}::text[])`;
}

/** Statements with payments by bank that were due, or were booked, between two instants, in the order of their ids. */
export async function pageOfBankStatements(
  db: Queryable,
  { after, from, to }: { after: string; from: Date; to: Date },
  limit: number,
): Promise<(PayableStatement & { id: string })[]> {
  const [first, last] = [dayOf(from), dayOf(new Date(to.getTime() - 1))];
  return db<(PayableStatement & { id: string })[]>`
    SELECT id, status, ${amountIn()}, settled_minor FROM settlements s
    WHERE id > ${after} AND EXISTS (
      SELECT FROM settlement_transfers t LEFT JOIN bank_files f ON f.id = t.file_id
      WHERE t.settlement_id = s.id AND (f.execute_on BETWEEN ${first}::date AND ${last}::date OR EXISTS (
        SELECT FROM bank_entries e WHERE e.transfer_id = t.id AND e.booked_on BETWEEN ${first}::date AND ${last}::date)))
    ORDER BY id LIMIT ${limit}`;
}

export async function listBankPayments(
  db: Queryable,
  settlementIds: readonly Id<'statement'>[],
): Promise<(BankPayment & { settlementId: Id<'statement'> })[]> {
  return db<(BankPayment & { settlementId: Id<'statement'> })[]>`
    SELECT t.id, t.settlement_id, t.state, ${amountIn('t.')}, t.executed_minor, t.returned_minor, t.owed_again_minor, f.debtor_iban AS iban,
      f.execute_on
    FROM settlement_transfers t LEFT JOIN bank_files f ON f.id = t.file_id
    WHERE t.settlement_id = ANY (${settlementIds as string[]}::text[]) ORDER BY t.attempt`;
}

/** Entries that belong to no payment, booked between two instants. */
export async function listStrayEntries(db: Queryable, { from, to }: { from: Date; to: Date }): Promise<BankEntryRow[]> {
  const [first, last] = [dayOf(from), dayOf(new Date(to.getTime() - 1))];
  return db<BankEntryRow[]>`
    SELECT ${ENTRY_COLUMNS} FROM bank_entries
    WHERE transfer_id IS NULL AND booked_on BETWEEN ${first}::date AND ${last}::date ORDER BY id`;
}

import type { Id } from '../../core/ids.js';
import type { SettlementMethod } from '../../core/money.js';
import type { TransferReversal } from '../../payments/payouts-port.js';
import { amountIn } from '../../platform/database/amount.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { columnValues, firstRow, isOneRow } from '../../platform/database/rows.js';
import type { Overdue, OverduePage } from '../../platform/jobs/job.js';
import { overdueRows } from '../../platform/jobs/overdue-page.js';
import { isOpen, OPEN_STATES, type Payment } from '../rules/payments.js';
import type { SettlementStatus, WaitCause } from '../rules/settlement.js';
import { type SettlementRow, updateSettlement } from './settlements.js';

/** A payment instruction: an order to pay a statement. */
export interface TransferRow extends Payment {
  id: string;
  settlementId: Id<'statement'>;
  attempt: number;
  sentAt: Date | null;
  /** Part of the processor's idempotency key. */
  sending: number;
  /** The processor's account that this sending goes to; null: not chosen yet, or sent in another way. */
  account: string | null;
  /** The last four characters of the bank account that receives it; null: not known, or another method. */
  ibanEnd: string | null;
  reference: string | null;
  failure: string | null;
  /** The bank file that carries it; null: sent by the processor, or recorded by hand. */
  fileId: string | null;
  begunAt: Date;
  endedAt: Date | null;
}

export const TRANSFER_COLUMNS = fragment`
  id, settlement_id, attempt, state, ${amountIn()}, executed_minor, returned_minor, owed_again_minor, sent_at, sending, account, iban_end,
  reference, failure, file_id, begun_at, ended_at`;

export interface Route {
  fileId: string | null;
  ibanEnd: string | null;
}

/** Begins an attempt: from here on the money may move. */
export async function beginTransfer(
  tx: Queryable,
  transfer: Route & { id: string; settlementId: Id<'statement'>; attempt: number },
  now: Date,
): Promise<void> {
  const { id, settlementId, attempt, fileId, ibanEnd } = transfer;
  await tx`
    INSERT INTO settlement_transfers (id, settlement_id, attempt, state, amount_minor, currency, file_id, iban_end, sent_at, begun_at)
    SELECT ${id}, ${settlementId}, ${attempt}, ${fileId === null ? 'begun' : 'filed'}, amount_minor, currency, ${fileId}, ${ibanEnd},
      ${fileId === null ? null : now}, ${now}
    FROM settlements WHERE id = ${settlementId}`;
  // The bank's statement says how a filed payment ends; nothing is due before.
  const due = fileId === null ? {} : { payFrom: null };
  const change = { status: 'paying' as const, attempts: attempt, failure: null, waitsFor: null, ...due };
  await updateSettlement(tx, settlementId, change, now);
}

export interface CompetingPayment extends TransferRow {
  /** The statement of the question: its own, or a void statement with lines in common. */
  of: string;
  statement: Pick<SettlementRow, 'id' | 'status' | 'amount' | 'settledMinor'>;
}

/** The payments of statements, and of void statements with lines in common: all that may pay the same lines. */
export async function listCompetingPayments(
  db: Queryable,
  settlementIds: readonly Id<'statement'>[],
): Promise<CompetingPayment[]> {
  const rows = await db<
    (TransferRow & { of: string; status: SettlementStatus; dueMinor: number; settledMinor: number })[]
  >`
    SELECT w.id AS of, s.status, s.amount_minor AS due_minor, s.settled_minor, t.*
    FROM settlements w JOIN settlements s ON s.id = w.id OR (s.company_id = w.company_id AND s.currency = w.currency AND s.status = 'void')
      JOIN LATERAL (SELECT ${TRANSFER_COLUMNS} FROM settlement_transfers WHERE settlement_id = s.id) t ON true
    WHERE w.id = ANY (${settlementIds as string[]}::text[]) AND (s.id = w.id OR EXISTS (
      SELECT FROM settlement_lines mine JOIN settlement_lines theirs USING (earning_id)
      WHERE mine.settlement_id = w.id AND theirs.settlement_id = s.id))
    ORDER BY w.id, t.settlement_id, t.attempt`;
  return rows.map(({ status, dueMinor, settledMinor, ...row }) => ({
    ...row,
    statement: { id: row.settlementId, status, amount: { ...row.amount, minor: dueMinor }, settledMinor },
  }));
}

export async function savePayment(tx: Queryable, payment: TransferRow, now: Date): Promise<void> {
  const { id, state, executedMinor, returnedMinor, owedAgainMinor, reference, failure } = payment;
  await tx`
    UPDATE settlement_transfers SET ${tx({ state, executedMinor, returnedMinor, owedAgainMinor, reference, failure })},
      ended_at = CASE WHEN ${isOpen(payment)} THEN NULL ELSE coalesce(ended_at, ${now}) END
    WHERE id = ${id}`;
}

export function hasReversal(db: Queryable, id: string): Promise<boolean> {
  return isOneRow(db`SELECT FROM transfer_reversals WHERE id = ${id}`);
}

export interface NewReversal extends TransferReversal {
  transferId: string;
  /** The adjustment by which the amount is owed again; null: there is none. */
  earningId: Id<'earning'> | null;
}

export async function insertReversal(tx: Queryable, { amount, ...reversal }: NewReversal, now: Date): Promise<void> {
  const row = { ...reversal, amountMinor: amount.minor, currency: amount.currency, recordedAt: now };
  await tx`INSERT INTO transfer_reversals ${tx(row)}`;
}

/** Money of an executed payment that the processor took back, and that the company is owed again. */
export async function addReversal(tx: Queryable, id: string, minor: number): Promise<void> {
  await tx`
    UPDATE settlement_transfers SET returned_minor = returned_minor + ${minor}, owed_again_minor = owed_again_minor + ${minor},
      state = CASE WHEN executed_minor = returned_minor + ${minor} THEN 'returned' ELSE 'executed' END
    WHERE id = ${id}`;
}

export function findPayment(db: Queryable, id: string): Promise<TransferRow | null> {
  return firstRow(db<TransferRow[]>`SELECT ${TRANSFER_COLUMNS} FROM settlement_transfers WHERE id = ${id}`);
}

export async function listTransfers(db: Queryable, settlementId: Id<'statement'>): Promise<TransferRow[]> {
  return db<TransferRow[]>`
    SELECT ${TRANSFER_COLUMNS} FROM settlement_transfers WHERE settlement_id = ${settlementId} ORDER BY attempt`;
}

/** The attempt that a transfer of the processor belongs to: the attempt that it paid, or else the attempt that it names. */
export function findTransfer(
  db: Queryable,
  of: { reference: string; key: string | null },
): Promise<TransferRow | null> {
  return firstRow(db<TransferRow[]>`
    SELECT ${TRANSFER_COLUMNS} FROM settlement_transfers WHERE reference = ${of.reference} OR id = ${of.key}
    ORDER BY (reference = ${of.reference}) IS TRUE DESC LIMIT 1`);
}

/** The attempt whose outcome is not known. */
export function findOpenTransfer(db: Queryable, settlementId: Id<'statement'>): Promise<TransferRow | null> {
  return firstRow(db<TransferRow[]>`
    SELECT ${TRANSFER_COLUMNS} FROM settlement_transfers
    WHERE settlement_id = ${settlementId} AND state = ANY (${OPEN_STATES as string[]}::text[])`);
}

/**
 * Called before each sending: a process that finds this mark looks the transfer up before it sends it again. The
 * account of the sending stays, because the processor accepts a repeated key only with the same values.
 *
 * @param account its destination when none is chosen yet.
 * @returns null when the attempt or this sending has ended.
 */
export function beginSending(
  db: Queryable,
  { id, sending }: Pick<TransferRow, 'id' | 'sending'>,
  account: string | null,
  now: Date,
): Promise<Pick<TransferRow, 'account'> | null> {
  return firstRow(db<Pick<TransferRow, 'account'>[]>`
    UPDATE settlement_transfers SET sent_at = coalesce(sent_at, ${now}), account = coalesce(account, ${account})
    WHERE id = ${id} AND state = 'begun' AND sending = ${sending} RETURNING account`);
}

/** Lets the next sending have a key of its own; returns false when this one is over already. */
export function endSending(tx: Queryable, id: string, sending: number): Promise<boolean> {
  return isOneRow(tx`
    UPDATE settlement_transfers SET sending = sending + 1, account = NULL
    WHERE id = ${id} AND state = 'begun' AND sending = ${sending}`);
}

/** Lets payments that wait for this go on now, and returns their ids. @param companyId null: of all companies. */
export function endWaiting(
  tx: Queryable,
  cause: WaitCause,
  companyId: Id<'company'> | null,
  now: Date,
): Promise<string[]> {
  return columnValues(tx<{ id: string }[]>`
    UPDATE settlements SET pay_from = ${now}, changed_at = ${now}
    WHERE waits_for = ${cause} AND pay_from > ${now} AND (${companyId}::text IS NULL OR company_id = ${companyId}) RETURNING id`);
}

/** Ends an open attempt; returns false when it had ended before. */
export function endTransfer(
  tx: Queryable,
  id: string,
  end: { state: 'succeeded'; reference: string } | { state: 'failed'; failure: string },
  now: Date,
): Promise<boolean> {
  const isExecuted = end.state === 'succeeded';
  return isOneRow(tx`
    UPDATE settlement_transfers SET state = ${isExecuted ? 'executed' : 'refused'}, executed_minor = CASE WHEN ${isExecuted} THEN amount_minor ELSE 0 END,
      reference = ${isExecuted ? end.reference : null}, failure = ${isExecuted ? null : end.failure}, ended_at = ${now}
    WHERE id = ${id} AND state = 'begun'`);
}

export function markSettlementPaid(tx: Queryable, id: string, paymentReference: string, now: Date): Promise<void> {
  const ended = { payFrom: null, failure: null, waitsFor: null };
  return updateSettlement(tx, id, { status: 'paid', paymentReference, paidAt: now, ...ended }, now);
}

/** Names the entry of the bank that paid a statement, by its reference and booking day. */
export async function markPaidBy(tx: Queryable, id: string, reference: string, on: string | null): Promise<void> {
  await tx`
    UPDATE settlements SET payment_reference = ${reference}, paid_on = coalesce(${on}::date, paid_on) WHERE id = ${id} AND status = 'paid'`;
}

/** The next lines of a statement after the record `after`, in the order of their ids. */
export function pageOfLineIds(
  db: Queryable,
  settlementId: Id<'statement'>,
  after: string,
  limit: number,
): Promise<string[]> {
  return columnValues(db<{ earningId: Id<'earning'> }[]>`
    SELECT earning_id FROM settlement_lines WHERE settlement_id = ${settlementId} AND earning_id > ${after}
    ORDER BY earning_id LIMIT ${limit}`);
}

export async function markLinesPaid(db: Queryable, id: string, now: Date): Promise<void> {
  await db`UPDATE settlements SET lines_paid_at = ${now} WHERE id = ${id} AND lines_paid_at IS NULL`;
}

/**
 * Statements with an overdue step of their payment: paid statements whose earnings are not marked as paid, and due
 * statements with these methods. Due statements with other methods wait for finance by the thousand.
 */
export async function findOverduePayments(
  db: Queryable,
  page: OverduePage,
  methods: readonly SettlementMethod[],
): Promise<Overdue[]> {
  return db<Overdue[]>`
    SELECT subject, since FROM (
      SELECT id AS subject, paid_at AS since FROM settlements WHERE status = 'paid' AND lines_paid_at IS NULL
      UNION ALL
      SELECT id, pay_from FROM settlements
       WHERE method = ANY (${methods as string[]}::text[]) AND status IN ('issued', 'paying', 'failed') AND pay_from IS NOT NULL) due
     WHERE ${overdueRows(db, page, { since: db`since`, subject: db`subject` })}`;
}

export interface PaymentProgress {
  /** Statements with something to do: to be paid, or their earnings still to follow. */
  due: string[];
  /** How many were ever paid, their earnings too. */
  done: number;
}

/** @param methods the methods that we send: no one waits for payments of other methods. */
export async function findPaymentProgress(
  db: Queryable,
  now: Date,
  methods: readonly SettlementMethod[],
): Promise<PaymentProgress> {
  const [row] = await db<PaymentProgress[]>`
    SELECT ARRAY(
        SELECT id FROM settlements
        WHERE status IN ('issued', 'paying', 'failed') AND pay_from <= ${now} AND method = ANY (${methods as string[]}::text[])
        UNION ALL SELECT id FROM settlements WHERE status = 'paid' AND lines_paid_at IS NULL
      ) AS due,
      (SELECT count(*)::int FROM settlements WHERE lines_paid_at IS NOT NULL) AS done`;
  return row ?? { due: [], done: 0 };
}

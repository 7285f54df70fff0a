import type { Id } from '../../core/ids.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import type { TransferState } from '../rules/payments.js';
import { TRANSFER_COLUMNS, type TransferRow } from './settlement-payments.js';
import type { SettlementRow } from './settlements.js';

export interface CompanyPaymentRow
  extends TransferRow,
    Pick<SettlementRow, 'month' | 'version' | 'currency' | 'method'> {
  ownReference: string | null;
  /** `YYYY-MM-DD` in UTC: the bank's booking day, or else the day on which the payment ended or began. */
  paidOn: string;
  /** `YYYY-MM-DD`: when money came back last; null: none did. */
  returnedOn: string | null;
  /** The bank's code or words. */
  returnReason: string | null;
}

export interface CompanyPaymentFilter {
  settlementId?: Id<'statement'>;
  year?: string;
  currency?: string;
  states?: readonly TransferState[];
}

/** Movements that count. A movement recorded by hand counts until the bank confirms it. */
const COUNTED = fragment`transfer_id = t.id AND counts_minor IS NOT NULL AND confirmed_by IS NULL`;

/** Part of a statement: all payments of a company. The day is the day of the debit that completes the payment. */
function ofCompany(db: Queryable, companyId: Id<'company'>): Fragment {
  return db`
    SELECT t.*, s.month, s.version, s.currency, s.method, s.reference AS own_reference,
      coalesce(debit.booked_on, (coalesce(t.ended_at, t.begun_at) AT TIME ZONE 'UTC')::date) AS paid_on,
      coalesce(credit.booked_on, (SELECT max(reversed_at AT TIME ZONE 'UTC')::date FROM transfer_reversals WHERE transfer_id = t.id)) AS returned_on,
      credit.reason AS return_reason
    FROM settlements s JOIN LATERAL (SELECT ${TRANSFER_COLUMNS} FROM settlement_transfers WHERE settlement_id = s.id) t ON true
      LEFT JOIN LATERAL (
        SELECT booked_on FROM (
          SELECT booked_on, sum(counts_minor) OVER (ORDER BY booked_on, id) AS covered_minor FROM bank_entries
          WHERE ${COUNTED} AND direction = 'debit') e
        ORDER BY covered_minor < (SELECT amount_minor FROM settlement_transfers WHERE id = t.id), booked_on LIMIT 1) debit ON true
      LEFT JOIN LATERAL (
        SELECT booked_on, reason FROM bank_entries WHERE ${COUNTED} AND direction = 'credit'
        ORDER BY booked_on DESC, id LIMIT 1) credit ON true
    WHERE s.company_id = ${companyId}`;
}

/** Payments of a company, the newest first. @param after the id of the payment before them. */
export async function newestPayments(
  db: Queryable,
  companyId: Id<'company'>,
  { settlementId, year, currency, states }: CompanyPaymentFilter,
  limit: number,
  after?: string,
): Promise<CompanyPaymentRow[]> {
  return db<CompanyPaymentRow[]>`
    WITH payment AS (${ofCompany(db, companyId)})
    SELECT * FROM payment WHERE true
      ${settlementId ? db`AND settlement_id = ${settlementId}` : db``}
      ${year ? db`AND to_char(paid_on, 'YYYY') = ${year}` : db``}
      ${currency ? db`AND currency = ${currency}` : db``}
      ${states ? db`AND state = ANY (${states as string[]}::text[])` : db``}
      ${after ? db`AND (paid_on, begun_at, id) < (SELECT paid_on, begun_at, id FROM payment WHERE id = ${after})` : db``}
    ORDER BY paid_on DESC, begun_at DESC, id DESC LIMIT ${limit}`;
}

export interface MoneyChoices {
  /** `YYYY`, the newest first. */
  years: string[];
  currencies: string[];
}

export function findPaymentChoices(db: Queryable, companyId: Id<'company'>): Promise<MoneyChoices> {
  return findChoices(
    db,
    db`SELECT to_char(paid_on, 'YYYY') AS year, currency FROM (${ofCompany(db, companyId)}) payment`,
  );
}

/** The same, of statements. */
export function findStatementChoices(db: Queryable, companyId: Id<'company'>): Promise<MoneyChoices> {
  return findChoices(db, db`SELECT left(month, 4) AS year, currency FROM settlements WHERE company_id = ${companyId}`);
}

async function findChoices(db: Queryable, found: Fragment): Promise<MoneyChoices> {
  const [row] = await db<[MoneyChoices]>`
    WITH found AS (${found})
    SELECT ARRAY(SELECT DISTINCT year FROM found ORDER BY 1 DESC) AS years,
      ARRAY(SELECT DISTINCT currency FROM found ORDER BY 1) AS currencies`;
  return row;
}

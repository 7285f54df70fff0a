import type { Id } from '../../core/ids.js';
import { amountIn } from '../../platform/database/amount.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { columnValues } from '../../platform/database/rows.js';
import type { SettlementStatus } from '../rules/settlement.js';
import type { TransferRow } from './settlement-payments.js';

/** A payment whose end is not known. */
export interface OpenPaymentRow
  extends Pick<TransferRow, 'id' | 'settlementId' | 'state' | 'amount' | 'executedMinor' | 'fileId' | 'begunAt'> {
  companyId: Id<'company'>;
  /** Our account that the file names. */
  iban: string | null;
}

/** The oldest first. */
export async function listOpenPayments(db: Queryable, limit: number): Promise<OpenPaymentRow[]> {
  return db<OpenPaymentRow[]>`
    SELECT t.id, t.settlement_id, s.company_id, t.state, ${amountIn('t.')}, t.executed_minor, t.file_id, f.debtor_iban AS iban, t.begun_at
    FROM settlement_transfers t JOIN settlements s ON s.id = t.settlement_id LEFT JOIN bank_files f ON f.id = t.file_id
    WHERE t.state IN ('begun', 'filed') ORDER BY t.begun_at, t.id LIMIT ${limit}`;
}

/** A statement for which the bank paid more than it pays; negative: money came back of a settled difference. */
export interface StatementDifference {
  settlementId: Id<'statement'>;
  companyId: Id<'company'>;
  status: SettlementStatus;
  differenceMinor: number;
  currency: string;
}

/** Part of a statement: rows like {@link StatementDifference}. The same sum as `positionOf` in rules/payments.ts. */
function differences(db: Queryable): Fragment {
  return db`
    SELECT s.id AS settlement_id, s.company_id, s.status, s.currency, t.minor
        - CASE s.status WHEN 'paid' THEN s.amount_minor WHEN 'paying' THEN t.open_minor ELSE 0 END - s.settled_minor AS difference_minor
      FROM settlements s JOIN (
        SELECT settlement_id, sum(executed_minor - returned_minor + owed_again_minor)::bigint AS minor,
          coalesce(sum(executed_minor - returned_minor) FILTER (WHERE state IN ('begun', 'filed')), 0)::bigint AS open_minor
        FROM settlement_transfers GROUP BY 1) t ON t.settlement_id = s.id`;
}

export async function listDifferingStatements(db: Queryable, limit: number): Promise<StatementDifference[]> {
  return db<StatementDifference[]>`
    SELECT * FROM (${differences(db)}) d WHERE difference_minor <> 0 ORDER BY settlement_id LIMIT ${limit}`;
}

/** Statements whose open payment could exceed the debt; only a payment executed after its file was withdrawn causes this. */
export function listExcessPayments(db: Queryable, limit: number): Promise<string[]> {
  return columnValues(db<{ id: string }[]>`SELECT id FROM (${excess(db)}) e ORDER BY id LIMIT ${limit}`);
}

function excess(db: Queryable): Fragment {
  return db`
    SELECT DISTINCT o.settlement_id AS id FROM settlement_transfers o JOIN settlements s ON s.id = o.settlement_id
    WHERE o.state IN ('begun', 'filed') AND EXISTS (
      SELECT FROM settlements v JOIN settlement_transfers t ON t.settlement_id = v.id
      WHERE t.id <> o.id AND v.company_id = s.company_id AND v.currency = s.currency AND (v.id = s.id OR (v.status = 'void' AND EXISTS (
          SELECT FROM settlement_lines mine JOIN settlement_lines theirs USING (earning_id)
          WHERE mine.settlement_id = s.id AND theirs.settlement_id = v.id)))
      GROUP BY v.id, v.settled_minor HAVING sum(t.executed_minor - t.returned_minor) > v.settled_minor)`;
}

/** For the backlog: statements that may be paid twice, and statements with an open difference, as two rows of its statement. */
export function paymentChecks(db: Queryable): Fragment {
  return db`
    SELECT 'settlement_payments_excess', '', count(*), NULL FROM (${excess(db)}) e
    UNION ALL SELECT 'settlement_differences', '', count(*), NULL FROM (${differences(db)}) d WHERE difference_minor <> 0`;
}

import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { columnValues, firstNumber, firstRow } from '../../platform/database/rows.js';
import type { SettlementTerms } from '../rules/settlement.js';

export interface TermsRow extends SettlementTerms {
  companyId: Id<'company'>;
}

const COLUMNS = fragment`
  company_id, method, net_days, minimum_minor, currency, minimums, reference`;

export function findTerms(db: Queryable, companyId: Id<'company'>): Promise<TermsRow | null> {
  return firstRow(db<TermsRow[]>`SELECT ${COLUMNS} FROM settlement_terms WHERE company_id = ${companyId}`);
}

/** Statements of a company are written one after the other: the holder of this lock writes. */
export function lockTerms(tx: Queryable, companyId: Id<'company'>): Promise<TermsRow | null> {
  return firstRow(tx<TermsRow[]>`
    SELECT ${COLUMNS} FROM settlement_terms WHERE company_id = ${companyId} FOR UPDATE`);
}

/** The same for many companies, in the order of their ids. */
export async function lockManyTerms(tx: Queryable, companyIds: readonly Id<'company'>[]): Promise<void> {
  await tx`
    SELECT FROM settlement_terms WHERE company_id = ANY (${companyIds as string[]}::text[]) ORDER BY company_id FOR UPDATE`;
}

export async function putTerms(db: Queryable, { companyId, ...terms }: TermsRow, now: Date): Promise<void> {
  const columns = { ...terms, minimums: db.json({ ...terms.minimums }), changedAt: now };
  await db`
    INSERT INTO settlement_terms ${db({ companyId, ...columns })} ON CONFLICT (company_id) DO UPDATE SET ${db(columns)}`;
}

export function countTerms(db: Queryable): Promise<number> {
  return firstNumber(db<{ count: number }[]>`SELECT count(*)::int AS count FROM settlement_terms`);
}

/** Companies with terms in the order of their ids, after `after`. */
export function pageOfCompanies(db: Queryable, after: string, limit: number): Promise<string[]> {
  return columnValues(db<{ companyId: Id<'company'> }[]>`
    SELECT company_id FROM settlement_terms WHERE company_id > ${after} ORDER BY company_id LIMIT ${limit}`);
}

export interface CompanyCurrency {
  companyId: Id<'company'>;
  currency: string;
}

/** The companies of this list with lines for a statement or with a statement, and their currencies. */
export async function listCurrencies(
  db: Queryable,
  companyIds: readonly Id<'company'>[],
  month: string,
  before: Date,
): Promise<CompanyCurrency[]> {
  return db<CompanyCurrency[]>`
    SELECT DISTINCT company_id, currency FROM earnings
    WHERE company_id = ANY (${companyIds as string[]}::text[]) AND mode = 'live' AND settles AND settlement_id IS NULL
      AND ready_at < ${before} AND status IN ('ready', 'reversed')
    UNION
    SELECT company_id, currency FROM settlements
    WHERE company_id = ANY (${companyIds as string[]}::text[]) AND month <= ${month} AND (status = 'carried' OR month = ${month})
    ORDER BY 1, 2`;
}

/** Whether live earnings wait for a month's end, and when a statement is paid next; null: none. */
export async function findNextSettling(db: Queryable): Promise<{ unsettled: boolean; paid: Date | null }> {
  const [row] = await db<{ unsettled: boolean; paid: Date | null }[]>`
    SELECT EXISTS (SELECT FROM earnings JOIN settlement_terms USING (company_id)
        WHERE mode = 'live' AND settles AND settlement_id IS NULL AND status IN ('ready', 'reversed')) AS unsettled,
      (SELECT min(pay_from) FROM settlements WHERE status IN ('issued', 'paying', 'failed')) AS paid`;
  return row ?? { unsettled: false, paid: null };
}

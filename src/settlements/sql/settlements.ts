import type { Id } from '../../core/ids.js';
import type { EntryKind } from '../../earnings/rules/ledger.js';
import { releaseLines } from '../../earnings/sql/settled-lines.js';
import { amountIn } from '../../platform/database/amount.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow, firstValue } from '../../platform/database/rows.js';
import type { SettlementStatus, StatementFacts } from '../rules/settlement.js';
import type { StoredVat } from '../rules/vat.js';

/** A monthly statement (contract: Settlement), with what only the service needs. */
export interface SettlementRow extends StatementFacts {
  companyId: Id<'company'>;
  currency: string;
  version: number;
  runId: number;
  /** `YYYY-MM-DD`, as the next. */
  periodStart: string;
  periodEnd: string;
  vatMinor: number;
  /** Null: the statement mentions no VAT. */
  vat: StoredVat | null;
  lines: number;
  /** The sum of the lines of each kind, in minor units. */
  totals: Readonly<Record<EntryKind, number>>;
  reference: string | null;
  paymentReference: string | null;
  attempts: number;
  failure: string | null;
  linesPaidAt: Date | null;
  changedAt: Date;
}

export const SETTLEMENT_COLUMNS = fragment`
  id, company_id, currency, month, version, run_id, period_start, period_end,
  due_on, ${amountIn()}, vat_minor, vat, lines, totals, status, method, reference, payment_reference,
  pay_from, attempts, failure, waits_for, issued_at, paid_at, lines_paid_at, changed_at, settled_minor`;

export function findSettlement(db: Queryable, id: string): Promise<SettlementRow | null> {
  return firstRow(db<SettlementRow[]>`SELECT ${SETTLEMENT_COLUMNS} FROM settlements WHERE id = ${id}`);
}

/** By id. */
export async function findSettlements(db: Queryable, ids: readonly string[]): Promise<Map<string, SettlementRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db<SettlementRow[]>`
    SELECT ${SETTLEMENT_COLUMNS} FROM settlements WHERE id = ANY (${ids as string[]}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export function lockSettlement(tx: Queryable, id: string): Promise<SettlementRow | null> {
  return firstRow(tx<SettlementRow[]>`
    SELECT ${SETTLEMENT_COLUMNS} FROM settlements WHERE id = ${id} FOR UPDATE`);
}

/** What changes of a statement after its issue. */
type SettlementChange = Pick<
  SettlementRow,
  'status' | 'payFrom' | 'attempts' | 'failure' | 'waitsFor' | 'paymentReference' | 'paidAt' | 'settledMinor'
> & { voidedAt: Date };

/** Changes a statement whose row the caller holds. Fields that are absent or undefined stay. */
export async function updateSettlement(
  tx: Queryable,
  id: string,
  change: Partial<SettlementChange>,
  now: Date,
): Promise<void> {
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await tx`UPDATE settlements SET ${tx({ ...changed, changedAt: now })} WHERE id = ${id}`;
}

/** Every version of a company's statement for a month, newest first. */
export async function listVersions(
  db: Queryable,
  of: { companyId: Id<'company'>; currency: string; month: string },
): Promise<SettlementRow[]> {
  return db<SettlementRow[]>`
    SELECT ${SETTLEMENT_COLUMNS} FROM settlements
    WHERE company_id = ${of.companyId} AND currency = ${of.currency} AND month = ${of.month} ORDER BY version DESC`;
}

/** The first later month that has a statement which is not void; null when there is none. */
export function findLaterMonth(
  db: Queryable,
  of: { companyId: Id<'company'>; currency: string; month: string },
): Promise<string | null> {
  return firstValue(db<{ month: string | null }[]>`
    SELECT min(month) AS month FROM settlements
    WHERE company_id = ${of.companyId} AND currency = ${of.currency} AND month > ${of.month} AND status <> 'void'`);
}

/** A company's statements that are not void, the earliest month first: a month and currency has at most one. */
export async function listValidVersions(
  db: Queryable,
  companyId: Id<'company'>,
): Promise<Pick<SettlementRow, 'currency' | 'month' | 'version'>[]> {
  return db<Pick<SettlementRow, 'currency' | 'month' | 'version'>[]>`
    SELECT currency, month, version FROM settlements WHERE company_id = ${companyId} AND status <> 'void' ORDER BY month`;
}

export interface SettlementFilter {
  month?: string;
  /** The year of the month. */
  year?: string;
  companyId?: Id<'company'>;
  currency?: string;
  status?: SettlementStatus;
}

/** Statements for finance: the newest month first, then by company. */
export async function listSettlements(
  db: Queryable,
  filter: SettlementFilter,
  limit: number,
): Promise<SettlementRow[]> {
  return db<SettlementRow[]>`
    SELECT ${SETTLEMENT_COLUMNS} FROM settlements ${matching(db, filter)}
    ORDER BY month DESC, company_id, currency, version DESC LIMIT ${limit}`;
}

export interface SettlementTotal {
  currency: string;
  status: SettlementStatus;
  statements: number;
  amountMinor: number;
}

/** The totals of the statements, by currency and status. */
export async function sumSettlements(db: Queryable, filter: SettlementFilter): Promise<SettlementTotal[]> {
  return db<SettlementTotal[]>`
    SELECT currency, status, count(*) AS statements, sum(amount_minor)::bigint AS amount_minor
    FROM settlements ${matching(db, filter)} GROUP BY currency, status ORDER BY currency, status`;
}

function matching(db: Queryable, filter: SettlementFilter) {
  return db`
    WHERE true
      ${filter.month ? db`AND month = ${filter.month}` : db``}
      ${filter.year ? db`AND left(month, 4) = ${filter.year}` : db``}
      ${filter.companyId ? db`AND company_id = ${filter.companyId}` : db``}
      ${filter.currency ? db`AND currency = ${filter.currency}` : db``}
      ${filter.status ? db`AND status = ${filter.status}` : db``}`;
}

/** The newest statements of a company, as a partner sees them. @param after the id of the one before them. */
export async function newestSettlements(
  db: Queryable,
  companyId: Id<'company'>,
  limit: number,
  filter: SettlementFilter = {},
  after?: string,
): Promise<SettlementRow[]> {
  const following = db`
    AND period_end <= (SELECT period_end FROM settlements WHERE id = ${after ?? ''}) AND EXISTS (
      SELECT FROM settlements last WHERE last.id = ${after ?? ''} AND (s.period_end < last.period_end
        OR s.currency > last.currency OR s.currency = last.currency AND s.version < last.version))`;
  return db<SettlementRow[]>`
    SELECT ${SETTLEMENT_COLUMNS} FROM settlements s ${matching(db, { ...filter, companyId })} ${after === undefined ? db`` : following}
    ORDER BY period_end DESC, currency, version DESC LIMIT ${limit}`;
}

/** The statement of each currency that is issued, not paid, and due first. */
export async function listFirstUnpaid(db: Queryable, companyId: Id<'company'>): Promise<SettlementRow[]> {
  return db<SettlementRow[]>`
    SELECT DISTINCT ON (currency) ${SETTLEMENT_COLUMNS} FROM settlements
    WHERE company_id = ${companyId} AND status IN ('issued', 'paying', 'failed') ORDER BY currency, due_on, id`;
}

/** Statements whose payment failed and is not repeated until a person decides, the newest month first. */
export async function listFailed(db: Queryable, limit: number): Promise<SettlementRow[]> {
  return db<SettlementRow[]>`
    SELECT ${SETTLEMENT_COLUMNS} FROM settlements
    WHERE status = 'failed' AND pay_from IS NULL ORDER BY month DESC, company_id, currency, version DESC LIMIT ${limit}`;
}

/** Takes a statement back and gives its lines free; its own list of them stays. */
export async function voidSettlement(tx: Queryable, id: string, now: Date): Promise<void> {
  await updateSettlement(tx, id, { status: 'void', payFrom: null, waitsFor: null, voidedAt: now }, now);
  await tx`UPDATE settlement_lines SET live = false WHERE settlement_id = ${id} AND live`;
  await releaseLines(tx, id, now);
}

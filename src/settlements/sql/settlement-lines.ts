import type { Id } from '../../core/ids.js';
import { EARNING_COLUMNS, type EarningRow } from '../../earnings/sql/earnings.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { columnValues } from '../../platform/database/rows.js';

/** A line with its values when its statement was written. */
export interface LineRow {
  earningId: Id<'earning'>;
  commissionMinor: number;
}

/** Selects the lines of a statement, including lines that were carried to the next one. */
export function linesOf(db: Queryable, settlementId: Id<'statement'>): Fragment {
  return db`SELECT earning_id FROM settlement_lines WHERE settlement_id = ${settlementId}`;
}

/** Selects a company's statements that were paid within days; an absent day is no limit. */
export function paidWithin(
  db: Queryable,
  { companyId, from, to }: { companyId: Id<'company'>; from?: string; to?: string },
): Fragment {
  return db`
    SELECT id FROM settlements WHERE company_id = ${companyId} AND status = 'paid'
      ${from ? db`AND coalesce(paid_on, (paid_at AT TIME ZONE 'UTC')::date) >= ${from}::date` : db``}
      ${to ? db`AND coalesce(paid_on, (paid_at AT TIME ZONE 'UTC')::date) <= ${to}::date` : db``}`;
}

/** A void statement whose lines no other statement may take, because its payment was executed. */
export interface HeldStatement {
  id: Id<'statement'>;
  month: string;
  lines: number;
}

const HOLDS_LINES = fragment`
  status = 'void' AND settled_minor < (
    SELECT coalesce(sum(executed_minor - returned_minor), 0) FROM settlement_transfers t WHERE t.settlement_id = v.id)`;

/** Part of a statement: the ids of a company's lines that stay off all statements until a person has decided. */
export function heldLines(
  db: Queryable,
  { companyId, currency }: { companyId: Id<'company'>; currency?: string },
): Fragment {
  return db`
    SELECT l.earning_id FROM settlements v JOIN settlement_lines l ON l.settlement_id = v.id
    WHERE v.company_id = ${companyId} ${currency === undefined ? db`` : db`AND v.currency = ${currency}`} AND ${HOLDS_LINES}`;
}

/** The statements that hold {@link heldLines}, oldest first. */
export async function listHeld(
  db: Queryable,
  { companyId, currency }: { companyId: Id<'company'>; currency: string },
): Promise<HeldStatement[]> {
  return db<HeldStatement[]>`
    SELECT id, month, lines FROM settlements v
    WHERE v.company_id = ${companyId} AND v.currency = ${currency} AND ${HOLDS_LINES} ORDER BY month, version`;
}

/** Adjustments that owe a company a payment again: its first statement had the VAT. */
export const owedAgainLines = (db: Queryable, companyId: Id<'company'>): Fragment => db`
  SELECT result ->> 'earningId' FROM settlement_runs
  WHERE company_id = ${companyId} AND kind = 'adjust' AND result ? 'settlementId' AND result ->> 'earningId' IS NOT NULL`;

export interface UpcomingSum {
  currency: string;
  /** Without VAT. */
  minor: number;
  vatMinor: number;
  /** The part of it that earlier statements carried on. */
  carriedMinor: number;
}

/** The lines of a company's next statement: all earnings that are ready before an instant. */
export async function sumUpcoming(db: Queryable, companyId: Id<'company'>, before: Date): Promise<UpcomingSum[]> {
  return db<UpcomingSum[]>`
    SELECT e.currency, sum(commission_minor)::bigint AS minor,
      coalesce(round(
        sum(commission_minor) FILTER (WHERE e.id NOT IN (${owedAgainLines(db, companyId)}))
          * (SELECT rate FROM company_vat v WHERE v.company_id = ${companyId}) / 100), 0)::bigint AS vat_minor,
      coalesce(sum(commission_minor) FILTER (WHERE s.id IS NOT NULL), 0)::bigint AS carried_minor
    FROM earnings e LEFT JOIN settlements s ON s.id = e.settlement_id
    WHERE e.company_id = ${companyId} AND e.mode = 'live' AND e.settles AND e.ready_at < ${before}
      AND (s.status = 'carried' OR s.id IS NULL AND e.id NOT IN (${heldLines(db, { companyId })}))
    GROUP BY e.currency ORDER BY e.currency`;
}

/** What of a statement's lines was on carried statements before, by the month of the first of them. */
export async function sumCarriedIn(
  db: Queryable,
  { id, companyId, currency, month }: { id: string; companyId: Id<'company'>; currency: string; month: string },
): Promise<{ month: string; minor: number }[]> {
  return db<{ month: string; minor: number }[]>`
    SELECT month, sum(commission_minor)::bigint AS minor FROM (
      SELECT l.earning_id, l.commission_minor, min(s.month) AS month
      FROM settlements s JOIN settlement_lines before ON before.settlement_id = s.id
        JOIN settlement_lines l ON l.settlement_id = ${id} AND l.earning_id = before.earning_id
      WHERE s.company_id = ${companyId} AND s.currency = ${currency} AND s.status = 'carried' AND s.month < ${month}
      GROUP BY 1, 2) line
    GROUP BY month ORDER BY month`;
}

export async function listLines(db: Queryable, settlementId: Id<'statement'>): Promise<LineRow[]> {
  return db<LineRow[]>`
    SELECT earning_id, commission_minor FROM settlement_lines
    WHERE settlement_id = ${settlementId} ORDER BY earning_id`;
}

/** Lines for a month after its statement: late but ready before its end, of listed sales, or adjustments of the month. */
export async function listAfterwards(
  db: Queryable,
  statement: { id: string; companyId: Id<'company'>; currency: string; month: string },
  before: Date,
): Promise<LineRow[]> {
  const { id, companyId, currency, month } = statement;
  return db<LineRow[]>`
    SELECT id AS earning_id, commission_minor FROM earnings e
    WHERE company_id = ${companyId} AND currency = ${currency} AND mode = 'live' AND settles AND settlement_id IS NULL
      AND status IN ('ready', 'reversed') AND (ready_at < ${before}
        OR EXISTS (SELECT FROM earnings sale JOIN settlement_lines l ON l.settlement_id = ${id} AND l.earning_id = sale.id
          WHERE sale.sale_id = e.sale_id)
        OR EXISTS (SELECT FROM settlement_runs r
          WHERE r.kind = 'adjust' AND r.company_id = ${companyId} AND r.month = ${month} AND r.result ->> 'earningId' = e.id))
    ORDER BY id`;
}

/** The ids of a statement's lines in the order of their documents: by the time of the record, then by id. */
export function listLineOrder(db: Queryable, settlementId: Id<'statement'>): Promise<string[]> {
  return columnValues(db<{ earningId: Id<'earning'> }[]>`
    SELECT l.earning_id FROM settlement_lines l JOIN earnings e ON e.id = l.earning_id
    WHERE l.settlement_id = ${settlementId} ORDER BY e.created_at, l.earning_id`);
}

/** Lines of a statement by their ids, in the order of the ids given. */
export async function findLines(
  db: Queryable,
  settlementId: Id<'statement'>,
  earningIds: readonly Id<'earning'>[],
): Promise<EarningRow[]> {
  const rows = await db<EarningRow[]>`
    ${lineRecords(db, db`l.settlement_id = ${settlementId} AND l.earning_id = ANY (${earningIds as string[]}::text[])`)}`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return earningIds.flatMap((id) => byId.get(id) ?? []);
}

/** Lines as records, with the amounts that the statement listed. A record reversed after its statement was void shows its earlier state. */
function lineRecords(db: Queryable, chosen: Fragment): Fragment {
  return db`
    SELECT ${EARNING_COLUMNS} FROM (
      SELECT e.id, e.sale_id, e.kind, e.company_id, e.key_id, e.mode, e.event_id, e.order_id, e.sub_id, e.currency, l.commission_minor, l.transaction_minor,
        e.remaining_minor, CASE WHEN e.commission_minor = l.commission_minor THEN e.status ELSE 'ready' END AS status,
        CASE WHEN e.commission_minor = l.commission_minor THEN e.reason END AS reason, e.approves_at, e.ready_at, e.settles,
        l.settlement_id, e.created_at, e.changed_at
      FROM settlement_lines l JOIN earnings e ON e.id = l.earning_id WHERE ${chosen}
    ) line`;
}

/** A page of a statement's lines as records in the order of days, as in its documents. */
export async function pageOfLinesByDay(
  db: Queryable,
  settlementId: Id<'statement'>,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<EarningRow[]> {
  const later = after ? db`AND (e.created_at, e.id) > (${after.at}::text::timestamptz, ${after.id})` : db``;
  const chosen = db`l.settlement_id = ${settlementId} ${later} ORDER BY e.created_at, e.id LIMIT ${limit}`;
  return db<EarningRow[]>`${lineRecords(db, chosen)} ORDER BY created_at, id`;
}

/** The month of the last carried statement of each earning that was on one. */
export async function findMovedFrom(
  db: Queryable,
  companyId: Id<'company'>,
  earningIds: readonly Id<'earning'>[],
): Promise<Map<string, string>> {
  if (earningIds.length === 0) return new Map();
  const rows = await db<{ earningId: Id<'earning'>; month: string }[]>`
    SELECT l.earning_id, max(s.month) AS month
    FROM settlements s JOIN settlement_lines l ON l.settlement_id = s.id AND l.earning_id = ANY (${earningIds as string[]}::text[])
    WHERE s.company_id = ${companyId} AND s.status = 'carried' GROUP BY 1`;
  return new Map(rows.map(({ earningId, month }) => [earningId, month]));
}

export interface Listing {
  id: Id<'statement'>;
  /** In minor units. */
  listedMinor: number;
}

/** The company's statements that list any of the earnings, also carried and void ones, the oldest first. */
export async function listListings(
  db: Queryable,
  companyId: Id<'company'>,
  earningIds: readonly Id<'earning'>[],
): Promise<Listing[]> {
  return db<Listing[]>`
    SELECT s.id, sum(l.commission_minor)::bigint AS listed_minor
    FROM settlements s JOIN settlement_lines l ON l.settlement_id = s.id AND l.earning_id = ANY (${earningIds as string[]}::text[])
    WHERE s.company_id = ${companyId} GROUP BY s.id ORDER BY s.issued_at, s.version`;
}

/** A page of a statement's lines as records in the order of their ids after `after`. */
export async function pageOfLines(
  db: Queryable,
  settlementId: Id<'statement'>,
  after: string,
  limit: number,
): Promise<EarningRow[]> {
  const chosen = db`l.settlement_id = ${settlementId} AND l.earning_id > ${after} ORDER BY l.earning_id LIMIT ${limit}`;
  return db<EarningRow[]>`${lineRecords(db, chosen)} ORDER BY id`;
}

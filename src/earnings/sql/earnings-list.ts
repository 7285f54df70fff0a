import type { EarningStatus } from '../../core/earning-status.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { columnValues, firstValue } from '../../platform/database/rows.js';
import { EARNING_COLUMNS, type EarningRow } from './earnings.js';
import type { CompanyDays } from './sales.js';

/** Which of a company's earnings are meant; an absent filter narrows nothing. */
export interface EarningsFilter {
  companyId: Id<'company'>;
  mode: Mode;
  status?: EarningStatus;
  subId?: string;
  eventId?: Id<'event'>;
  /** The event's country, in two letters. */
  country?: string;
  /** On this statement, also before its lines were carried on to the next one; `lines` selects the ids it lists. */
  settlement?: { id: string; lines: Fragment };
  /** First instant of creation, or of the approval. */
  from?: Date;
  /** Exclusive. */
  until?: Date;
  /** `from` and `until` mean the day on which a record is approved, in the future too. A reversed record has none. */
  byApproval?: boolean;
  /** Selects the statements that were paid within the days: `from` and `until` are not used then. */
  paidOn?: Fragment;
  /** ISO 8601. */
  changedSince?: string;
  currency?: string;
}

export function where(db: Queryable, filter: EarningsFilter): Fragment {
  return db`
    company_id = ${filter.companyId} AND mode = ${filter.mode}
    ${filter.status ? db`AND status = ${filter.status}` : db``}
    ${filter.subId ? db`AND sub_id = ${filter.subId}` : db``}
    ${filter.eventId ? db`AND event_id = ${filter.eventId}` : db``}
    ${filter.country ? db`AND event_id IN (SELECT id FROM events WHERE country = ${filter.country})` : db``}
    ${filter.settlement ? db`AND id IN (${onStatement(db, filter.settlement)})` : db``}
    ${filter.paidOn ? db`AND status = 'paid' AND settlement_id IN (${filter.paidOn})` : withinDays(db, filter)}
    ${filter.changedSince ? db`AND changed_at > ${filter.changedSince}::text::timestamptz` : db``}
    ${filter.currency ? db`AND currency = ${filter.currency}` : db``}`;
}

function withinDays(db: Queryable, { from, until, byApproval }: EarningsFilter) {
  const at = byApproval ? db`approves_at` : db`created_at`;
  return db`${from ? db`AND ${at} >= ${from}` : db``} ${until ? db`AND ${at} < ${until}` : db``}`;
}

function onStatement(db: Queryable, { id, lines }: NonNullable<EarningsFilter['settlement']>) {
  return db`${lines} UNION SELECT id FROM earnings WHERE settlement_id = ${id}`;
}

/** One page, newest first, after the record `after`. */
export async function pageOfEarnings(
  db: Queryable,
  filter: EarningsFilter,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<EarningRow[]> {
  return db<EarningRow[]>`
    SELECT ${EARNING_COLUMNS} FROM earnings
    WHERE ${where(db, filter)} ${after ? db`AND (created_at, id) < (${after.at}::text::timestamptz, ${after.id})` : db``}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

export interface EarningsSum {
  currency: string;
  status: EarningStatus;
  minor: number;
  /** The sum of the ledger. A sale reversed before it was on a statement adds nothing. */
  ledgerMinor: number;
  /** The sum of those on a statement, also while it is not paid. */
  listedMinor: number;
  records: number;
}

export async function sumEarnings(db: Queryable, filter: EarningsFilter): Promise<EarningsSum[]> {
  return db<EarningsSum[]>`
    SELECT currency, status, sum(commission_minor)::bigint AS minor,
      coalesce(sum(commission_minor) FILTER (WHERE settles), 0)::bigint AS ledger_minor,
      coalesce(sum(commission_minor) FILTER (WHERE settlement_id IS NOT NULL), 0)::bigint AS listed_minor, count(*)::bigint AS records
    FROM earnings WHERE ${where(db, filter)} GROUP BY currency, status ORDER BY currency, status`;
}

/** Selects `created_at`, `event_id`, `sub_id`, `currency` and `commission_minor` of the ledger. */
export function earningsMade(db: Queryable, { companyId, mode, from, to }: CompanyDays): Fragment {
  return db`
    SELECT created_at, event_id, sub_id, currency, commission_minor FROM earnings
     WHERE company_id = ${companyId} AND mode = ${mode} AND settles
       AND created_at >= ${from}::date AND created_at < ${to}::date + 1`;
}

export function readCompanyCurrency(db: Queryable, companyId: Id<'company'>): Promise<string | null> {
  return firstValue(db<{ currency: string }[]>`SELECT currency FROM companies WHERE id = ${companyId}`);
}

/** The events of a company's earnings, the one with the newest first. */
export function listEarningEvents(
  db: Queryable,
  { companyId, mode }: { companyId: Id<'company'>; mode: Mode },
  limit: number,
): Promise<Id<'event'>[]> {
  return columnValues(db<{ eventId: Id<'event'> }[]>`
    SELECT event_id FROM earnings WHERE company_id = ${companyId} AND mode = ${mode} AND event_id IS NOT NULL
    GROUP BY event_id ORDER BY max(created_at) DESC, event_id LIMIT ${limit}`);
}

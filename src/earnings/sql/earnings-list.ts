import type { EarningStatus } from '../../core/earning-status.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { EARNING_COLUMNS, type EarningRow } from './earnings.js';

/** Which of a company's earnings are meant; an absent filter narrows nothing. */
export interface EarningsFilter {
  companyId: Id<'company'>;
  mode: Mode;
  status?: EarningStatus;
  subId?: string;
  eventId?: Id<'event'>;
  /** On this statement, also before its lines were carried on to the next one; `lines` selects the ids it lists. */
  settlement?: { id: string; lines: Fragment };
  /** First instant of creation. */
  from?: Date;
  /** Exclusive. */
  until?: Date;
  /** ISO 8601. */
  changedSince?: string;
  currency?: string;
}

function where(db: Queryable, filter: EarningsFilter) {
  return db`
    company_id = ${filter.companyId} AND mode = ${filter.mode}
    ${filter.status ? db`AND status = ${filter.status}` : db``}
    ${filter.subId ? db`AND sub_id = ${filter.subId}` : db``}
    ${filter.eventId ? db`AND event_id = ${filter.eventId}` : db``}
    ${filter.settlement ? db`AND id IN (${onStatement(db, filter.settlement)})` : db``}
    ${filter.from ? db`AND created_at >= ${filter.from}` : db``}
    ${filter.until ? db`AND created_at < ${filter.until}` : db``}
    ${filter.changedSince ? db`AND changed_at > ${filter.changedSince}::text::timestamptz` : db``}
    ${filter.currency ? db`AND currency = ${filter.currency}` : db``}`;
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
    SELECT ${db.unsafe(EARNING_COLUMNS)} FROM earnings
    WHERE ${where(db, filter)} ${after ? db`AND (created_at, id) < (${after.at}::text::timestamptz, ${after.id})` : db``}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

export interface EarningsSum {
  currency: string;
  status: EarningStatus;
  minor: number;
  /** The sum of the ledger. A sale reversed before it was on a statement adds nothing. */
  ledgerMinor: number;
  records: number;
}

/** Sums of everything that matches, by currency and status. */
export async function sumEarnings(db: Queryable, filter: EarningsFilter): Promise<EarningsSum[]> {
  return db<EarningsSum[]>`
    SELECT currency, status, sum(commission_minor)::bigint AS minor,
      coalesce(sum(commission_minor) FILTER (WHERE settles), 0)::bigint AS ledger_minor, count(*)::bigint AS records
    FROM earnings WHERE ${where(db, filter)} GROUP BY currency, status ORDER BY currency, status`;
}

export interface PeriodSum {
  /** `2026-11-24` or `2026-11`, in UTC. */
  period: string;
  currency: string;
  /** Without sales that were reversed before they counted. */
  sales: number;
  /** The amount in the ledger: a sale that was reversed before it was paid counts zero. */
  minor: number;
}

/** The earnings of each day or month since an instant, by currency; only periods with earnings. */
export async function sumByPeriod(
  db: Queryable,
  { companyId, mode, from, by }: { companyId: Id<'company'>; mode: Mode; from: Date; by: 'day' | 'month' },
): Promise<PeriodSum[]> {
  return db<PeriodSum[]>`
    SELECT to_char(created_at AT TIME ZONE 'UTC', ${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}) AS period, currency,
      count(*) FILTER (WHERE kind = 'sale' AND settles) AS sales,
      coalesce(sum(commission_minor) FILTER (WHERE settles), 0)::bigint AS minor
    FROM earnings WHERE company_id = ${companyId} AND mode = ${mode} AND created_at >= ${from}
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

/**
 * Selects a company's earnings in the ledger as `created_at`, `event_id`, `sub_id`, `currency` and `commission_minor`;
 * days in UTC, both included.
 */
export function earningsMade(
  db: Queryable,
  { companyId, mode, from, to }: { companyId: Id<'company'>; mode: Mode; from: string; to: string },
): Fragment {
  return db`
    SELECT created_at, event_id, sub_id, currency, commission_minor FROM earnings
     WHERE company_id = ${companyId} AND mode = ${mode} AND settles
       AND created_at >= ${from}::date AND created_at < ${to}::date + 1`;
}

/** The currency a company's totals are in. */
export async function readCompanyCurrency(db: Queryable, companyId: Id<'company'>): Promise<string | undefined> {
  const [row] = await db<{ currency: string }[]>`SELECT currency FROM companies WHERE id = ${companyId}`;
  return row?.currency;
}

/** The events of a company's earnings, the one with the newest first. */
export async function listEarningEvents(
  db: Queryable,
  { companyId, mode }: { companyId: Id<'company'>; mode: Mode },
  limit: number,
): Promise<string[]> {
  const rows = await db<{ eventId: Id<'event'> }[]>`
    SELECT event_id FROM earnings WHERE company_id = ${companyId} AND mode = ${mode} AND event_id IS NOT NULL
    GROUP BY event_id ORDER BY max(created_at) DESC, event_id LIMIT ${limit}`;
  return rows.map(({ eventId }) => eventId);
}

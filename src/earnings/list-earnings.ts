import { certificateNotices } from '../core/certificate-notices.js';
import { type CursorScope, givenFilters, type Position } from '../core/cursor.js';
import { EARNING_STATUSES } from '../core/earning-status.js';
import type { Id } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import { DAY } from '../core/time.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import type { Fragment, Queryable } from '../platform/database/database.js';
import type { EarningRow } from './sql/earnings.js';
import {
  type EarningsFilter,
  type EarningsSum,
  pageOfEarnings,
  readCompanyCurrency,
  sumEarnings,
} from './sql/earnings-list.js';
import { toEarning } from './to-earning.js';
import { type EarningsList, type EarningsQuery, type EarningTotals, MAX_EARNINGS } from './wire.js';

/** What filters need of statements, which belong to another room. */
export interface StatementParts {
  /** Selects the ids of the records that a statement lists. */
  linesOf(db: Queryable, settlementId: Id<'statement'>): Fragment;
  /** Selects the ids of a company's statements that were paid within days; an absent day is no limit. */
  paidWithin(db: Queryable, of: { companyId: Id<'company'>; from?: string; to?: string }): Fragment;
}

/** Notices about the webhooks and postbacks of a key, which stand in another room. */
type NoticesOf = (ctx: Context, keyId: Id<'key'>) => Promise<string[]>;

/** The company and mode; `surface` names the list that cursors belong to. */
export interface EarningsOwner extends CursorScope {
  companyId: Id<'company'>;
}

/** A company's earnings, newest first, and the sums of all that match. @throws {ProblemError} 400 `invalid_cursor`. */
export async function pageEarnings(
  ctx: Context,
  owner: EarningsOwner,
  query: EarningsFilters & Pick<EarningsQuery, 'limit' | 'cursor'>,
  parts: StatementParts,
) {
  const { limit, cursor, ...asked } = query;
  const given = givenFilters(asked);
  const opened = cursor === undefined ? null : ctx.cursors.open(owner, cursor, given);
  const filters = opened?.filters ?? given;
  const filter = toFilter(ctx, owner, filters as EarningsFilters, parts);
  const [rows, sums] = await Promise.all([
    pageOfEarnings(ctx.sql, filter, opened?.position ?? null, limit + 1),
    sumEarnings(ctx.sql, filter),
  ]);
  const at = ({ createdAt }: EarningRow) => createdAt.toISOString();
  const { page, next } = ctx.cursors.pageOf(rows, { limit, scope: owner, filters, at });
  return { page, next, sums, filter };
}

/** All of them, newest first, in pages, so that a year of them needs no more memory. */
export async function* streamEarnings(
  ctx: Context,
  owner: EarningsOwner,
  query: EarningsFilters,
  parts: StatementParts,
): AsyncGenerator<EarningRow[]> {
  const filter = toFilter(ctx, owner, query, parts);
  let after: Position | null = null;
  do {
    const rows: EarningRow[] = await pageOfEarnings(ctx.sql, filter, after, MAX_EARNINGS);
    if (rows.length > 0) yield rows;
    const last = rows.length === MAX_EARNINGS ? rows.at(-1) : undefined;
    after = last ? { at: last.createdAt.toISOString(), id: last.id } : null;
  } while (after);
}

/**
 * A page of the company's earnings, newest first, with totals over everything that matches (contract: GET /earnings).
 * Totals are in the company's currency, or in the requested one.
 *
 * @throws {ProblemError} 400 `invalid_cursor`.
 */
export async function listEarnings(
  ctx: Context,
  input: { caller: Caller; query: EarningsQuery; parts: StatementParts; endpointNotices: NoticesOf },
): Promise<EarningsList> {
  const { caller, query } = input;
  const owner = { surface: 'earnings', mode: caller.mode, companyId: caller.companyId };
  const [{ page, next, sums, filter }, ownCurrency, troubles] = await Promise.all([
    pageEarnings(ctx, owner, query, input.parts),
    readCompanyCurrency(ctx.sql, caller.companyId),
    input.endpointNotices(ctx, caller.keyId),
  ]);
  const currency = filter.currency ?? ownCurrency ?? 'EUR';
  const notices = [
    ...toNotices(caller, sums, currency, next),
    ...troubles,
    ...certificateNotices(caller, ctx.clock.now()),
  ];
  return {
    object: 'earnings',
    mode: caller.mode,
    currency,
    totals: toTotals(sums, currency),
    earnings: page.map(toEarning),
    next,
    ...(notices.length > 0 && { notices }),
  };
}

/** The meaning of a filter's days: of the sale, of its approval, or of the payment of its statement. */
export const EARNING_DAYS = ['sale', 'approval', 'payment'] as const;

const LAST_DAY = Date.UTC(9999, 11, 31);

export type EarningsFilters = Omit<EarningsQuery, 'limit' | 'cursor'> & { days?: (typeof EARNING_DAYS)[number] };

function toFilter(
  { sql }: Context,
  { companyId, mode }: EarningsOwner,
  filters: EarningsFilters,
  { linesOf, paidWithin }: StatementParts,
): EarningsFilter {
  const { status, sub_id: subId, event_id: eventId, settlement_id: settlementId, from, to, days, currency } = filters;
  const byPayment = days === 'payment' && (from ?? to) !== undefined;
  const last = to === undefined ? undefined : Date.parse(to);
  return {
    companyId,
    mode,
    status,
    subId,
    eventId,
    settlement: settlementId === undefined ? undefined : { id: settlementId, lines: linesOf(sql, settlementId) },
    from: from === undefined ? undefined : new Date(from),
    // Programs send 9999-12-31 for an open end: no year follows that a date can have.
    until: last === undefined || last >= LAST_DAY ? undefined : new Date(last + DAY),
    byApproval: days === 'approval',
    paidOn: byPayment ? paidWithin(sql, { companyId, from, to }) : undefined,
    changedSince: filters.changed_since,
    currency,
  };
}

export function toTotals(sums: readonly EarningsSum[], currency: string): EarningTotals {
  const totals: EarningTotals = { pending: 0, approved: 0, ready: 0, paid: 0, reversed: 0 };
  for (const status of EARNING_STATUSES) {
    const sum = sums.find((sum) => sum.currency === currency && sum.status === status);
    if (sum) totals[status] = toDecimal(sum.minor, currency);
  }
  return totals;
}

/** {@link EarningTotals} as the ledger counts them. What is not paid and not deducted has never counted. */
export function toLedgerTotals(sums: readonly EarningsSum[], currency: string) {
  const own = sums.filter((sum) => sum.currency === currency);
  const reversed = own.find(({ status }) => status === 'reversed');
  const deducted = reversed?.ledgerMinor ?? 0;
  const { minor: ready = 0, listedMinor = 0 } = own.find(({ status }) => status === 'ready') ?? {};
  return {
    never_counted: toDecimal((reversed?.minor ?? 0) - deducted, currency),
    deducted: toDecimal(deducted, currency),
    ready_alone: toDecimal(ready - listedMinor, currency),
    on_statement: toDecimal(listedMinor, currency),
    net: toDecimal(
      own.reduce((sum, { ledgerMinor }) => sum + ledgerMinor, 0),
      currency,
    ),
  };
}

function toNotices(caller: Caller, sums: readonly EarningsSum[], currency: string, next: string | null): string[] {
  const notices: string[] = [];
  if (caller.mode === 'test') notices.push('sandbox: These are test sales; no real money has moved.');
  const others = [...new Set(sums.map((sum) => sum.currency))].filter((other) => other !== currency);
  if (others.length > 0) {
    notices.push(
      `other_currencies: The totals are in ${currency} only; there are earnings in ${others.join(', ')} too: get ` +
        'their totals with `currency`.',
    );
  }
  if (next !== null) {
    notices.push(
      'earnings_truncated: There are more earnings than fit on this page; continue with `cursor` set to `next`.',
    );
  }
  return notices;
}

import { agreementOf } from '../core/coverage.js';
import type { CursorScope } from '../core/cursor.js';
import type { Viewer } from '../core/viewer.js';
import { WITHDRAWN_LIMIT, type Withdrawn } from '../core/wire/event.js';
import type { Context } from '../platform/context/context.js';
import { canonicalFilters, toListingQuery } from './event-filters.js';
import type { KeptDocument } from './memory.js';
import { readPage } from './read-page.js';
import { type FoundWithdrawals, listWithdrawals, type WithdrawalRow } from './sql/withdrawals.js';
import { type EventFilters, type Simulation, simulate as simulation } from './wire.js';

/** A query for a page of events, used by every surface that lists events. */
export interface EventQuestion {
  /** Name of the list, so that its cursors are not valid for another: `events`, `demo`, `offers`, … */
  surface: string;
  filters: EventFilters;
  limit: number;
  /** `next` of the page before. */
  cursor?: string;
  /** A simulated status for every event; it also applies to the pages after `next`. */
  simulate?: Simulation;
}

export interface EventSelection {
  /** With the service's address, without the partner's code. */
  documents: KeptDocument[];
  next: string | null;
  /** Present with `changed_since`; filled on the first page only. */
  withdrawn?: Withdrawn[];
  /** What was asked for, or else with the first page. */
  simulate?: Simulation;
  /** `"code: sentence"`. */
  notices: string[];
}

const WITHDRAWN_TRUNCATED =
  'withdrawn_truncated: more events were withdrawn; call again with `changed_since` set to the last `withdrawn_at`.';

/**
 * Selects a page of the events the viewer may show: upcoming ones by start, or with `changed_since` all that changed
 * since, by change. A walk along `next` and its `withdrawn` end at what was known when it began, so that the last
 * `updated_at` of its last page or its last `withdrawn_at`, sent as `changed_since`, misses no change and no
 * withdrawal.
 *
 * @throws {ProblemError} `invalid_cursor`.
 */
export async function selectEvents(ctx: Context, viewer: Viewer, question: EventQuestion): Promise<EventSelection> {
  const scope: CursorScope = { surface: question.surface, mode: viewer.mode, companyId: viewer.companyId };
  const given = canonicalFilters(question.filters);
  const opened = question.cursor === undefined ? null : ctx.cursors.open(scope, question.cursor, given);
  const { simulate: repeated, ...known } = opened?.filters ?? given;
  const simulate = question.simulate ?? (repeated === undefined ? undefined : simulation.parse(repeated));
  const filters: EventFilters = opened ? known : question.filters;
  const changes = filters.changed_since !== undefined;
  const rows = question.limit + 1;
  const narrowing = await toListingQuery(ctx, viewer, filters);
  const empty = 'empty' in narrowing;
  const after = opened?.position;
  const withdrawnSince = () => findWithdrawn(ctx, viewer, filters.changed_since ?? '');
  const [page, found] = await Promise.all([
    empty ? null : readPage(ctx, { ...narrowing, until: after?.until ?? narrowing.until, after, limit: rows }),
    // A test key never gets any (contract: `withdrawn` rules).
    changes && !opened && viewer.mode !== 'test' ? withdrawnSince() : null,
  ]);
  const until = after?.until ?? narrowing.until ?? page?.stamp;
  const withdrawals = found ? await upTo(until, found, withdrawnSince) : [];
  const end = page?.end;
  const notices = empty && narrowing.notice ? [narrowing.notice] : [];
  if (withdrawals.length > WITHDRAWN_LIMIT) notices.push(WITHDRAWN_TRUNCATED);
  return {
    documents: page?.documents ?? [],
    next: end ? ctx.cursors.seal(scope, { ...end, until }, known, simulate && { simulate }) : null,
    ...(changes && { withdrawn: withdrawals.slice(0, WITHDRAWN_LIMIT).map(toWithdrawn) }),
    ...(simulate && { simulate }),
    notices,
  };
}

/** At most one more than is shown. */
function findWithdrawn(ctx: Context, viewer: Viewer, since: string): Promise<FoundWithdrawals> {
  const agreement = agreementOf(viewer);
  return listWithdrawals(ctx.reads, {
    companyId: viewer.companyId,
    agreement,
    since,
    limit: WITHDRAWN_LIMIT + 1,
  });
}

/**
 * The withdrawals up to the stamp of the page, which is read at the same time: read again where they end before it, so that
 * none is missed that the last `updated_at` of the walk would skip.
 */
async function upTo(
  until: string | undefined,
  found: FoundWithdrawals,
  again: () => Promise<FoundWithdrawals>,
): Promise<WithdrawalRow[]> {
  if (until === undefined) return found.rows;
  const { rows } = found.stamp < until ? await again() : found;
  const end = Date.parse(until);
  return rows.filter(({ withdrawnAt }) => Date.parse(withdrawnAt) <= end);
}

function toWithdrawn({ id, withdrawnAt }: WithdrawalRow): Withdrawn {
  return { id, withdrawn_at: withdrawnAt };
}

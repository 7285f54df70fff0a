import { agreementOf } from '../core/coverage.js';
import { type CursorScope, givenFilters } from '../core/cursor.js';
import type { Viewer } from '../core/viewer.js';
import { WITHDRAWN_LIMIT, type Withdrawn } from '../core/wire/event.js';
import type { Context } from '../platform/context/context.js';
import type { PageDocument } from './documents.js';
import { canonicalFilters, usualOrder } from './event-filters.js';
import { viewerNotices } from './notices.js';
import { planPage } from './plan-page.js';
import { readPage } from './read-page.js';
import { joinShown, type Shown } from './shown-documents.js';
import { type FoundWithdrawals, listWithdrawals, type WithdrawalRow } from './sql/withdrawals.js';
import type { EventFilters } from './wire.js';

/** A query for a page of events, used by every surface that lists events. */
export interface EventQuery {
  /** Name of the list, so that its cursors are not valid for another: `events`, `demo`, `offers`, … */
  surface: string;
  filters: EventFilters;
  limit: number;
  /** `next` of the page before. */
  cursor?: string;
  /** Language and simulated status of every event; they also apply to the pages after `next`. */
  shown?: Shown;
}

/**
 * The events list as finished JSON (contract: GET /events): `object`, `mode`, `events`, `next`, with `changed_since`
 * `withdrawn`, and `notices` where there are any.
 *
 * @throws {ProblemError} `invalid_cursor`.
 */
export async function listEvents(ctx: Context, viewer: Viewer, query: EventQuery): Promise<Buffer> {
  const selection = await selectEvents(ctx, viewer, query);
  const notices = [...viewerNotices(ctx, viewer), ...selection.notices];
  const rest = {
    next: selection.next,
    ...(selection.withdrawn && { withdrawn: selection.withdrawn }),
    ...(notices.length > 0 && { notices }),
  };
  const before = `{"object":"list","mode":"${viewer.mode}","events":[`;
  const after = `],${JSON.stringify(rest).slice(1)}`;
  return joinShown(before, selection.documents, viewer.ref, after, selection.shown);
}

export interface EventSelection {
  /** `joinShown` or `readShown` fills in the partner's code. */
  documents: PageDocument[];
  next: string | null;
  /** Present with `changed_since`; filled on the first page only. */
  withdrawn?: Withdrawn[];
  /** Language and simulation of this call; if it names none, those of the first page. */
  shown: Shown;
  /** `"code: sentence"`. */
  notices: string[];
}

const WITHDRAWN_TRUNCATED =
  'withdrawn_truncated: more events were withdrawn; call again with `changed_since` set to the last `withdrawn_at`.';

/**
 * Selects a page of the events the viewer may show: upcoming ones by start, or with `changed_since` all that changed
 * since, by change. A walk along `next` and its `withdrawn` end at the changes known when it began, so that the last
 * `updated_at` of its last page or its last `withdrawn_at`, sent as `changed_since`, misses no change and no
 * withdrawal.
 *
 * @throws {ProblemError} `invalid_cursor`.
 */
export async function selectEvents(ctx: Context, viewer: Viewer, query: EventQuery): Promise<EventSelection> {
  const scope: CursorScope = { surface: query.surface, mode: viewer.mode, companyId: viewer.companyId };
  const given = canonicalFilters(query.filters);
  const opened = query.cursor === undefined ? null : ctx.cursors.open(scope, query.cursor, given, usualOrder);
  const after = opened?.position;
  // A cursor of an older version holds the keys that version made.
  const { simulate, locale, ...filters } = opened
    ? { ...opened.filters, ...canonicalFilters(opened.filters as EventFilters) }
    : given;
  const shown = givenFilters({
    locale: query.shown?.locale ?? locale,
    simulate: query.shown?.simulate ?? simulate,
  });
  const { changed_since: since }: EventFilters = filters;
  const listing = await planPage(ctx, viewer, filters);
  const empty = 'empty' in listing;
  const findWithdrawn = () =>
    listWithdrawals(ctx.reads, {
      companyId: viewer.companyId,
      agreement: agreementOf(viewer),
      since: since ?? '',
      limit: WITHDRAWN_LIMIT + 1,
    });
  const [page, found] = await Promise.all([
    empty ? null : readPage(ctx, { ...listing, until: after?.until ?? listing.until, after, limit: query.limit + 1 }),
    // A test key never gets any (contract: `withdrawn` rules).
    since !== undefined && !opened && viewer.mode !== 'test' ? findWithdrawn() : null,
  ]);
  const until = after?.until ?? listing.until ?? page?.stamp;
  const rows = found ? await upTo(until, found, findWithdrawn) : [];
  const end = page?.end;
  const notices = empty && listing.notice ? [listing.notice] : [];
  if (rows.length > WITHDRAWN_LIMIT) notices.push(WITHDRAWN_TRUNCATED);
  return {
    documents: page?.documents ?? [],
    next: end ? ctx.cursors.seal(scope, { ...end, until }, filters, shown) : null,
    ...(since !== undefined && { withdrawn: rows.slice(0, WITHDRAWN_LIMIT).map(toWithdrawn) }),
    shown: shown as Shown,
    notices,
  };
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

export function toWithdrawn({ id, withdrawnAt }: WithdrawalRow): Withdrawn {
  return { id, withdrawn_at: withdrawnAt };
}

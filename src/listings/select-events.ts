import { agreementOf } from '../core/coverage.js';
import { type CursorScope, openCursor, sealCursor } from '../core/cursor.js';
import type { Viewer } from '../core/viewer.js';
import { WITHDRAWN_LIMIT, type Withdrawn } from '../core/wire/event.js';
import type { Context } from '../platform/context/context.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { canonicalFilters, toListingQuery } from './event-filters.js';
import { PageDocuments } from './memory/page-documents.js';
import { readPage } from './read-page.js';
import { lastStamp } from './sql/listings.js';
import { listWithdrawals } from './sql/withdrawals.js';
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
  documents: PageDocuments;
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
  const opened = question.cursor === undefined ? null : openCursor(openingKeys(ctx), scope, question.cursor, given);
  const { simulate: repeated, ...known } = opened?.filters ?? given;
  const simulate = question.simulate ?? (repeated === undefined ? undefined : simulation.parse(repeated));
  const filters: EventFilters = opened ? known : question.filters;
  const changes = filters.changed_since !== undefined;
  // Read before the page: whatever is withdrawn up to this stamp is then in the list that is read after it.
  const until = opened?.position.until ?? (changes ? await lastStamp(ctx.quickReads) : undefined);
  const narrowing = await toListingQuery(ctx.reads, viewer, filters);
  const empty = 'empty' in narrowing;
  const [page, withdrawals] = await Promise.all([
    empty ? null : readPage(ctx, { ...narrowing, until, after: opened?.position, limit: question.limit + 1 }),
    changes && !opened ? withdrawnSince(ctx, viewer, filters.changed_since ?? '', until) : [],
  ]);
  const end = page?.end;
  const notices = empty && narrowing.notice ? [narrowing.notice] : [];
  if (withdrawals.length > WITHDRAWN_LIMIT) notices.push(WITHDRAWN_TRUNCATED);
  return {
    documents: page?.documents ?? new PageDocuments([]),
    next: end ? sealCursor(ctx.encryptionKey, scope, { ...end, until }, known, simulate && { simulate }) : null,
    ...(changes && { withdrawn: withdrawals.slice(0, WITHDRAWN_LIMIT) }),
    ...(simulate && { simulate }),
    notices,
  };
}

/** At most one more than is shown; a test key never gets any (contract: `withdrawn` rules). */
async function withdrawnSince(ctx: Context, viewer: Viewer, since: string, until?: string): Promise<Withdrawn[]> {
  if (viewer.mode === 'test') return [];
  const rows = await listWithdrawals(ctx.reads, {
    companyId: viewer.companyId,
    agreement: agreementOf(viewer),
    since,
    until,
    limit: WITHDRAWN_LIMIT + 1,
  });
  return rows.map((row) => ({ id: row.id, withdrawn_at: row.withdrawnAt }));
}

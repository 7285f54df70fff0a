import { certificateNotices } from '../core/certificate-notices.js';
import { agreementOf } from '../core/coverage.js';
import { type CursorFilters, type CursorScope, givenFilters } from '../core/cursor.js';
import type { Viewer } from '../core/viewer.js';
import { WITHDRAWN_LIMIT, type Withdrawn } from '../core/wire/event.js';
import type { Context } from '../platform/context/context.js';
import { cityKey } from '../platform/places/city-names.js';
import { joinShown, type PageDocument, type Shown } from './documents.js';
import { planPage, splitNear } from './plan-page.js';
import { readListed, readPage } from './read-page.js';
import { DEFAULT_RADIUS_KM } from './rules/geo.js';
import { canonicalSearch, searchKey } from './rules/search-words.js';
import { type FoundWithdrawals, findWithdrawn, listWithdrawals, type WithdrawalRow } from './sql/withdrawals.js';
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
  const { next, withdrawn } = selection;
  return joinPage(ctx, viewer, selection, { next, withdrawn });
}

/**
 * Events by their ids as finished JSON (`GET /events?ids=`): the envelope of a page, with each id in exactly one of
 * `events` (what `GET /events/{id}` returns), `missing` (404 there) and `withdrawn` (410 there), in the order given.
 *
 * @param query.ids each once.
 */
export async function listEventsById(
  ctx: Context,
  viewer: Viewer,
  { ids, locale }: { ids: readonly string[]; locale?: string },
): Promise<Buffer> {
  const test = viewer.mode === 'test';
  const agreement = agreementOf(viewer);
  const { ids: listed, documents } = await readListed(ctx, { ids, test, agreement });
  const found = new Set(listed);
  const others = ids.filter((id) => !found.has(id));
  const { companyId } = viewer;
  const rows = others.length === 0 ? [] : await findWithdrawn(ctx.reads, { ids: others, test, companyId, agreement });
  const withdrawn = new Map(rows.map((row) => [row.id, toWithdrawn(row)]));
  return joinPage(
    ctx,
    viewer,
    { documents, shown: { locale }, notices: [] },
    {
      next: null,
      missing: others.filter((id) => !withdrawn.has(id)),
      withdrawn: others.flatMap((id) => withdrawn.get(id) ?? []),
    },
  );
}

/** The envelope of a page. @param rest its members between `events` and `notices`; undefined ones are left out. */
function joinPage(
  ctx: Context,
  viewer: Viewer,
  { documents, shown, notices: own }: Pick<EventSelection, 'documents' | 'shown' | 'notices'>,
  rest: object,
): Buffer {
  const before = `{"object":"list","mode":"${viewer.mode}","events":[`;
  const notices = [...viewerNotices(ctx, viewer), ...own];
  const after = JSON.stringify({ ...rest, ...(notices.length > 0 && { notices }) }).slice(1);
  return joinShown(before, documents, viewer.ref, `],${after}`, shown);
}

const SANDBOX = 'sandbox: these are sample events; no ticket is real and no money moves.';

/** Notices of every list of events, or about them, for this viewer. */
export function viewerNotices(ctx: Context, viewer: Viewer): string[] {
  const notices = viewer.mode === 'test' ? [SANDBOX] : [];
  return viewer.certificates ? [...notices, ...certificateNotices(viewer, ctx.clock.now())] : notices;
}

export interface EventSelection {
  /** `joinShown` or `readShown` fills in the partner's code. */
  documents: PageDocument[];
  next: string | null;
  /** Present with `changed_since`; filled on the first page only. */
  withdrawn?: Withdrawn[];
  /** Language and simulation of this call. A call without them keeps those of the first page. */
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
  const findWithdrawals = () =>
    listWithdrawals(ctx.reads, {
      companyId: viewer.companyId,
      agreement: agreementOf(viewer),
      since: since ?? '',
      limit: WITHDRAWN_LIMIT + 1,
    });
  const [page, found] = await Promise.all([
    empty ? null : readPage(ctx, { ...listing, until: after?.until ?? listing.until, after, limit: query.limit + 1 }),
    // A test key never gets any (contract: `withdrawn` rules).
    since !== undefined && !opened && viewer.mode !== 'test' ? findWithdrawals() : null,
  ]);
  const until = after?.until ?? listing.until ?? page?.stamp;
  const rows = found ? await upTo(until, found, findWithdrawals) : [];
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

function toWithdrawn({ id, withdrawnAt }: WithdrawalRow): Withdrawn {
  return { id, withdrawn_at: withdrawnAt };
}

/** The given filters in canonical form: two requests for the same events are equal. */
function canonicalFilters(filters: EventFilters): CursorFilters {
  const around = filters.near !== undefined || filters.lat !== undefined;
  return givenFilters({
    city: filters.city && cityKey(filters.city),
    country: filters.country,
    category: filters.category,
    from: filters.from,
    to: filters.to,
    changed_since: filters.changed_since,
    commissioned: filters.commissioned || undefined,
    minimum_earnings: filters.minimum_earnings,
    near: filters.near && nearKey(filters.near),
    on_sale_from: filters.on_sale_from,
    on_sale_to: filters.on_sale_to,
    artist: filters.artist && searchKey(filters.artist),
    q: filters.q && canonicalSearch(filters.q),
    venue_id: filters.venue_id,
    performer_id: filters.performer_id,
    lat: filters.lat,
    lng: filters.lng,
    sort: filters.sort,
    currency: filters.currency,
    radius: around ? (filters.radius ?? DEFAULT_RADIUS_KM) : undefined,
  });
}

/** The order of a list without `sort`. */
const usualOrder = ({ changed_since: since }: EventFilters): CursorFilters => ({
  sort: since === undefined ? 'starts_at' : 'updated_at',
});

/** `Helsinki, fi` → `helsinki,FI`. */
function nearKey(near: string): string {
  const { city, country } = splitNear(near);
  return `${searchKey(city)},${country.trim().toUpperCase()}`;
}

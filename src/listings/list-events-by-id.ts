import { agreementOf } from '../core/coverage.js';
import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { toWithdrawn } from './list-events.js';
import { viewerNotices } from './notices.js';
import { readListed } from './read-page.js';
import { joinShown } from './shown-documents.js';
import { findWithdrawn } from './sql/withdrawals.js';

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
  const shown = await readListed(ctx, { ids, test, agreement });
  const found = new Set(shown.ids);
  const others = ids.filter((id) => !found.has(id));
  const { companyId } = viewer;
  const rows = others.length === 0 ? [] : await findWithdrawn(ctx.reads, { ids: others, test, companyId, agreement });
  const withdrawn = new Map(rows.map((row) => [row.id, toWithdrawn(row)]));
  const notices = viewerNotices(ctx, viewer);
  const rest = {
    next: null,
    missing: others.filter((id) => !withdrawn.has(id)),
    withdrawn: others.flatMap((id) => withdrawn.get(id) ?? []),
    ...(notices.length > 0 && { notices }),
  };
  const before = `{"object":"list","mode":"${viewer.mode}","events":[`;
  return joinShown(before, shown.documents, viewer.ref, `],${JSON.stringify(rest).slice(1)}`, { locale });
}

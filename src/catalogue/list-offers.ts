import type { Viewer } from '../core/viewer.js';
import { readShown } from '../listings/documents.js';
import { type EventQuery, selectEvents, viewerNotices } from '../listings/list-events.js';
import type { Context } from '../platform/context/context.js';
import type { OfferList } from './offer-wire.js';
import { offerFacts } from './sql/events.js';
import { toOffer } from './to-offer.js';

/** Offers of the events of `GET /events?commissioned=true` (contract: GET /offers). @throws {ProblemError} `invalid_cursor`. */
export async function listOffers(
  ctx: Context,
  viewer: Viewer,
  query: Pick<EventQuery, 'filters' | 'limit' | 'cursor'>,
): Promise<OfferList> {
  const filters = { ...query.filters, commissioned: true };
  const selection = await selectEvents(ctx, viewer, { ...query, surface: 'offers', filters });
  const events = readShown(selection.documents, viewer.ref);
  const rows = await offerFacts(
    ctx.sql,
    events.map((event) => event.id),
  );
  const facts = new Map(rows.map((row) => [row.id, row]));
  const notices = [...viewerNotices(ctx, viewer), ...selection.notices];
  return {
    object: 'list',
    mode: viewer.mode,
    offers: events.flatMap((event) => {
      const known = facts.get(event.id);
      return known ? [toOffer(event, known)] : [];
    }),
    next: selection.next,
    ...(notices.length > 0 && { notices }),
  };
}

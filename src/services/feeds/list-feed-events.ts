import type { Event } from '../../contracts/wire/event.js';
import type { EventFilters } from '../../contracts/wire/event-filters.js';
import type { Viewer } from '../../domain/viewer.js';
import type { Context } from '../context.js';
import { fillingFor, readDocument } from '../listings/documents.js';
import { selectEvents } from '../listings/select-events.js';

/** The events of a feed: the very ones, in the same order, of the first page of `GET /events`. */
export async function listFeedEvents(
  ctx: Context,
  viewer: Viewer,
  question: { filters: EventFilters; limit: number },
): Promise<Event[]> {
  const { documents } = await selectEvents(ctx, viewer, { surface: 'feeds', ...question });
  const filling = fillingFor(ctx.config.origin, viewer.ref);
  return documents.map((document) => readDocument(document, filling));
}

import type { Viewer } from '../core/viewer.js';
import type { Event } from '../core/wire/event.js';
import type { Context } from '../platform/context/context.js';
import { readDocuments } from './documents.js';
import { selectEvents } from './list-events.js';
import type { EventFilters } from './wire.js';

/** The events of a feed: the first page of `GET /events`, in the same order. */
export async function listFeedEvents(
  ctx: Context,
  viewer: Viewer,
  query: { filters: EventFilters; limit: number },
): Promise<Event[]> {
  const { documents } = await selectEvents(ctx, viewer, { surface: 'feeds', ...query });
  return readDocuments(documents, viewer.ref);
}

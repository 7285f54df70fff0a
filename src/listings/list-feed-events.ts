import type { Viewer } from '../core/viewer.js';
import type { Event } from '../core/wire/event.js';
import type { Context } from '../platform/context/context.js';
import { selectEvents } from './list-events.js';
import { readShown } from './shown-documents.js';
import type { EventFilters } from './wire.js';

/** The events of a feed: the first page of `GET /events`, in the same order. */
export async function listFeedEvents(
  ctx: Context,
  viewer: Viewer,
  { locale, ...query }: { filters: EventFilters; limit: number; locale?: string },
): Promise<Event[]> {
  const { documents } = await selectEvents(ctx, viewer, { surface: 'feeds', ...query });
  return readShown(documents, viewer.ref, { locale });
}

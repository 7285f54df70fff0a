import type { LinkKeyRow } from '../../access/sql/api-keys.js';
import type { Event } from '../../core/wire/event.js';
import { readShown } from '../../listings/documents.js';
import { type EventQuery, selectEvents } from '../../listings/list-events.js';
import type { Context } from '../../platform/context/context.js';
import { type LinkScope, linkViewer } from './link-viewer.js';

type ListLinksInput = LinkScope & Pick<EventQuery, 'filters' | 'limit' | 'cursor'>;

interface Links {
  /** Upcoming events that the company may show, soonest first. Without a key, their links carry no code: do not show them. */
  events: Event[];
  next: string | null;
  key: LinkKeyRow | null;
  keys: LinkKeyRow[];
}

/**
 * The events that a company may promote, as its keys see them in `GET /events`.
 *
 * @throws {ProblemError} `invalid_cursor`.
 * @throws {NoSuchError} as {@link linkViewer}.
 */
export async function listLinks(ctx: Context, { filters, limit, cursor, ...scope }: ListLinksInput): Promise<Links> {
  const { viewer, key, keys } = await linkViewer(ctx, scope);
  const { documents, next } = await selectEvents(ctx, viewer, { surface: 'links', filters, limit, cursor });
  return { events: readShown(documents, viewer.ref), next, key, keys };
}

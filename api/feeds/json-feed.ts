import type { Event } from '../../src/core/wire/event.js';
import { describe, type Feed, sharedAt } from './feed.js';

function item(event: Event, shared: string): Record<string, unknown> {
  return {
    id: event.id,
    url: event.tickets.buy_url,
    external_url: event.url,
    title: event.name,
    content_text: describe(event),
    ...(event.image !== null && { image: event.image }),
    date_published: shared,
    date_modified: event.updated_at,
    ...(event.organizer.name !== null && { authors: [{ name: event.organizer.name }] }),
    ...(event.category !== null && { tags: [event.category] }),
    _event: event,
  };
}

/** JSON Feed 1.1: `url` is the buy link, `external_url` the public page, `_event` the full Event. */
export function renderJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.homeUrl,
    feed_url: feed.selfUrl,
    language: feed.locale,
    items: feed.events.map((event) => item(event, sharedAt(feed, event))),
  });
}

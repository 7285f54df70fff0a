import { translator } from '../../src/core/locales/messages.js';
import type { Event } from '../../src/core/wire/event.js';
import { element, escapeXml, textElement, XML_DECLARATION } from '../../src/core/xml.js';
import { describe, type Feed, sharedAt } from './feed.js';

/** RFC 822 with a four-digit year, as RSS 2.0 requires. */
function rssDate(dateTime: string): string {
  return new Date(dateTime).toUTCString();
}

/** RSS readers take a description for HTML, so plain text is written as such. */
function asHtml(text: string): string {
  return escapeXml(text).replaceAll('\n', '<br/>');
}

function item(event: Event, shared: string): string {
  return element(
    'item',
    textElement('title', event.name) +
      textElement('link', event.tickets.buy_url) +
      textElement('guid', event.id, { isPermaLink: 'false' }) +
      textElement('pubDate', rssDate(shared)) +
      textElement('description', asHtml(describe(event))) +
      textElement('category', event.category) +
      (event.image === null ? '' : element('media:content', '', { url: event.image, medium: 'image' })),
  );
}

/** RSS 2.0 with its Atom self link: `link` is the buy link, `guid` the event's id. */
export function renderRss(feed: Feed): string {
  const changed = feed.events
    .map((event) => event.updated_at)
    .sort()
    .at(-1);
  const channel = element(
    'channel',
    textElement('title', feed.title) +
      textElement('link', feed.homeUrl) +
      element('atom:link', '', { href: feed.selfUrl, rel: 'self', type: 'application/rss+xml' }) +
      textElement('description', translator(feed.locale)('feed.description')) +
      textElement('language', feed.locale ?? null) +
      (changed ? textElement('lastBuildDate', rssDate(changed)) : '') +
      feed.events.map((event) => item(event, sharedAt(feed, event))).join(''),
  );
  return (
    XML_DECLARATION +
    element('rss', channel, {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:media': 'http://search.yahoo.com/mrss/',
    })
  );
}

import { element, escapeXml, XML_DECLARATION } from '../../src/core/xml.js';
import type { Feed } from './feed.js';

/** The element names of lists. */
const ITEM_NAMES: Record<string, string> = { performers: 'performer' };

function write(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return element(name, '', { 'xsi:nil': 'true' });
  if (Array.isArray(value)) {
    return element(name, value.map((entry) => write(ITEM_NAMES[name] ?? 'item', entry)).join(''));
  }
  if (typeof value !== 'object') return element(name, escapeXml(String(value)));
  return element(
    name,
    Object.entries(value)
      .map(([field, inner]) => write(field, inner))
      .join(''),
  );
}

/** `<events>` of `<event>` with Event's own field names; null is an empty element with `xsi:nil`. */
export function renderXml(feed: Feed): string {
  return (
    XML_DECLARATION +
    element('events', feed.events.map((event) => write('event', event)).join(''), {
      mode: feed.mode,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    })
  );
}

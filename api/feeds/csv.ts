import { EVENT_CSV } from '../../src/listings/rules/event-csv.js';
import type { Feed } from './feed.js';

/** RFC 4180 in UTF-8, the same columns as the CSV bulk files. */
export function renderCsv(feed: Feed): string {
  return EVENT_CSV.header + feed.events.map(EVENT_CSV.line).join('');
}

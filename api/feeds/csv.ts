import { EVENT_CSV_HEADER, eventCsvRow } from '../../src/listings/rules/event-csv.js';
import type { Feed } from './feed.js';

/** RFC 4180 in UTF-8, the same columns as the CSV bulk files. */
export function renderCsv(feed: Feed): string {
  return EVENT_CSV_HEADER + feed.events.map(eventCsvRow).join('');
}

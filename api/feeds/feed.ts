import type { Mode } from '../../src/core/mode.js';
import type { Event } from '../../src/core/wire/event.js';
import { EVENT_CSV } from '../../src/listings/rules/event-csv.js';

/** The input of a feed: the same events in the same order as one page of `GET /events`. */
export interface Feed {
  mode: Mode;
  title: string;
  /** Language of the texts, such as `de`; undefined: English, which the feed does not name. */
  locale?: string;
  /** The URL of the request, without the key. */
  selfUrl: string;
  homeUrl: string;
  events: readonly Event[];
  /** By the event's id: when partners could first see it, as a date-time. */
  firstShared: ReadonlyMap<string, string>;
}

/** When partners could first see an event: not later than its last change. */
export function sharedAt({ firstShared }: Feed, { id, updated_at }: Event): string {
  const first = firstShared.get(id);
  return first !== undefined && first < updated_at ? first : updated_at;
}

/** Everything about an event in a line or two of plain text. */
export function describe(event: Event): string {
  const { venue, city, country } = event.location;
  const place = [venue, city, country].filter(Boolean).join(', ');
  const facts = [event.display.date_label, place, event.display.price_label].filter(Boolean).join(' · ');
  return [event.display.short_description, facts].filter(Boolean).join('\n');
}

/** RFC 4180 in UTF-8, the same columns as the CSV bulk files. */
export function renderCsv(feed: Feed): string {
  return EVENT_CSV.header + feed.events.map(EVENT_CSV.line).join('');
}

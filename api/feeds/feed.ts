import type { Mode } from '../../src/core/mode.js';
import type { Event } from '../../src/core/wire/event.js';

/** What a feed is rendered from: the same events in the same order as one page of `GET /events`. */
export interface Feed {
  mode: Mode;
  title: string;
  /** The URL of the request, without the key. */
  selfUrl: string;
  homeUrl: string;
  events: readonly Event[];
}

/** Everything about an event in a line or two of plain text. */
export function describe(event: Event): string {
  const { venue, city, country } = event.location;
  const place = [venue, city, country].filter(Boolean).join(', ');
  const facts = [event.display.date_label, place, event.display.price_label].filter(Boolean).join(' · ');
  return [event.display.short_description, facts].filter(Boolean).join('\n');
}

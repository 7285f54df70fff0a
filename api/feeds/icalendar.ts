import { calendarText, geoLine, textLine, timeLines, urlLine, utcStamp } from '../../src/core/icalendar.js';
import type { Event, EventStatus } from '../../src/core/wire/event.js';
import { describe, type Feed, sharedAt } from './feed.js';

const STATUS: Partial<Record<EventStatus, string>> = { postponed: 'TENTATIVE', cancelled: 'CANCELLED' };

function component(event: Event, shared: string, host: string): string[] {
  const { venue, address: street, city, country } = event.location;
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@${host}`,
    `DTSTAMP:${utcStamp(event.updated_at)}`,
    `CREATED:${utcStamp(shared)}`,
    `LAST-MODIFIED:${utcStamp(event.updated_at)}`,
    ...timeLines({ startsAt: event.starts_at, endsAt: event.ends_at, date: event.date, timezone: event.timezone }),
    ...textLine('SUMMARY', event.name),
    ...textLine('DESCRIPTION', describe(event)),
    ...textLine('LOCATION', [venue, street, city, country].filter(Boolean).join(', ')),
    ...geoLine(event.location.lat, event.location.lng),
    ...textLine('CATEGORIES', event.category),
    ...urlLine('URL', event.tickets.buy_url),
    ...urlLine('IMAGE;VALUE=URI', event.image),
    `STATUS:${STATUS[event.status] ?? 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** A calendar without any component is none (section 3.6), and there may be no event to show. */
const NO_EVENTS = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** RFC 5545: UTC or whole days, `URL` the buy link, `STATUS` tentative if postponed. No `METHOD`: it needs an organizer. */
export function renderICalendar(feed: Feed): string {
  const { hostname } = new URL(feed.homeUrl);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Partner Events//Partner Events API 1.0//${(feed.locale ?? 'en').toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    ...textLine('NAME', feed.title),
    ...textLine('X-WR-CALNAME', feed.title),
    ...(feed.events.length === 0
      ? NO_EVENTS
      : feed.events.flatMap((event) => component(event, sharedAt(feed, event), hostname))),
    'END:VCALENDAR',
  ];
  return calendarText(lines);
}

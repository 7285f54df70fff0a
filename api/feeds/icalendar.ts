import { localDay } from '../../src/core/local-day.js';
import type { Event, EventStatus } from '../../src/core/wire/event.js';
import { describe, type Feed } from './feed.js';

const CRLF = '\r\n';
/** RFC 5545 section 3.1: at most this many octets a line, the line end not counted. */
const LONGEST_LINE = 75;
// biome-ignore lint/suspicious/noControlCharactersInRegex: section 3.3.11 allows none of these in text
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Continues a long line behind a space, by octets and never inside a character. */
export function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= LONGEST_LINE) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LONGEST_LINE) {
      folded += `${CRLF} `;
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

function text(name: string, value: string | null): string[] {
  return value ? [`${name}:${escapeText(value)}`] : [];
}

/** Addresses are not escaped as text is (section 3.3.13), so nothing in them may end the line. */
function address(name: string, value: string | null): string[] {
  return value ? [`${name}:${value.replace(/\s/g, '').replace(CONTROL, '')}`] : [];
}

/** `20270101T190000Z`. */
function utc(dateTime: string): string {
  return `${new Date(dateTime).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** `20270101`. */
function day(date: string): string {
  return date.replaceAll('-', '');
}

/**
 * Exact instants where the organizer gave a start, else the venue's whole days. An end must be later than its start
 * (section 3.8.2.2); that of whole days is the first day after them, and a single day needs none.
 */
function times({ starts_at: starts, ends_at: ends, date, timezone }: Event): string[] {
  if (starts !== null) {
    const end = ends !== null && utc(ends) > utc(starts) ? [`DTEND:${utc(ends)}`] : [];
    return [`DTSTART:${utc(starts)}`, ...end];
  }
  const start = `DTSTART;VALUE=DATE:${day(date)}`;
  // At midnight the day before was the last.
  const last = ends === null ? date : localDay(Date.parse(ends) - 1, timezone);
  if (last <= date) return [start];
  const after = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
  return [start, `DTEND;VALUE=DATE:${day(after)}`];
}

/** Six decimals, a tenth of a metre; the format knows no exponents. */
function geo({ lat, lng }: Event['location']): string[] {
  return lat === null || lng === null ? [] : [`GEO:${Number(lat.toFixed(6))};${Number(lng.toFixed(6))}`];
}

const STATUS: Partial<Record<EventStatus, string>> = { postponed: 'TENTATIVE', cancelled: 'CANCELLED' };

function component(event: Event, host: string): string[] {
  const { venue, address: street, city, country } = event.location;
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@${host}`,
    `DTSTAMP:${utc(event.updated_at)}`,
    `LAST-MODIFIED:${utc(event.updated_at)}`,
    ...times(event),
    ...text('SUMMARY', event.name),
    ...text('DESCRIPTION', describe(event)),
    ...text('LOCATION', [venue, street, city, country].filter(Boolean).join(', ')),
    ...geo(event.location),
    ...text('CATEGORIES', event.category),
    ...address('URL', event.tickets.buy_url),
    ...address('IMAGE;VALUE=URI', event.image),
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

/** RFC 5545: instants in UTC or whole days, `URL` the buy link, `STATUS` tentative for postponed events. */
export function renderICalendar(feed: Feed): string {
  const { hostname } = new URL(feed.homeUrl);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Partner Events//Partner Events API 1.0//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...text('NAME', feed.title),
    ...text('X-WR-CALNAME', feed.title),
    ...(feed.events.length === 0 ? NO_EVENTS : feed.events.flatMap((event) => component(event, hostname))),
    'END:VCALENDAR',
  ];
  return lines.map((line) => foldLine(line) + CRLF).join('');
}

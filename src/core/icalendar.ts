import { localDay } from './local-time.js';
import { DAY, dayOf, HOUR } from './time.js';

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

export function calendarText(lines: readonly string[]): string {
  return lines.map((line) => foldLine(line) + CRLF).join('');
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** A property of text; none when there is nothing to say. */
export function textLine(name: string, value: string | null): string[] {
  return value ? [`${name}:${escapeText(value)}`] : [];
}

/** A URL is not escaped as text is (section 3.3.13), so nothing in it may end the line. */
export function urlLine(name: string, value: string | null): string[] {
  return value ? [`${name}:${value.replace(/\s/g, '').replace(CONTROL, '')}`] : [];
}

/** `20270101T190000Z`. */
export function utcStamp(instant: Date | string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** `20270101`. */
function dayStamp(date: string): string {
  return date.replaceAll('-', '');
}

/** Six decimals, a tenth of a metre; the format knows no exponents. */
export function geoLine(lat: number | null, lng: number | null): string[] {
  return lat === null || lng === null ? [] : [`GEO:${Number(lat.toFixed(6))};${Number(lng.toFixed(6))}`];
}

export interface CalendarTime {
  startsAt: Date | string | null;
  endsAt: Date | string | null;
  /** `YYYY-MM-DD`. */
  date: string;
  timezone: string | null;
}

/** The length of a calendar entry without an end. */
const ASSUMED_HOURS = 3;

/**
 * Exact instants where the organizer gave a start, else the venue's whole days. Every entry has an end later than its
 * start (section 3.8.2.2): calendars draw one without an end as a moment. The end of whole days is the first day after
 * them.
 */
export function timeLines({ startsAt, endsAt, date, timezone }: CalendarTime): string[] {
  if (startsAt !== null) {
    const start = utcStamp(startsAt);
    const given = endsAt === null ? start : utcStamp(endsAt);
    const assumed = utcStamp(new Date(new Date(startsAt).getTime() + ASSUMED_HOURS * HOUR));
    return [`DTSTART:${start}`, `DTEND:${given > start ? given : assumed}`];
  }
  // An end at midnight belongs to the day before.
  const last = endsAt === null ? date : localDay(new Date(endsAt).getTime() - 1, timezone);
  const after = dayOf(new Date(Date.parse(last > date ? last : date) + DAY));
  return [`DTSTART;VALUE=DATE:${dayStamp(date)}`, `DTEND;VALUE=DATE:${dayStamp(after)}`];
}

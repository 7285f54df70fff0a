import { localDay } from './local-time.js';
import { DAY, dayOf } from './time.js';

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

/** A calendar's lines as it is sent. */
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

/**
 * Exact instants where the organizer gave a start, else the venue's whole days. An end must be later than its start
 * (section 3.8.2.2); that of whole days is the first day after them, and a single day needs none.
 */
export function timeLines({ startsAt, endsAt, date, timezone }: CalendarTime): string[] {
  if (startsAt !== null) {
    const end = endsAt !== null && utcStamp(endsAt) > utcStamp(startsAt) ? [`DTEND:${utcStamp(endsAt)}`] : [];
    return [`DTSTART:${utcStamp(startsAt)}`, ...end];
  }
  const start = `DTSTART;VALUE=DATE:${dayStamp(date)}`;
  // At midnight the day before was the last.
  const last = endsAt === null ? date : localDay(new Date(endsAt).getTime() - 1, timezone);
  if (last <= date) return [start];
  const after = dayOf(new Date(Date.parse(last) + DAY));
  return [start, `DTEND;VALUE=DATE:${dayStamp(after)}`];
}

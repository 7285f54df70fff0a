/** A date with or without a time, as written. */
export interface Written {
  /** `YYYY-MM-DD`. */
  date: string;
  /** `HH:MM` or `HH:MM:SS`; null: only the day is given. */
  time: string | null;
  /** `Z` or `±HH:MM`; null: local time. */
  offset: string | null;
  /** A name of the IANA that stands behind the time in brackets. */
  zone: string | null;
}

const CLOCK = '(?:[T ,]+(?:at )?(\\d{1,2})(?:[:.h](\\d{2})(?::?(\\d{2})(?:[.,]\\d+)?)?)?\\s*([ap]\\.?m\\.?)?)?';
const ZONE =
  '\\s*(Z|(?:UTC|GMT)?[+-]\\d{1,2}(?::?\\d{2}(?::00)?)?|UTC|GMT)?(?:\\s*\\(.*\\))?\\s*(?:\\[([\\w/+-]+)\\])?T?';
const SEPARATED = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${CLOCK}${ZONE}$`, 'i');
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const WEEKDAY = '(?:[a-z]{3,9}\\.?,? +)?';
const DAY_FIRST = new RegExp(
  `^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th|\\.)? +([a-z]{3,9})\\.?,? +(\\d{4})${CLOCK}${ZONE}$`,
  'i',
);
const MONTH_FIRST = new RegExp(
  `^${WEEKDAY}([a-z]{3,9})\\.? +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})${CLOCK}${ZONE}$`,
  'i',
);
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/**
 * A date and time in the forms that websites use: ISO 8601 with its variants, and English dates with the month's name. Dates of
 * numbers alone whose order differs by country (`05/01/2027`) are not read.
 *
 * @returns undefined when it is none of these.
 */
export function readWhen(text: string): Written | undefined {
  const line = text.normalize('NFKC').replace(/[−–]/g, '-').replace(/\s+/g, ' ').trim();
  let found = SEPARATED.exec(line);
  if (found) return written([found[1], found[3], found[4]], found.slice(5));
  found = BASIC.exec(line);
  if (found) {
    const [, year, month, day, hour, minute, second, zone] = found;
    return written([year, month, day], [hour, minute, second, undefined, zone]);
  }
  found = DAY_FIRST.exec(line);
  if (found) return written([found[3], monthOf(found[2]), found[1]], found.slice(4));
  found = MONTH_FIRST.exec(line);
  return found ? written([found[3], monthOf(found[1]), found[2]], found.slice(4)) : undefined;
}

function monthOf(name = ''): string | undefined {
  const index = MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()));
  return index < 0 ? undefined : String(index + 1);
}

type Part = string | undefined;

function written(
  [year, month, day]: Part[],
  [hour, minute = '00', second, half, zone, name]: Part[],
): Written | undefined {
  if (month === undefined) return undefined;
  const date = [year, two(month), two(day)].join('-');
  if (hour === undefined) return { date, time: null, offset: null, zone: null };
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  const time = [two(String(hours)), minute, ...(second ? [second] : [])].join(':');
  return { date, time, offset: zone ? offsetOf(zone) : null, zone: name ?? null };
}

function offsetOf(zone: string): string {
  const [, sign, hours = '0', minutes = '00'] = /([+-])(\d{1,2}):?(\d{2})?/.exec(zone) ?? [];
  return sign ? `${sign}${two(hours)}:${minutes}` : 'Z';
}

function two(text = ''): string {
  return text.padStart(2, '0');
}

/** The date and time as the strict schema takes it. */
export function isoOf({ date, time, offset }: Written): string {
  return time === null ? date : `${date}T${time}${offset ?? ''}`;
}

/*
 * One rule for every day and instant that people and programs send.
 */

type Years = readonly [first: number, last: number];

/** For dates that people write. Years outside are typing mistakes, and the day before and after can always be computed. */
const PEOPLE: Years = [1970, 2200];

/** For filters of the API: programs send 0001 and 9999 for an open end. */
export const ANY_YEAR: Years = [1, 9999];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|([+-])([01]\d|2[0-3]):?([0-5]\d))$/;

const NO_DAY = 'must be a date such as 2026-11-30';
const NO_DAY_OR_INSTANT = 'write a day or a time, such as 2026-11-02 or 2026-11-02T09:00:00Z';
const NO_INSTANT = 'must be an instant with offset, such as 2026-11-30T18:00:00Z';

/** Why a year cannot be stored, to follow the name of its field; null when it can. */
export function yearFault(year: number, [first, last] = PEOPLE): string | null {
  return year < first || year > last ? `must be between ${first} and ${last}` : null;
}

/** Why a text is no calendar day, to follow the name of its field; null for a day such as `2026-11-30` that exists. */
export function dayFault(text: string, years = PEOPLE): string | null {
  const instant = new Date(`${text}T00:00:00Z`);
  // JavaScript turns 30 February into a day of March.
  if (!DAY.test(text) || Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text)) return NO_DAY;
  return yearFault(instant.getUTCFullYear(), years);
}

/**
 * Reads an instant with its offset, which some clients write as `+0000`.
 *
 * @returns the instant in UTC with microseconds, which a `Date` could not hold; or why the text is none, to follow the name of its field.
 */
export function readInstant(text: string, years = PEOPLE): { utc: string } | { fault: string } {
  // A `+` that was not escaped arrives as a space.
  const parts = INSTANT.exec(text.replace(/ (\d{2}:?\d{2})$/, '+$1'));
  if (!parts) return { fault: NO_INSTANT };
  const [, day = '', hour, minute, second = '00', fraction = '', , sign, offsetHours = '0', offsetMinutes = '0'] =
    parts;
  const fault = dayFault(day, years);
  if (fault) return { fault: fault === NO_DAY ? NO_INSTANT : fault };
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  const instant = new Date(Date.parse(`${day}T${hour}:${minute}:${second}Z`) - offset * 60_000);
  const outside = yearFault(instant.getUTCFullYear(), years);
  if (outside) return { fault: outside };
  return { utc: `${instant.toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z` };
}

/** As {@link readInstant}, but a day is enough: it stands for its noon in UTC, which is less than a day from all its hours everywhere. */
export function readDayOrInstant(text: string): { utc: string } | { fault: string } {
  if (dayFault(text) === null) return { utc: `${text}T12:00:00.000000Z` };
  const read = readInstant(text);
  if ('utc' in read || read.fault !== NO_INSTANT) return read;
  const fault = dayFault(text);
  return { fault: fault === null || fault === NO_DAY ? NO_DAY_OR_INSTANT : fault };
}

import { InvalidArgumentError } from 'commander';
import { date, isRealDay } from '../../core/wire/query.js';

/** A repeatable option, or once with commas: `--country DE --country FR,IT`. */
export function several(value: string, before: string[] = []): string[] {
  return [...before, ...value.split(',').map((part) => part.trim())];
}

export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('must be a whole number, 1 or more.');
  return Number(value);
}

/** Parses an option that is a whole number in a range. */
export function wholeNumberFrom(lowest: number, highest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < lowest || value > highest) {
      throw new InvalidArgumentError(`must be a whole number from ${lowest} to ${highest}.`);
    }
    return value;
  };
}

/** An offset is required: without one it would be local time of this machine. */
export function instant(value: string): Date {
  const day = /^(\d{4}-\d\d-\d\d)T.*(Z|[+-]\d\d:\d\d)$/.exec(value)?.[1];
  const at = new Date(value);
  if (day === undefined || !isRealDay(day) || Number.isNaN(at.getTime())) {
    throw new InvalidArgumentError('must be an instant such as 2026-11-02T09:00:00Z.');
  }
  return at;
}

export function calendarDay(text: string): string {
  if (!date.safeParse(text).success) throw new InvalidArgumentError('must be a day such as 2027-05-01.');
  return text;
}

import { InvalidArgumentError } from 'commander';
import { dayFault, readInstant } from '../../core/dates.js';

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

/** Parses an amount without a sign, of at most three decimals. @param example for the refusal. */
export function amountLike(example: string): (text: string) => number {
  return (text) => {
    if (!/^\d{1,12}(\.\d{1,3})?$/.test(text)) throw new InvalidArgumentError(`must be an amount such as ${example}.`);
    return Number(text);
  };
}

/** An offset is required: without one it would be local time of this machine. */
export function instant(value: string): Date {
  const read = readInstant(value);
  if ('fault' in read) throw new InvalidArgumentError(`${read.fault}.`);
  return new Date(read.utc);
}

export function calendarDay(text: string): string {
  const fault = dayFault(text);
  if (fault) throw new InvalidArgumentError(`${fault}.`);
  return text;
}

import { InvalidArgumentError } from 'commander';
import { isRealDay } from '../../contracts/wire/query.js';
import type { Context } from '../../services/context.js';
import { runCommand } from '../run-command.js';

/** See {@link runCommand}. */
export function run(work: (ctx: Context) => Promise<void>): Promise<void> {
  return runCommand('partner', work);
}

/** An option that may be given several times, or once with commas: `--country DE --country FR,IT`. */
export function several(value: string, before: string[] = []): string[] {
  return [...before, ...value.split(',').map((part) => part.trim())];
}

export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('must be a whole number, 1 or more.');
  return Number(value);
}

/** Judges an option that is a whole number of at least and at most so much. */
export function wholeNumberFrom(lowest: number, highest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < lowest || value > highest) {
      throw new InvalidArgumentError(`must be a whole number from ${lowest} to ${highest}.`);
    }
    return value;
  };
}

/** An offset is asked for: without one it would be the time of whatever machine this runs on. */
export function instant(value: string): Date {
  const day = /^(\d{4}-\d\d-\d\d)T.*(Z|[+-]\d\d:\d\d)$/.exec(value)?.[1];
  const date = new Date(value);
  if (day === undefined || !isRealDay(day) || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('must be an instant such as 2026-11-02T09:00:00Z.');
  }
  return date;
}

/** What strangers wrote, without what a terminal might obey. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}

/** Prints rows under their headings, columns aligned. */
export function printTable(headings: string[], rows: string[][]): void {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => (row[i] ?? '').length)));
  for (const row of [headings, ...rows]) {
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

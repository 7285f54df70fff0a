import { InvalidArgumentError } from 'commander';
import { isRealDay } from '../../contracts/wire/query.js';
import { createLogger } from '../../observability/logger.js';
import { type Context, closeContext, createContext } from '../../services/context.js';
import { actor } from '../actor.js';
import { readCliConfig } from '../connect.js';

/** Runs one command on a context of its own; a refusal is one line on the standard error and exit code 1. */
export async function run(work: (ctx: Context) => Promise<void>): Promise<void> {
  let ctx: Context | undefined;
  try {
    const config = readCliConfig();
    const log = createLogger({ level: 'warn', name: 'partner' });
    ctx = createContext(config, { name: 'partner', log, actor: actor() });
    await ctx.clock.refresh?.();
    await work(ctx);
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  } finally {
    if (ctx) await closeContext(ctx);
  }
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === '42P01') return 'The database is empty: run `npm run migrate` first.';
  return error.message;
}

/** An option that may be given several times, or once with commas: `--country DE --country FR,IT`. */
export function several(value: string, before: string[] = []): string[] {
  return [...before, ...value.split(',').map((part) => part.trim())];
}

export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('must be a whole number, 1 or more.');
  return Number(value);
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

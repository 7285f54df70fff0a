import { InvalidArgumentError } from 'commander';
import { toDecimal } from '../../domain/money.js';
import { isMonth } from '../../domain/settlement.js';
import { createLogger } from '../../observability/logger.js';
import { type Context, closeContext, createContext } from '../../services/context.js';
import { createTemporalClient, type TemporalClient } from '../../temporal/client.js';
import { accountName, actor } from '../actor.js';
import { readCliConfig } from '../connect.js';

/** What the commands have in common. */
export interface Choice {
  month: string;
  company: string;
  currency?: string;
  reason: string;
  by: string;
  dryRun?: boolean;
}

/** Runs one command on a context of its own; a refusal is one line on the standard error and exit code 1. */
export async function run(work: (ctx: Context) => Promise<void>): Promise<void> {
  let ctx: Context | undefined;
  try {
    const log = createLogger({ level: 'warn', name: 'settlement' });
    ctx = createContext(readCliConfig(), { name: 'settlement', log, actor: actor() });
    await ctx.clock.refresh?.();
    await work(ctx);
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  } finally {
    if (ctx) await closeContext(ctx);
  }
}

/** Runs work that starts workflows. */
export async function withTemporal<T>(ctx: Context, work: (temporal: TemporalClient) => Promise<T>): Promise<T> {
  const temporal = createTemporalClient(ctx.config);
  try {
    return await work(temporal);
  } finally {
    await temporal.close();
  }
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === '42P01') return 'The database is empty: run `npm run migrate` first.';
  // The client says only what it was about, its cause that nobody answered.
  if (error.name === 'ServiceError' && error.cause) return `${error.message}: ${describe(error.cause)}`;
  // A workflow's failure wraps the activity's, and that one the reason.
  if (error.name === 'WorkflowFailedError' || error.name === 'ActivityFailure') return describe(error.cause);
  return error.message;
}

export const defaultRequester = accountName;

export function month(text: string): string {
  if (!isMonth(text)) throw new InvalidArgumentError('must be a month such as 2026-10.');
  return text;
}

export function currency(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new InvalidArgumentError('must be three capital letters such as EUR.');
  return text;
}

/** For people: always with the currency, and nothing for nothing. */
export function money(minor: number | null, code: string): string {
  return minor === null ? '–' : `${toDecimal(minor, code)} ${code}`;
}

import { createLogger } from '../observability/logger.js';
import { type Context, closeContext, createContext } from '../services/context.js';
import { createTemporalClient, type TemporalClient } from '../temporal/client.js';
import { actor } from './actor.js';
import { readCliConfig } from './connect.js';

/**
 * Runs one command on a context of its own; a refusal is one line on the standard error and exit code 1.
 *
 * @param command its name, for the log and `pg_stat_activity`.
 * @param options.connections the fewest to the database that it needs.
 */
export async function runCommand(
  command: string,
  work: (ctx: Context) => Promise<void>,
  { connections = 1 }: { connections?: number } = {},
): Promise<void> {
  let ctx: Context | undefined;
  try {
    const config = readCliConfig();
    config.database.pool = Math.max(connections, config.database.pool);
    const log = createLogger({ level: 'warn', name: command });
    ctx = createContext(config, { name: command, log, actor: actor() });
    await ctx.clock.refresh?.();
    await work(ctx);
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  } finally {
    if (ctx) await closeContext(ctx);
  }
}

/** Runs work that starts or signals workflows. */
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
  if ('code' in error && error.code === 'ENOENT' && 'path' in error) return `There is no file ${error.path}.`;
  if ('code' in error && error.code === '42P01') return 'The database is empty: run `npm run migrate` first.';
  // The client says only what it was about, its cause that nobody answered.
  if (error.name === 'ServiceError' && error.cause) return `${error.message}: ${describe(error.cause)}`;
  // A workflow's failure wraps the activity's, and that one the reason.
  if (error.name === 'WorkflowFailedError' || error.name === 'ActivityFailure') return describe(error.cause);
  return error.message;
}

import { closeContext, createContext } from '../../context/create-context.js';
import type { Context } from '../../platform/context/context.js';
import { createLogger } from '../../platform/logs/logger.js';
import { readCliConfig } from './connect.js';
import type { Session } from './session.js';

/** Enough for any command: an import reads, writes and projects at the same time. */
const CONNECTIONS = 4;

/**
 * Does work on a context of its own, and closes it.
 *
 * @param name for the log and `pg_stat_activity`.
 */
export async function withContext<T>(session: Session, name: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = readCliConfig(session.io.env);
  config.database.pool = Math.max(CONNECTIONS, config.database.pool);
  // The command itself prints what people need: lines of JSON are for files and pipes.
  const isTerminal = (session.io.stderr as { isTTY?: boolean }).isTTY === true;
  const log = createLogger({
    level: session.json || isTerminal ? 'silent' : 'warn',
    name,
    destination: session.io.stderr,
  });
  const ctx = createContext(config, { name, log, actor: session.actor });
  try {
    await ctx.clock.refresh?.();
    return await work(ctx);
  } finally {
    await closeContext(ctx);
  }
}

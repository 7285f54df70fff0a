import { closeContext, createContext } from '../../context/create-context.js';
import type { Context } from '../../platform/context/context.js';
import { createLogger } from '../../platform/logs/logger.js';
import { readCliConfig } from './connect.js';
import type { Session } from './session.js';

/** The least that any command needs: an import reads, writes and projects at the same time. */
const CONNECTIONS = 4;

/** Does work on a context of its own, and closes it. @param name for the log and `pg_stat_activity`. */
export async function withContext<T>(session: Session, name: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = readCliConfig(session.io.env);
  config.database.pool = Math.max(CONNECTIONS, config.database.pool);
  // Log lines are JSON. On a terminal they would come between the command's own messages; with `--json`, standard error
  // has the one error object and nothing else.
  const isTerminal = (session.io.stderr as { isTTY?: boolean }).isTTY === true;
  const log = createLogger({
    level: session.json || isTerminal ? 'silent' : 'warn',
    name,
    destination: session.io.stderr,
  });
  const ctx = createContext(config, { name, log, actor: session.actor });
  try {
    // Before its first reading, the context's clock is this machine's, which may be wrong.
    await ctx.clock.refresh?.();
    return await work(ctx);
  } finally {
    await closeContext(ctx);
  }
}

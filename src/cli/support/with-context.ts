import { closeContext, createContext } from '../../context/create-context.js';
import type { Context } from '../../platform/context/context.js';
import { createLogger } from '../../platform/logs/logger.js';
import { readCliConfig } from './connect.js';
import type { Session } from './session.js';

/**
 * Does work on a context of its own, and closes it.
 *
 * @param settings.name for the log and `pg_stat_activity`.
 * @param settings.connections the fewest to the database that the work needs.
 */
export async function withContext<T>(
  session: Session,
  { name, connections }: { name: string; connections: number },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const config = readCliConfig(session.io.env);
  config.database.pool = Math.max(connections, config.database.pool);
  const log = createLogger({ level: session.json ? 'silent' : 'warn', name, destination: session.io.stderr });
  const ctx = createContext(config, { name, log, actor: session.actor });
  try {
    await ctx.clock.refresh?.();
    return await work(ctx);
  } finally {
    await closeContext(ctx);
  }
}

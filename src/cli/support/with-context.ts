import { closeContext, createContext } from '../../context/create-context.js';
import { readRuntime } from '../../embedded/runtime-file.js';
import { type Config, ConfigError, readConfig } from '../../platform/config/config.js';
import type { Context } from '../../platform/context/context.js';
import { createLogger } from '../../platform/logs/logger.js';
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

/**
 * The settings of a command: the environment's, and by default the settings of the `npm start` that is running on the
 * same data folder.
 *
 * @throws {ConfigError} when nothing is running and no DATABASE_URL is set.
 */
export function readCliConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const own = readConfig(env);
  const runtime = readRuntime(own.dataDir);
  if (!runtime && !own.database.url) {
    throw new ConfigError(
      `Nothing is running on the data folder ${own.dataDir}. Run \`npm start\` in another terminal first. ` +
        'If it runs with a DATA_DIR, set the same one here. Or set DATABASE_URL (and TEMPORAL_ADDRESS) to use other servers.',
    );
  }
  if (!runtime || own.database.url) return own;
  const found = {
    DATABASE_URL: runtime.database_url,
    TEMPORAL_ADDRESS: runtime.temporal_address,
    PORT: runtime.port === undefined ? undefined : String(runtime.port),
    BASE_URL: runtime.base_url,
    PAYMENTS: runtime.payments,
    PAYOUTS: runtime.payouts,
    ENCRYPTION_KEY: runtime.encryption_key,
    ENCRYPTION_KEY_PREVIOUS: runtime.encryption_key_previous,
    EXAMPLE_RECEIVER: runtime.example_receiver,
    LISTEN_RECEIVER: runtime.listen_receiver,
  };
  const merged = { ...env };
  for (const [name, value] of Object.entries(found)) if (!merged[name]) merged[name] = value;
  return readConfig(merged);
}

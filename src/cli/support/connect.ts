import { readRuntime } from '../../embedded/runtime-file.js';
import { type Config, ConfigError, readConfig } from '../../platform/config/config.js';

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

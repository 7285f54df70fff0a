import { randomBytes } from 'node:crypto';
import type { PaymentsPort } from '../adapters/payments/port.js';
import { createSimulatedPayments } from '../adapters/payments/simulated.js';
import { type Config, ConfigError } from '../config/config.js';
import { type Clock, systemClock } from '../domain/clock.js';
import { createLogger, type Logger } from '../observability/logger.js';
import { connectDatabase, type Sql } from '../store/database.js';

/** What every use case is handed: `verb(ctx, input)`. */
export interface Context {
  config: Config;
  sql: Sql;
  clock: Clock;
  log: Logger;
  payments: PaymentsPort;
  /** 32 bytes that sign cursors and visitor hashes and encrypt secrets. */
  encryptionKey: Buffer;
}

/**
 * Opens what one process needs. Close it with {@link closeContext}.
 *
 * @param options.name of the process, for the log and `pg_stat_activity`.
 * @throws {ConfigError} when `DATABASE_URL` is missing, or `ENCRYPTION_KEY` in production.
 */
export function createContext(config: Config, options: { name: string; clock?: Clock; log?: Logger }): Context {
  if (!config.database.url) throw new ConfigError('DATABASE_URL: must be set for this process');
  if (!config.encryptionKey && config.env === 'production') {
    throw new ConfigError('ENCRYPTION_KEY: must be set in production (32 bytes as base64)');
  }
  return {
    config,
    sql: connectDatabase({ ...config.database, url: config.database.url, name: options.name }),
    clock: options.clock ?? systemClock,
    log: options.log ?? createLogger({ level: config.logLevel, name: options.name }),
    payments: createSimulatedPayments({ origin: config.origin, live: config.payments === 'simulated' }),
    encryptionKey: config.encryptionKey ?? randomBytes(32),
  };
}

export async function closeContext(ctx: Context): Promise<void> {
  await ctx.sql.end({ timeout: 5 });
}

import type { Config } from '../config/config.js';
import { StartError } from '../embedded/start-error.js';
import { createLogger } from '../observability/logger.js';
import { seedDemoCompany } from '../services/companies/seed-demo-company.js';
import { closeContext, createContext } from '../services/context.js';
import { migrate } from '../store/migrate.js';
import type { DemoSecrets } from './demo-secrets.js';

/**
 * Brings the database to the newest shape and puts the demonstration in, unless it is there.
 *
 * @throws {StartError} when the database cannot be reached or changed.
 */
export async function fillDatabase(
  config: Config,
  keys: DemoSecrets['keys'],
  say: (line: string) => void,
): Promise<void> {
  const log = createLogger({ level: 'warn', name: 'start' });
  const ctx = createContext(config, { name: 'start', log });
  try {
    const { applied } = await migrate(ctx.sql);
    if (applied.length > 0) say(`Applied ${applied.length} database migrations`);
    await seedDemoCompany(ctx, keys);
  } catch (error) {
    throw new StartError(`The database cannot be prepared: ${describe(error)}`);
  } finally {
    await closeContext(ctx);
  }
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error ? error.message : String(error);
}

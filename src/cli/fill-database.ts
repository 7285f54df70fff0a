import { closeContext, createContext } from '../context/create-context.js';
import { StartError } from '../embedded/start-error.js';
import type { Config } from '../platform/config/config.js';
import type { Context } from '../platform/context/context.js';
import { MigrationMismatch, migrate } from '../platform/database/migrate.js';
import { createLogger } from '../platform/logs/logger.js';
import { seedDemo } from './demo/seed-demo.js';
import { demoSubscription, seedDemoClient, seedDemoEndpoints, seedDemoOwner } from './demo/seed-demo-company.js';
import { seedDemoMonth } from './demo/seed-demo-month.js';
import { type DemoSecrets, demoOAuthClient, demoWebhookSecret } from './demo-secrets.js';

export interface MigrateOptions {
  say: (line: string) => void;
  /** The data folder that the database is in, unless another start runs it. */
  folder?: string;
}

/** @throws {StartError} when the database cannot be reached or changed, or another version made it. */
export function migrateDatabase(config: Config, { say, folder }: MigrateOptions): Promise<void> {
  return withContext(config, async (ctx) => {
    const { applied } = await migrate(ctx.sql).catch((error: unknown) => {
      throw folder !== undefined && error instanceof MigrationMismatch ? ofAnotherVersion(folder, error) : error;
    });
    if (applied.length > 0) say(`Applied ${applied.length} database migrations`);
  });
}

function ofAnotherVersion(folder: string, { madeBy, message }: MigrationMismatch): StartError {
  const version = { older: 'an older version', newer: 'a newer version', another: 'another version' }[madeBy];
  const detail = madeBy === 'another' ? ` ${message}.` : '';
  return new StartError(
    `The data folder ${folder} was made by ${version} of Partner Events, and this one cannot use it.${detail}\n` +
      'Start that version, or start over: `npm start -- --fresh` deletes all data in the folder.',
  );
}

export interface DemoFacts {
  bulkSubscription: string | null;
  /** Signs the demo company's owner in, once. */
  signInUrl: string | null;
}

/** Loads the demonstration, unless it is there. @throws {StartError} when it cannot. */
export function fillDatabase(config: Config, secrets: DemoSecrets): Promise<DemoFacts> {
  return withContext(config, async (ctx) => {
    await ctx.clock.refresh?.();
    await seedDemo(ctx, { keys: secrets.keys });
    await seedDemoClient(ctx, { testKey: secrets.keys.test, given: demoOAuthClient(secrets) });
    // Before there is an endpoint: past changes are no news.
    await seedDemoMonth(ctx);
    const receiver = config.exampleReceiver;
    if (receiver) {
      await seedDemoEndpoints(ctx, { testKey: secrets.keys.test, receiver, secret: demoWebhookSecret(secrets) });
    }
    return { bulkSubscription: await demoSubscription(ctx), signInUrl: await seedDemoOwner(ctx) };
  });
}

async function withContext<T>(config: Config, work: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = createContext(config, { name: 'start', log: createLogger({ level: 'warn', name: 'start' }) });
  try {
    return await work(ctx);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database cannot be prepared: ${describe(error)}`);
  } finally {
    await closeContext(ctx);
  }
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error ? error.message : String(error);
}

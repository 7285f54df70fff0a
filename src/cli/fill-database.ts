import type { Config } from '../config/config.js';
import { StartError } from '../embedded/start-error.js';
import { createLogger } from '../observability/logger.js';
import { seedDemo } from '../services/catalogue/seed-demo.js';
import { demoSubscription } from '../services/companies/seed-demo-company.js';
import { type Context, closeContext, createContext } from '../services/context.js';
import { seedDemoClient } from '../services/oauth/seed-demo-client.js';
import { seedDemoEndpoints } from '../services/webhooks/seed-demo-endpoints.js';
import { migrate } from '../store/migrate.js';
import { type DemoSecrets, demoOAuthClient, demoWebhookSecret } from './demo-secrets.js';

/**
 * Brings the database to the newest shape.
 *
 * @throws {StartError} when it cannot be reached or changed.
 */
export function migrateDatabase(config: Config, say: (line: string) => void): Promise<void> {
  return withContext(config, async (ctx) => {
    const { applied } = await migrate(ctx.sql);
    if (applied.length > 0) say(`Applied ${applied.length} database migrations`);
  });
}

/** What the demonstration has that is told at the start. */
export interface DemoFacts {
  bulkSubscription: string | null;
}

/**
 * Puts the demonstration in, unless it is there.
 *
 * @throws {StartError} when it cannot.
 */
export function fillDatabase(config: Config, secrets: DemoSecrets): Promise<DemoFacts> {
  return withContext(config, async (ctx) => {
    await ctx.clock.refresh?.();
    await seedDemo(ctx, { keys: secrets.keys });
    await seedDemoClient(ctx, { testKey: secrets.keys.test, given: demoOAuthClient(secrets) });
    const receiver = config.exampleReceiver;
    if (receiver) {
      await seedDemoEndpoints(ctx, { testKey: secrets.keys.test, receiver, secret: demoWebhookSecret(secrets) });
    }
    return { bulkSubscription: await demoSubscription(ctx) };
  });
}

async function withContext<T>(config: Config, work: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = createContext(config, { name: 'start', log: createLogger({ level: 'warn', name: 'start' }) });
  try {
    return await work(ctx);
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

import { randomBytes } from 'node:crypto';
import { closeContext, createContext } from '../../src/context/create-context.js';
import type { Clock } from '../../src/core/clock.js';
import type { Mode } from '../../src/core/mode.js';
import type { PaymentsPort } from '../../src/payments/port.js';
import { readConfig } from '../../src/platform/config/config.js';
import type { Context } from '../../src/platform/context/context.js';
import { createTestDatabase } from './database.js';
import { testNamespace, testTemporalAddress } from './environment.js';

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  constructor(private instant: Date) {}

  now(): Date {
    return new Date(this.instant);
  }

  set(instant: Date | string): void {
    this.instant = new Date(instant);
  }

  /** @param milliseconds may be negative. */
  advance(milliseconds: number): void {
    this.instant = new Date(this.instant.getTime() + milliseconds);
  }
}

export interface TestContext extends Context {
  clock: TestClock;
  databaseUrl: string;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

export interface TestContextOptions {
  /** The initial time of the clock. */
  now?: string;
  /** Environment variables that override the tests'. */
  env?: Record<string, string>;
  /** Replaces parts of the context. */
  replace?: Partial<Omit<Context, 'clock'>>;
}

/** The context with something else about the processor of a mode. */
export function withProcessor<C extends Context>(ctx: C, mode: Mode, replaced: Partial<PaymentsPort>): C {
  const port = { ...ctx.payments.of(mode), ...replaced };
  const of = (other: Mode) => (other === mode ? port : ctx.payments.of(other));
  return { ...ctx, payments: { ...ctx.payments, of } };
}

/** A context on a database of its own, with a clock of its own and task queues that no other test uses. */
export async function createTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const database = await createTestDatabase();
  await database.sql.end();
  const clock = new TestClock(new Date(options.now ?? '2026-11-02T09:00:00.000Z'));
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: testTemporalAddress(),
    TEMPORAL_NAMESPACE: testNamespace(),
    TEMPORAL_QUEUE_SUFFIX: `-${randomBytes(4).toString('hex')}`,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    PAYMENTS: 'simulated',
    ...options.env,
  });
  const ctx = createContext(config, { name: 'test', clock });
  return {
    ...ctx,
    ...options.replace,
    clock,
    databaseUrl: database.url,
    async close() {
      await closeContext(ctx);
      await database.drop();
    },
  };
}

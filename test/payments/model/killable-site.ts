import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createContext } from '../../../src/context/create-context.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/embedded/postgres.js';
import { type Child, startChild } from '../../../src/embedded/processes.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { freePort, isPortFree } from '../../../src/platform/process/free-port.js';
import { Store } from '../../../tools/stripe-stand-in/store.js';
import { TestClock, type TestContext } from '../../support/context.js';
import { temporaryFolder, testNamespace, testTemporalAddress } from '../../support/environment.js';
import { type ApiProcess, spawnApi, stopApi } from '../../support/system/api-process.js';
import { kill, spawnWorker } from '../../support/system/worker-process.js';
import { waitFor } from '../../support/wait-for.js';

export const PROCESSES = ['api', 'worker', 'postgres', 'stripe'] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** Everything in processes of its own, on ports that stay, so that each can be killed and started again. */
export class KillableSite {
  private readonly folder = temporaryFolder();
  private readonly journal = join(this.folder.path, 'stripe.log');
  private ports = { api: 0, postgres: 0, stripe: 0 };
  private env: Record<string, string> = {};
  private api: ApiProcess | undefined;
  private worker: ChildProcess | undefined;
  private postgres: EmbeddedPostgres | undefined;
  private stripe: Child | undefined;
  ctx!: TestContext;

  static async start(): Promise<KillableSite> {
    const site = new KillableSite();
    await site.begin();
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.ports.api}`;
  }

  /** What Stripe's stand-in has written down. */
  get store(): Store {
    return new Store(this.journal);
  }

  private async begin(): Promise<void> {
    this.ports = { api: await freePort(), postgres: await freePort(), stripe: await freePort() };
    await this.revive('postgres');
    this.env = {
      NODE_ENV: 'test',
      PAYMENTS: 'stripe',
      PAYOUTS: 'stripe',
      STRIPE_KEY: 'rk_test_1',
      STRIPE_WEBHOOK_SECRETS: 'whsec_kills',
      STRIPE_API_BASE: `http://127.0.0.1:${this.ports.stripe}`,
      BANK_ACCOUNTS: 'EUR=DE89370400440532013000:COBADEFFXXX',
      TEST_PORT: String(this.ports.api),
      PUBLIC_URL: this.origin,
    };
    const databaseUrl = this.postgres?.url ?? '';
    const config = readConfig({
      ...this.env,
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
      DATA_DIR: this.folder.path,
      TEMPORAL_ADDRESS: testTemporalAddress(),
      TEMPORAL_NAMESPACE: testNamespace(),
      TEMPORAL_QUEUE_SUFFIX: `-${this.ports.api}`,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    const clock = new TestClock(new Date());
    // The operator's commands, which run in the test's process, go by real time as well.
    clock.now = () => new Date();
    this.ctx = { ...createContext(config, { name: 'operator', clock }), clock, databaseUrl, close: async () => {} };
    await migrate(this.ctx.sql);
    await Promise.all((['stripe', 'api', 'worker'] as const).map((name) => this.revive(name)));
  }

  /** Ends a process as `kill -9` does, and starts another in its place. */
  async killAndRevive(name: ProcessName): Promise<void> {
    await this.kill(name);
    await this.revive(name);
  }

  /** A command of the stand-in; repeated until it is there. */
  async atStripe(verb: string, input: object): Promise<Record<string, unknown>> {
    return waitFor(async () => {
      const body = JSON.stringify(input);
      const answer = await fetch(`${this.env.STRIPE_API_BASE}/_stand-in/${verb}`, { method: 'POST', body });
      return (await answer.json()) as Record<string, unknown>;
    });
  }

  async close(): Promise<void> {
    await Promise.all((['api', 'worker', 'stripe'] as const).map((name) => this.kill(name)));
    await Promise.all([this.ctx.sql, this.ctx.reads, this.ctx.quickReads].map((sql) => sql.end({ timeout: 0 })));
    await this.postgres?.stop();
    this.folder.remove();
  }

  private async kill(name: ProcessName): Promise<void> {
    if (name === 'api' && this.api) await stopApi(this.api);
    if (name === 'worker' && this.worker) await kill(this.worker);
    const child = name === 'postgres' ? this.postgres?.child : name === 'stripe' ? this.stripe : undefined;
    if (!child) return;
    process.kill(child.pid, 'SIGKILL');
    await child.ended;
  }

  private async revive(name: ProcessName): Promise<void> {
    const { api, postgres: port, stripe } = this.ports;
    if (name === 'api') this.api = await spawnApi(this.ctx, this.env);
    else if (name === 'worker') this.worker = await spawnWorker(this.ctx, this.env);
    else if (name === 'postgres') {
      // Children of a killed server end a moment after it.
      await waitFor(() => isPortFree(port, '127.0.0.1'));
      this.postgres = await startEmbeddedPostgres({ dataDir: join(this.folder.path, 'pg'), port, log: () => {} });
    } else {
      const program = ['-r', './test/support/run-typescript.cjs', 'tools/stripe-stand-in/main.ts'];
      const options = ['--port', stripe, '--file', this.journal, '--secret', 'whsec_kills'].map(String);
      const args = [...program, ...options, '--webhooks', `http://127.0.0.1:${api}/stripe/webhooks`];
      this.stripe = await startChild({ name: 'stripe', file: process.execPath, args, cwd: projectRoot() });
      await this.atStripe('waiting', {});
    }
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { createCompany } from '../../src/companies/create-company.js';
import { addWebhook } from '../../src/deliveries/add-webhook.js';
import { projectChanges } from '../../src/deliveries/project-changes.js';
import { removeEndpoint } from '../../src/deliveries/switch-endpoint.js';
import { locateTemporalServer } from '../../src/embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { stopAllChildren } from '../../src/embedded/processes.js';
import { startTemporalServer } from '../../src/embedded/temporal-server.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { type Context, closeContext, createContext } from '../../src/platform/context/context.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { enqueue } from '../../src/platform/outbox/messages.js';

/** A platform of its own with a worker process, a receiver, and another worker for bare workflows. */
export interface DeliverySite {
  ctx: Context;
  /** Adds webhooks of one company each; those whose path begins with `/hang` are never answered. */
  addEndpoints(paths: readonly string[]): Promise<string[]>;
  removeEndpoints(ids: readonly string[]): Promise<void>;
  /** Changes so many events in one transaction, and answers when it was committed. */
  changeEvents(count: number): Promise<number>;
  /** Does `work` and lets what it changed be fanned out, while one endpoint hears nothing. */
  keepFrom(path: string, work: () => Promise<unknown>): Promise<void>;
  /** Called for each request that came in, before it is answered. */
  onReceive(listener: (path: string, at: number) => void): void;
  /** Milliseconds that so many bare workflows take. */
  runBare(count: number): Promise<number>;
  close(): Promise<void>;
}

export async function openDeliverySite(options: { events: number }): Promise<DeliverySite> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-bench-'));
  const [database, temporal] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} }),
    locateTemporalServer(console.error).then((path) =>
      startTemporalServer({
        path,
        namespaces: ['partner-events'],
        withUi: false,
        logFile: join(folder, 'temporal.log'),
      }),
    ),
  ]);
  const environment = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ALLOW_PRIVATE_DELIVERY: '1',
    LOG_LEVEL: 'warn',
  };
  const ctx = createContext(readConfig(environment), { name: 'bench' });
  await migrate(ctx.sql);
  await generateEvents(ctx, { events: options.events, seed: 1, organizer: { source: 'bench' } });
  const worker = await startProcess('activities/worker.js', [], { ...process.env, ...environment });
  const bare = await startProcess('bench/support/bare-worker.js', [temporal.address, 'partner-events'], process.env);
  let listener: (path: string, at: number) => void = () => {};
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const path = request.url ?? '';
      listener(path, performance.now());
      if (!path.startsWith('/hang')) response.writeHead(204).end();
    });
  });
  const port = await listening(server);
  let company = 0;
  return {
    ctx,
    onReceive: (wanted) => {
      listener = wanted;
    },
    async addEndpoints(paths) {
      const ids: string[] = [];
      for (const path of paths) {
        const { id: companyId } = await createCompany(ctx, { name: `Bench ${++company}` });
        const { id: key } = await createKey(ctx, { companyId, kind: 'server' });
        ids.push((await addWebhook(ctx, { key, url: `http://127.0.0.1:${port}${path}` })).id);
      }
      return ids;
    },
    async removeEndpoints(ids) {
      for (const id of ids) await removeEndpoint(ctx, id);
    },
    async keepFrom(path, work) {
      const hears = (events: boolean) =>
        ctx.sql`UPDATE delivery_endpoints SET subscribes_events = ${events} WHERE url LIKE ${`%${path}`}`;
      await hears(false);
      await work();
      const waiting = () => ctx.sql`SELECT FROM changes WHERE fanned_out_at IS NULL LIMIT 1`;
      while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await hears(true);
    },
    async changeEvents(count) {
      await ctx.sql.begin(async (tx) => {
        const rows = await tx<{ id: string }[]>`
          UPDATE events SET name = 'Changed ' || ${randomBytes(4).toString('hex')}
           WHERE id IN (SELECT id FROM events WHERE NOT test ORDER BY id LIMIT ${count}) RETURNING id`;
        await enqueue(
          tx,
          'event.touched',
          rows.map((row) => row.id),
          ctx.clock.now(),
        );
      });
      const committed = performance.now();
      await projectChanges(ctx);
      return committed;
    },
    runBare: (count) =>
      new Promise((resolve) => {
        bare.once('message', ({ milliseconds }: { milliseconds: number }) => resolve(milliseconds));
        bare.send({ start: count });
      }),
    async close() {
      await Promise.all([worker, bare].map(ended));
      server.closeAllConnections();
      server.close();
      await closeContext(ctx);
      await stopAllChildren();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess(entry: string, args: string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(join(projectRoot(), 'dist', entry), args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code}`)));
  });
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

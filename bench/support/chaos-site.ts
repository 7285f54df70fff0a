import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { locateTemporalServer } from '../../src/embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { type Child, startChild, stopAllChildren } from '../../src/embedded/processes.js';
import { startTemporalServer } from '../../src/embedded/temporal-server.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Context } from '../../src/platform/context/context.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { type SteadyProxy, startSteadyProxy } from '../../test/support/outside/steady-proxy.js';
import { pause } from './run.js';

export const PARTS = ['worker', 'api', 'temporal', 'postgres'] as const;
export type Part = (typeof PARTS)[number] | 'second worker' | 'wrong worker';

/** Loaded before a program: its machine's clock is wrong by this much. */
const WRONG_CLOCK = `const Right = Date;
const ms = Number(process.env.CLOCK_AHEAD_MS);
globalThis.Date = class Date extends Right {
  constructor(...given) { if (given.length > 0) super(...given); else super(Right.now() + ms); }
  static now() { return Right.now() + ms; }
};`;

export interface ChaosSite {
  ctx: Context;
  /** With the logs, such as `temporal.log`. */
  folder: string;
  /** Where the API listens. */
  origin: string;
  /** The current process of a part. */
  pidOf(part: Part): number;
  /** Kills a part with SIGKILL, and starts it again after `away` milliseconds. */
  crash(part: Part, away: number): Promise<void>;
  /** Stops a part for some milliseconds, and then continues it. */
  stall(part: Part, milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Everything the service runs on, each part a process of its own, which comes back after a kill.
 *
 * @param more settings of the API and the worker. With `TEMPORAL_ADDRESS`, that server is used, and none is started.
 * @param clocks there are two workers, whose machines' clocks are ahead by these milliseconds, and a third worker that
 * is too far off to take any work. Nothing waits for it.
 */
export async function openChaosSite(
  more: Record<string, string> = {},
  clocks?: { worker: number; second: number; wrong: number },
): Promise<ChaosSite> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-chaos-'));
  const parts = new Map<Part, Child>();
  const proxies: Partial<Record<Part, SteadyProxy>> = {};
  let databaseUrl = '';

  const steady = async (part: Part, port: number): Promise<number> => {
    const proxy = proxies[part] ?? (await startSteadyProxy(port));
    proxy.target = port;
    proxies[part] = proxy;
    return proxy.port;
  };
  const start: Record<Part, () => Promise<Child>> = {
    async postgres() {
      const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} });
      const url = new URL(server.url);
      url.port = String(await steady('postgres', Number(url.port)));
      databaseUrl = url.href;
      return server.child;
    },
    async temporal() {
      const server = await startTemporalServer({
        path: await locateTemporalServer(console.error),
        dataFile: join(folder, 'temporal/temporal.db'),
        namespaces: ['partner-events'],
        withUi: false,
        logFile: join(folder, 'temporal.log'),
      });
      await steady('temporal', Number(new URL(`http://${server.address}`).port));
      return server.child;
    },
    worker: () => startFace('worker', 'worker/worker.js', clocks?.worker),
    'second worker': () => startFace('second-worker', 'worker/worker.js', clocks?.second),
    'wrong worker': () => startFace('wrong-worker', 'worker/worker.js', clocks?.wrong, false),
    api: () => startFace('api', 'api/server.js'),
  };
  const encryptionKey = randomBytes(32).toString('base64');
  const apiPort = await freePort();
  const environment = () => ({
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: `127.0.0.1:${proxies.temporal?.port}`,
    ENCRYPTION_KEY: encryptionKey,
    ALLOW_PRIVATE_DELIVERY: '1',
    PORT: String(apiPort),
    LOG_LEVEL: 'error',
    ...more,
  });
  const wrongClock = join(folder, 'wrong-clock.cjs');
  writeFileSync(wrongClock, WRONG_CLOCK);
  const startFace = async (name: string, entry: string, aheadMs = 0, becomesReady = true): Promise<Child> => {
    const wrong = { NODE_OPTIONS: `--require ${wrongClock}`, CLOCK_AHEAD_MS: String(aheadMs) };
    const child = await startChild({
      name,
      file: process.execPath,
      args: [join(projectRoot(), 'dist', entry)],
      env: { ...process.env, ...environment(), ...(aheadMs !== 0 && wrong) },
      logFile: join(folder, `${name}.log`),
      channel: true,
    });
    if (becomesReady) await Promise.race([child.ready, child.ended]);
    return child;
  };

  parts.set('postgres', await start.postgres());
  if (!more.TEMPORAL_ADDRESS) parts.set('temporal', await start.temporal());
  const ctx = createContext(readConfig(environment()), { name: 'chaos' });
  await migrate(ctx.sql);
  const faces: Part[] = clocks ? ['worker', 'second worker', 'wrong worker', 'api'] : ['worker', 'api'];
  for (const part of faces) parts.set(part, await start[part]());

  /** A process exits if its servers are down when it starts: its supervisor restarts it. */
  const bringUp = async (part: Part): Promise<void> => {
    for (;;) {
      const child = await start[part]();
      if (child.isRunning()) {
        parts.set(part, child);
        return;
      }
      await pause(500);
    }
  };
  return {
    ctx,
    folder,
    origin: `http://127.0.0.1:${apiPort}`,
    pidOf: (part) => parts.get(part)?.pid ?? 0,
    async crash(part, away) {
      const child = parts.get(part);
      if (child?.isRunning()) process.kill(child.pid, 'SIGKILL');
      await child?.ended;
      await pause(away);
      await bringUp(part);
      // Parts that ended on their own are started again too, as by a process manager.
      for (const [other, { isRunning }] of parts) if (!isRunning()) await bringUp(other);
    },
    async stall(part, milliseconds) {
      const child = parts.get(part);
      if (!child?.isRunning()) return;
      process.kill(child.pid, 'SIGSTOP');
      await pause(milliseconds);
      process.kill(child.pid, 'SIGCONT');
    },
    async close() {
      await closeContext(ctx).catch(() => {});
      await stopAllChildren();
      for (const proxy of Object.values(proxies)) proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { locateTemporalServer } from '../../src/embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { type Child, startChild } from '../../src/embedded/processes.js';
import { startTemporalServer } from '../../src/embedded/temporal-server.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Context } from '../../src/platform/context/context.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { imageNodeOptions } from './image.js';

/** An empty, migrated database, a Temporal server where one is wanted, and our processes on them. */
export interface Platform {
  ctx: Context;
  /** With the logs. */
  folder: string;
  /** Settings that all our processes share. */
  environment: Record<string, string>;
  /**
   * Starts a program of ours, such as `worker/worker.js`, and waits until it is ready.
   *
   * @throws {Error} with the end of its log when it ends before.
   */
  serve(name: string, file: string, env?: Record<string, string>): Promise<Child>;
  /** Starts the API; `origin` is its address. */
  serveApi(env?: Record<string, string>): Promise<{ child: Child; origin: string }>;
  close(): Promise<void>;
}

/** @param settings of all our processes. */
export async function openPlatform(
  settings: Record<string, string> = {},
  { temporal: withTemporal = false } = {},
): Promise<Platform> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-bench-'));
  const [database, temporal] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} }),
    withTemporal && startTemporal(folder),
  ]);
  const environment = {
    DATABASE_URL: database.url,
    ...(temporal && { TEMPORAL_ADDRESS: temporal.address }),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: imageNodeOptions('worker'),
    ...settings,
  };
  const ctx = createContext(readConfig(environment), { name: 'bench' });
  await migrate(ctx.sql);
  const children: Child[] = [];
  const serve = async (name: string, file: string, env: Record<string, string> = {}): Promise<Child> => {
    const child = await startChild({
      name,
      file: process.execPath,
      args: [join(projectRoot(), 'dist', file)],
      env: { ...process.env, ...environment, ...env },
      logFile: join(folder, `${name}.log`),
      channel: true,
    });
    children.push(child);
    const early = child.ended.then((how) => Promise.reject(new Error(`the ${name} ${how}:\n${child.tail()}`)));
    await Promise.race([child.ready, early]);
    return child;
  };
  return {
    ctx,
    folder,
    environment,
    serve,
    async serveApi(env) {
      const port = await freePort();
      return {
        child: await serve('api', 'api/server.js', {
          NODE_OPTIONS: imageNodeOptions('api'),
          ...env,
          PORT: `${port}`,
        }),
        origin: `http://127.0.0.1:${port}`,
      };
    },
    async close() {
      await Promise.all(children.map((child) => child.stop()));
      await closeContext(ctx);
      if (temporal) await temporal.child.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startTemporal(folder: string) {
  return startTemporalServer({
    path: await locateTemporalServer(console.error),
    namespaces: ['partner-events'],
    withUi: false,
    logFile: join(folder, 'temporal.log'),
  });
}

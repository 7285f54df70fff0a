import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildApp } from '../../../api/app.js';
import { createMetrics } from '../../../api/http/metrics.js';
import { createContext } from '../../../src/context/create-context.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { serveMetrics } from '../../../src/platform/metrics/metrics-server.js';
import type { TestContext } from '../context.js';

export interface ApiProcess {
  child: ChildProcess;
  port: number;
  origin: string;
  /** Where it answers `GET /metrics`. */
  metrics: string;
  /** Its log, line by line. */
  log: string[];
}

/** How long requests may take to arrive, in milliseconds. */
export interface ApiTimeouts {
  headersTimeout?: number;
  requestTimeout?: number;
}

/**
 * An API in a separate process, on the database of a test.
 *
 * @param env environment variables above those of the test.
 */
export async function spawnApi(
  ctx: TestContext,
  env: Record<string, string> = {},
  timeouts: ApiTimeouts = {},
): Promise<ApiProcess> {
  const child = spawn(process.execPath, ['-r', join(projectRoot(), 'test/support/run-typescript.cjs'), __filename], {
    cwd: projectRoot(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      DATABASE_URL: ctx.databaseUrl,
      DATA_DIR: ctx.config.dataDir,
      ENCRYPTION_KEY: ctx.config.encryptionKey?.toString('base64'),
      TEST_TIMEOUTS: JSON.stringify(timeouts),
      ...env,
    },
  });
  const log: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => log.push(...text.split('\n').filter(Boolean)));
  const ports = await new Promise<{ api: number; metrics: number }>((resolve, reject) => {
    child.once('message', (message: { api: number; metrics: number }) => resolve(message));
    child.once('exit', (code) => reject(new Error(`the API ended with ${code}`)));
  });
  return {
    child,
    port: ports.api,
    origin: `http://127.0.0.1:${ports.api}`,
    metrics: `http://127.0.0.1:${ports.metrics}/metrics`,
    log,
  };
}

export function isAlive({ child }: ApiProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

export async function stopApi({ child }: ApiProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** The value of one line of its metrics; NaN where there is none. @param series a name with its labels. */
export async function readMetric({ metrics }: ApiProcess, series: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const line = text.split('\n').find((line) => line.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1));
}

async function main(): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  const ctx = createContext(readConfig(process.env), { name: 'test api' });
  const metrics = createMetrics(ctx);
  const timeouts: ApiTimeouts = JSON.parse(process.env.TEST_TIMEOUTS ?? '{}');
  const app = await buildApp(ctx, { ...timeouts, metrics });
  // A named port stays the same when a process replaces a killed one.
  await app.listen({ host: '127.0.0.1', port: Number(process.env.TEST_PORT ?? 0) });
  const { port } = await serveMetrics(metrics.registry, { host: '127.0.0.1', port: 0 });
  process.send?.({ api: (app.server.address() as AddressInfo).port, metrics: port });
}

if (require.main === module) void main();

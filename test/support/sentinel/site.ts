import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { keepNamespace } from '../../../src/platform/health/sql.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import type { TestContext } from '../context.js';
import { temporaryFolder } from '../environment.js';
import { waitFor } from '../wait-for.js';
import type { Place } from './places.js';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The API and a worker as they run in production, everything they write kept. */
export interface Site {
  origin: string;
  /** Calls the API and keeps the answer under a name; redirects are not followed. */
  call(name: string, path: string, options?: CallOptions): Promise<Answer>;
  /** All responses and log lines so far. */
  places(): Place[];
  stop(): Promise<void>;
}

/** Starts both from `dist`, on the database, the files and the task queues of a test. */
export async function startSite(ctx: TestContext): Promise<Site> {
  const folder = temporaryFolder();
  await keepNamespace(ctx.sql, ctx.config.temporal.namespace, { replace: false });
  const [port, metricsPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const { temporal, encryptionKey, allowPrivateDelivery, dataDir } = ctx.config;
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'trace',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    BASE_URL: `${origin}/v1`,
    DATA_DIR: dataDir,
    DATABASE_URL: ctx.databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    TEMPORAL_QUEUE_SUFFIX: temporal.queueSuffix,
    ENCRYPTION_KEY: encryptionKey?.toString('base64'),
    ALLOW_PRIVATE_DELIVERY: allowPrivateDelivery ? '1' : '0',
    PAYMENTS: 'simulated',
    SMTP_URL: ctx.config.mail?.smtpUrl,
    MAIL_FROM: ctx.config.mail?.from.address,
  };
  const logs: Record<string, string> = { api: '', worker: '' };
  const answers: Place[] = [];
  const run = (name: 'api' | 'worker', entry: string): ChildProcess => {
    const child = spawn(process.execPath, ['--enable-source-maps', join(projectRoot(), 'dist', entry)], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (logs[name] += chunk));
    return child;
  };
  const children = [run('api', 'api/server.js'), run('worker', 'worker/worker.js')];
  const stop = async () => {
    const ended = children.map((child) => child.exitCode ?? new Promise((resolve) => child.once('close', resolve)));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(ended);
    folder.remove();
  };
  const ready = () => Object.values(logs).every((log) => log.includes('"msg":"ready"'));
  try {
    await waitFor(() => ready() || children.some((child) => child.exitCode !== null));
    if (!ready()) throw new Error(`A process ended:\n${logs.api}\n${logs.worker}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin,
    stop,
    async call(name, path, options = {}) {
      const url = path === '/metrics' ? `http://127.0.0.1:${metricsPort}/metrics` : origin + path;
      const response = await fetch(url, { redirect: 'manual', ...options });
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
      const head = [...response.headers].map(([field, value]) => `${field}: ${value}`).join('\n');
      answers.push({ name: `answer ${name}`, text: `${response.status}\n${head}\n\n${text}` });
      return { status: response.status, headers: response.headers, text };
    },
    places: () => [...answers, ...Object.entries(logs).map(([name, text]) => ({ name: `log ${name}`, text }))],
  };
}

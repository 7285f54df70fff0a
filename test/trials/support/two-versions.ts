import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { locateTemporalServer } from '../../../src/embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../../../src/embedded/postgres.js';
import { type Child, startChild, stopAllChildren, untilReady } from '../../../src/embedded/processes.js';
import { startTemporalServer } from '../../../src/embedded/temporal-server.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { ROW_CASE } from '../../../src/platform/database/database.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import { type MailSink, startMailSink } from '../../support/outside/mail-sink.js';
import { type Nginx, startNginx } from '../../support/system/nginx.js';

type Face = 'worker' | 'API';

/** Two workers and two APIs behind nginx, in production, which another version can replace. */
export interface Versions {
  origin: string;
  sql: postgres.Sql;
  sink: MailSink;
  /** Runs `partner-events` of a version. @returns its output. */
  command(version: string, ...args: string[]): Promise<string>;
  /** Replaces one after the other, as an operator does. */
  replaceAll(face: Face, version: string): Promise<void>;
  close(): Promise<void>;
}

/** Earlier versions had the worker among the activities. */
const ENTRIES = {
  worker: ['dist/worker/worker.js', 'dist/activities/worker.js'],
  API: ['dist/api/server.js'],
} as const;

/** A version is the folder of a built checkout. @param first the version that runs first. */
export async function openTwoVersions(first: string): Promise<Versions> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-upgrade-'));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} });
  const temporal = await startTemporalServer({
    path: await locateTemporalServer(console.error),
    dataFile: join(folder, 'temporal/temporal.db'),
    namespaces: ['partner-events'],
    withUi: false,
    logFile: join(folder, 'temporal.log'),
  });
  const sink = await startMailSink();
  const sql = postgres(database.url, { max: 3, transform: ROW_CASE, onnotice: () => {} });
  const ports = { API: [await freePort(), await freePort()], nginx: await freePort() };
  const origin = `http://127.0.0.1:${ports.nginx}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BASE_URL: `${origin}/v1`,
    DATA_DIR: join(folder, 'data'),
    TRUSTED_PROXIES: '127.0.0.1',
    PAYMENTS: 'simulated',
    SMTP_URL: sink.url,
    MAIL_FROM: 'tickets@service.example',
    WORKER_METRICS_PORT: 'off',
    LOG_LEVEL: 'warn',
  };
  const running = { worker: [] as Child[], API: [] as Child[] };
  const command = async (version: string, ...args: string[]) => {
    const file = join(version, 'bin/partner-events.cjs');
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { cwd: version, env });
    return stdout;
  };
  /** The first time, starts it; then ends what runs with SIGTERM first. Waits until it is ready. */
  const replace = async (face: Face, index: number, version: string) => {
    await running[face][index]?.stop();
    const port = ports.API[index];
    const child = await startChild({
      name: `${face} ${index}`,
      file: process.execPath,
      args: [
        '--enable-source-maps',
        join(version, ENTRIES[face].find((file) => existsSync(join(version, file))) ?? ENTRIES[face][0]),
      ],
      cwd: version,
      env: { ...env, ...(face === 'API' && { HOST: '127.0.0.1', PORT: `${port}` }) },
      logFile: join(folder, `${face}-${index}.log`),
      channel: true,
      graceSeconds: 30,
    });
    running[face][index] = child;
    const isReady = () =>
      face === 'API' ? fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok) : child.ready.then(() => true);
    if (!(await untilReady(child, isReady, 90))) throw new Error(`${child.name} is not ready:\n${child.tail()}`);
  };
  const replaceAll = async (face: Face, version: string) => {
    for (const index of [0, 1]) await replace(face, index, version);
  };
  let nginx: Nginx | undefined;
  try {
    await command(first, 'migrate');
    for (const face of ['worker', 'API'] as const) await replaceAll(face, first);
    const conf = join(projectRoot(), 'deploy/nginx.conf');
    nginx = await startNginx({ conf, apiPorts: ports.API, folder, port: ports.nginx });
  } catch (error) {
    await stopAllChildren();
    throw error;
  }
  return {
    origin,
    sql,
    sink,
    command,
    replaceAll,
    async close() {
      await nginx?.stop();
      await sql.end({ timeout: 5 });
      await stopAllChildren();
      await sink.close();
      if (process.env.KEEP) console.log(`Kept: ${folder}`);
      else rmSync(folder, { recursive: true, force: true });
    },
  };
}

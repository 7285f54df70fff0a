import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { type Config, readConfig } from '../config/config.js';
import { projectRoot } from '../config/project-root.js';
import { locateTemporalServer } from '../embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../embedded/postgres.js';
import { startedAt } from '../embedded/process-identity.js';
import { type Child, freePort, isPortFree, runningChildren, startChild } from '../embedded/processes.js';
import { type Runtime, writeRuntime } from '../embedded/runtime-file.js';
import { StartError } from '../embedded/start-error.js';
import { startTemporalServer } from '../embedded/temporal-server.js';
import { announce } from './announce.js';
import { type DemoSecrets, demoWebhookSecret, keepDemoSecrets } from './demo-secrets.js';
import { fillDatabase, migrateDatabase } from './fill-database.js';

export interface PlatformOptions {
  /** The data folder, held by the caller. */
  folder: string;
  say: (line: string) => void;
  /** Told when something ends by itself after it had come up. */
  onFailure: (error: StartError) => void;
}

/**
 * Brings up the servers that are not given by the environment, fills the database, starts a worker and the API, and
 * says where everything is once it answers.
 *
 * @throws {StartError} with one message for whoever started it.
 */
export async function startPlatform(options: PlatformOptions): Promise<void> {
  const { folder, say } = options;
  rmSync(join(folder, 'start.json'), { force: true });
  const secrets = keepDemoSecrets(folder);
  const env = await environment(secrets);
  const receiverPort = await freePort();
  env.EXAMPLE_RECEIVER = `http://127.0.0.1:${receiverPort}`;
  const config = readConfig(env);
  if (!(await isPortFree(config.port, config.host))) {
    throw new StartError(
      `Port ${config.port} is in use on ${config.host}. Stop what listens there, or choose another: PORT=3100 npm start`,
    );
  }
  const runtime: Runtime = {
    pid: process.pid,
    started_at: startedAt(process.pid),
    port: config.port,
    base_url: config.baseUrl,
    payments: config.payments,
    encryption_key: env.ENCRYPTION_KEY,
    encryption_key_previous: env.ENCRYPTION_KEY_PREVIOUS,
    example_receiver: env.EXAMPLE_RECEIVER,
    processes: [],
  };
  const record = () => {
    const processes = runningChildren().map(({ name, pid }) => ({ name, pid, started_at: startedAt(pid) }));
    writeRuntime(folder, { ...runtime, processes });
  };

  const [database, temporal] = await Promise.all([
    useDatabase(config, options).then(async (url) => {
      record();
      env.DATABASE_URL = runtime.database_url = url;
      await migrateDatabase(readConfig(env), say);
      return url;
    }),
    useTemporal(config, options).then((server) => {
      env.TEMPORAL_ADDRESS = runtime.temporal_address = server.address;
      record();
      return server;
    }),
  ]);
  env.DATABASE_URL = database;
  const children = await Promise.all([
    startFace('worker', 'activities/worker.js', env, folder),
    startFace('api', 'api/server.js', env, folder),
    startFace(
      'receiver',
      'src/cli/receiver.js',
      { RECEIVER_PORT: `${receiverPort}`, SECRETS: demoWebhookSecret(secrets) },
      folder,
    ),
  ]);
  record();
  const [facts] = await Promise.all([fillDatabase(readConfig(env), secrets), ...children.map(untilItSaysReady)]);
  await untilReadyz(config);
  for (const child of runningChildren()) void child.ended.then((how) => options.onFailure(explain(child, how)));
  announce({ config, folder, secrets, facts, temporalUi: temporal.uiUrl, say });
}

/** What the worker and the API are given: ours where the user has said nothing. */
async function environment(secrets: DemoSecrets): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = { ...process.env };
  env.PAYMENTS ||= 'simulated';
  env.ENCRYPTION_KEY ||= secrets.encryption_key;
  if (env.PORT === '0') env.PORT = String(await freePort());
  return env;
}

async function useDatabase(config: Config, { folder, say }: PlatformOptions): Promise<string> {
  if (config.database.url) return config.database.url;
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: say });
  return server.url;
}

async function useTemporal(
  config: Config,
  { folder, say }: PlatformOptions,
): Promise<{ address: string; uiUrl: string | undefined }> {
  if (config.temporal.address) return { address: config.temporal.address, uiUrl: undefined };
  const path = await locateTemporalServer(say);
  return startTemporalServer({
    path,
    dataFile: join(folder, 'temporal/temporal.db'),
    namespaces: [config.temporal.namespace],
    withUi: true,
    logFile: join(folder, 'logs/temporal.log'),
  });
}

function startFace(name: string, entry: string, env: NodeJS.ProcessEnv, folder: string): Promise<Child> {
  return startChild({
    name,
    file: process.execPath,
    args: ['--enable-source-maps', join(projectRoot(), 'dist', entry)],
    env,
    logFile: join(folder, 'logs', `${name}.log`),
    channel: true,
    graceSeconds: 30,
  });
}

async function untilItSaysReady(child: Child): Promise<void> {
  const ended = child.ended.then((how) => {
    throw explain(child, how);
  });
  ended.catch(() => {});
  await Promise.race([child.ready, ended]);
}

async function untilReadyz(config: Config): Promise<void> {
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  const scheme = config.tls ? 'https' : 'http';
  const address = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${config.port}/readyz`;
  // Our own process, asked by an address that its certificate need not bear.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const limit = performance.now() + 30_000;
  for (;;) {
    const answer = await fetch(address, { dispatcher }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return dispatcher.close();
    if (performance.now() > limit) {
      throw new StartError(`The API does not become ready: ${address} answers ${answer?.status ?? 'nothing'}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function explain(child: Child, how: string): StartError {
  return new StartError(`${child.name} ${how}. Its last lines:\n${child.tail()}`);
}

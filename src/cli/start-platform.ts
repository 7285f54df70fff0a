import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { startedAt } from '../embedded/process-identity.js';
import { runningChildren } from '../embedded/processes.js';
import { type Runtime, writeRuntime } from '../embedded/runtime-file.js';
import { StartError } from '../embedded/start-error.js';
import { createSupervisor } from '../embedded/supervisor.js';
import { type Config, readConfig } from '../platform/config/config.js';
import { freePort, isPortFree } from '../platform/process/free-port.js';
import { announce } from './announce.js';
import { type DemoSecrets, demoWebhookSecret, keepDemoSecrets } from './demo-secrets.js';
import { type DemoFacts, fillDatabase, migrateDatabase } from './fill-database.js';
import { postgresPart, programPart, temporalPart } from './platform-parts.js';

export interface PlatformOptions {
  /** The data folder, held by the caller. */
  folder: string;
  say: (line: string) => void;
  /** Restarts our own programs when their code changes. */
  watch?: boolean;
  /** Called when a part cannot be kept running. */
  onFailure: (error: StartError) => void;
}

/**
 * Starts the servers that the environment does not provide, fills the database, starts a worker and the API, and prints
 * where everything is once it responds. From then on, a part that dies is restarted.
 *
 * @throws {StartError} with one message for the user.
 */
export async function startPlatform(options: PlatformOptions): Promise<void> {
  const { folder, say } = options;
  rmSync(join(folder, 'start.json'), { force: true });
  const secrets = keepDemoSecrets(folder);
  const env = await environment(secrets);
  const receiverPort = await freePort();
  env.EXAMPLE_RECEIVER = `http://127.0.0.1:${receiverPort}`;
  env.LISTEN_RECEIVER = `http://127.0.0.1:${await freePort()}`;
  const config = readConfig(env);
  await assertPortsFree(config);
  const runtime: Runtime = {
    pid: process.pid,
    started_at: startedAt(process.pid),
    port: config.port,
    base_url: config.baseUrl,
    payments: config.payments,
    payouts: config.payouts,
    encryption_key: env.ENCRYPTION_KEY,
    encryption_key_previous: env.ENCRYPTION_KEY_PREVIOUS,
    example_receiver: env.EXAMPLE_RECEIVER,
    listen_receiver: env.LISTEN_RECEIVER,
    processes: [],
  };
  const record = () => {
    const processes = runningChildren().map(({ name, pid }) => ({ name, pid, started_at: startedAt(pid) }));
    writeRuntime(folder, { ...runtime, processes });
  };

  const supervisor = createSupervisor({ say, onChange: record, onFailure: options.onFailure });
  const postgres = config.database.url === undefined ? postgresPart(folder, say) : undefined;
  const temporal = config.temporal.address === undefined ? temporalPart(config, folder, say) : undefined;
  const servers = () => supervisor.settled(['Postgres', 'Temporal']);
  const program = (name: string, entry: string, own = env) =>
    supervisor.start(programPart({ name, entry, folder, env: own, servers, watch: options.watch }));

  const facts = await supervisor.untilUp(bringUp());
  announce({ config, folder, secrets, facts, temporalUi: temporal?.uiUrl(), say });

  async function bringUp(): Promise<DemoFacts> {
    await Promise.all([
      supervisor.startIf(postgres).then(async () => {
        env.DATABASE_URL = runtime.database_url = postgres?.address() ?? config.database.url;
        record();
        await migrateDatabase(readConfig(env), { say, ...(postgres && { folder }) });
      }),
      supervisor.startIf(temporal).then(() => {
        env.TEMPORAL_UI ||= temporal?.uiUrl();
        env.TEMPORAL_ADDRESS = runtime.temporal_address = temporal?.address() ?? config.temporal.address;
        record();
      }),
    ]);
    const receiverEnv = { RECEIVER_PORT: `${receiverPort}`, SECRETS: demoWebhookSecret(secrets) };
    const [facts] = await Promise.all([
      fillDatabase(readConfig(env), secrets),
      program('worker', 'worker/worker.js'),
      program('api', 'api/server.js'),
      program('receiver', 'src/cli/receiver.js', receiverEnv),
    ]);
    await untilReadyz(config);
    return facts;
  }
}

/** @throws {StartError} naming the setting of a port that is in use. */
async function assertPortsFree({ host, port, metrics, workerMetrics, temporal }: Config): Promise<void> {
  const wanted: [setting: string, host: string, port: number | undefined][] = [
    ['PORT', host, port],
    ['METRICS_PORT', metrics?.host ?? '', metrics?.port],
    ['WORKER_METRICS_PORT', workerMetrics?.host ?? '', workerMetrics?.ports[0]],
    ['TEMPORAL_UI_PORT', '127.0.0.1', temporal.address === undefined ? temporal.uiPort : undefined],
  ];
  for (const [setting, on, number] of wanted) {
    if (number === undefined || (await isPortFree(number, on))) continue;
    throw new StartError(
      `Port ${number} is in use on ${on}. Stop the program that uses it, or choose another port: ${setting}=${setting === 'PORT' ? 3100 : number + 100} npm start`,
    );
  }
}

/** The environment of the worker and the API: the user's settings, then our defaults. */
async function environment(secrets: DemoSecrets): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = { ...process.env };
  env.PAYMENTS ||= 'simulated';
  env.ENCRYPTION_KEY ||= secrets.encryption_key;
  if (env.PORT === '0') env.PORT = String(await freePort());
  // Chosen here, so that it can be printed, and stays after a restart of the worker.
  if (env.METRICS_PORT === '0') env.METRICS_PORT = String(await freePort());
  const { workerMetrics, metrics } = readConfig(env);
  if (workerMetrics && !workerMetrics.required) {
    env.WORKER_METRICS_PORT = String(await freePort(workerMetrics.ports.find((port) => port !== metrics?.port)));
  }
  if (env.WORKER_METRICS_PORT === '0') env.WORKER_METRICS_PORT = String(await freePort());
  return env;
}

/** Far longer than a start: a busy machine may need ten times as long as a quiet one. */
const READY_MS = 120_000;

async function untilReadyz(config: Config): Promise<void> {
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  const scheme = config.tls ? 'https' : 'http';
  const address = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${config.port}/readyz`;
  // Our own process, asked by an address that its certificate need not bear.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const limit = performance.now() + READY_MS;
  for (;;) {
    const answer = await fetch(address, { dispatcher }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return dispatcher.close();
    if (performance.now() > limit) {
      const why =
        answer?.status === 503 ? 'its database does not respond' : `it responds with ${answer?.status ?? 'nothing'}`;
      throw new StartError(`The API is not ready: ${why} (${address}).`);
    }
    await pause(50);
  }
}

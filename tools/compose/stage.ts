import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findOnPath } from '../../src/embedded/find-on-path.js';
import { type Child, startChild } from '../../src/embedded/processes.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { type Nginx, startNginx } from '../../test/support/system/nginx.js';
import { type Container, type Host, runOnce, startContainer } from './containers.js';
import { commandsOf } from './document.js';
import { environmentOf, type Image } from './image.js';
import type { Service } from './services.js';

export interface StageOptions {
  project: string;
  folder: string;
  services: Service[];
  image: Image;
  /** The number of the unprivileged account; undefined: ours. */
  user: number | undefined;
  databaseUrl: string;
  temporalAddress: string;
  namespace: string;
}

/** One deployment that can be brought up, used, hurt and taken down. */
export interface Stage {
  containers: Container[];
  /** Kills a server of the deployment that is not ours and starts it again as its container would be, by its name. */
  neighbours: Record<string, () => Promise<void>>;
  /** Brings up what docker-compose.yml starts, in its order. */
  up(): Promise<void>;
  /** Ends it in order. @throws when a process does not end with 0. */
  down(): Promise<void>;
  /** Runs `migrate`; killed after the given milliseconds, it may end in any way. */
  migrate(killAfterMs?: number): string;
  /** Waits until everything that should run does. */
  untilHealthy(): Promise<void>;
  /** The commands of "First live order" in docs/deploy/install.md. @returns their output. */
  placeOrder(): string;
  close(): Promise<void>;
}

const HEALTHY_MS = 120_000;

/** Starts a Valkey where one is installed, on a port that stays its own. */
async function startStore(folder: string): Promise<{ url: string; restart?: () => Promise<void> }> {
  const file = findOnPath('valkey-server') ?? findOnPath('redis-server');
  if (!file) return { url: '' };
  const port = await freePort();
  const args = ['--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--appendonly', 'no'];
  const start = () => startChild({ name: 'Valkey', file, args, logFile: join(folder, 'logs/valkey.log') });
  let child = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await killGroup(child);
      child = await start();
    },
  };
}

/** With its workers, as the end of a container does. */
async function killGroup(child: Child): Promise<void> {
  process.kill(-child.pid, 'SIGKILL');
  await child.ended;
}

/** Addresses of docker-compose.yml on this machine. The bucket is left out: files go to DATA_DIR. */
function placesOf(options: StageOptions, proxyPort: number, storeUrl: string): Record<string, string> {
  return {
    DATABASE_URL: options.databaseUrl,
    TEMPORAL_ADDRESS: options.temporalAddress,
    TEMPORAL_NAMESPACE: options.namespace,
    REDIS_URL: storeUrl,
    S3_ENDPOINT: '',
    S3_REGION: '',
    S3_BUCKET: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
    BASE_URL: `http://127.0.0.1:${proxyPort}/v1`,
    TRUSTED_PROXIES: 'loopback',
    HOST: '127.0.0.1',
    METRICS_PORT: '',
  };
}

export async function createStage(options: StageOptions): Promise<Stage> {
  const { folder, project, services, image } = options;
  const proxyPort = await freePort();
  const store = await startStore(folder);
  const places = placesOf(options, proxyPort, store.url);
  const host = (env: Record<string, string> = {}): Host => ({
    image,
    env: { ...places, ...env },
    logs: join(folder, 'logs'),
    user: options.user,
  });
  const apiPorts = [await freePort(), await freePort()];
  const containers: Container[] = [];
  let nginx: Nginx | undefined;
  let turn = 0;
  let orders = 0;

  const migrateService = services.find(({ name }) => name === 'migrate') as Service;
  const migrate = (killAfterMs?: number) => {
    const { code, output } = runOnce(host(), migrateService, killAfterMs);
    if (code !== 0 && killAfterMs === undefined) throw new Error(`migrate ended with ${code}:\n${output}`);
    return output.trim();
  };
  const openProxy = async () => {
    const place = mkdtempSync(join(folder, 'nginx-'));
    return startNginx({ conf: join(project, 'deploy/nginx.conf'), apiPorts, folder: place, port: proxyPort });
  };
  const untilHealthy = async () => {
    const until = performance.now() + HEALTHY_MS;
    const isUp = (container: Container) =>
      container.isHealthy() && container.log().split('"msg":"ready"').length > container.starts();
    for (const container of containers) {
      while (!isUp(container)) {
        if (performance.now() > until)
          throw new Error(`${container.name} is not healthy:\n${container.log().slice(-2_000)}`);
        await pause(200);
      }
    }
  };
  return {
    containers,
    neighbours: {
      ...(store.restart && { Valkey: store.restart }),
      async nginx() {
        if (nginx) await killGroup(nginx.child);
        nginx = await openProxy();
      },
    },
    migrate,
    untilHealthy,
    async up() {
      for (const service of services) {
        if (service.restart === 'no') {
          console.log(`   ${service.name}: ${migrate().split('\n').at(-1)}`);
          continue;
        }
        for (let replica = 0; replica < service.replicas; replica += 1) {
          // Here all containers share one network.
          const env: Record<string, string> =
            service.name === 'api' ? { PORT: `${apiPorts[replica]}` } : { WORKER_METRICS_PORT: `${await freePort()}` };
          containers.push(startContainer(host(env), service, `${service.name}-${replica + 1}-${turn}`));
        }
      }
      turn += 1;
      await untilHealthy();
      nginx = await openProxy();
    },
    async down() {
      await nginx?.stop();
      nginx = undefined;
      for (const container of containers.splice(0)) {
        const code = await container.stop();
        if (code !== 0) throw new Error(`${container.name} ended with ${code}:\n${container.log().slice(-2_000)}`);
      }
    },
    placeOrder() {
      orders += 1;
      const work = join(folder, `operator-${orders}`);
      mkdirSync(work);
      const env = { ...environmentOf(image), ...migrateService.environment, ...places, API: places.BASE_URL };
      const script = commandsOf(join(project, 'docs/deploy/install.md'), 'First live order')
        // Names are taken once.
        .replaceAll('Example Travel', `Example Travel ${orders}`);
      return execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
        cwd: work,
        env,
        encoding: 'utf8',
      }).trim();
    },
    async close() {
      await nginx?.stop();
      await Promise.all(containers.splice(0).map((container) => container.stop()));
    },
  };
}

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../../src/embedded/processes.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { S3_ACCESS } from '../../test/support/outside/s3-server.js';
import { startNginx } from '../../test/support/system/nginx.js';
import { Link } from './link.js';
import { Member } from './member.js';
import { answersOk, listens, logOf, type Place } from './place.js';

/** Earlier releases had the worker among the activities. */
const ENTRIES = { api: ['api/server.js'], worker: ['worker/worker.js', 'activities/worker.js'] } as const;

/** A store of rate limits. */
export async function describeValkey(place: Place): Promise<{ member: Member; url: string }> {
  const [name, port] = ['valkey', await freePort()];
  const link = await Link.open(place, port);
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const member = new Member({
    name,
    what: 'Valkey or Redis: rate limits',
    port: link.port,
    logFile: logOf(place, name),
    links: [link],
    launch: () => startChild({ name, file: place.programs.valkey, args, logFile: logOf(place, name) }),
    isReady: () => listens(port),
  });
  return { member, url: `redis://127.0.0.1:${link.port}` };
}

/** A store of bulk files that speaks S3 over a folder; a folder in that is a bucket. */
export async function describeS3(place: Place): Promise<{ member: Member; env: Record<string, string> }> {
  const [name, port] = ['s3', await freePort()];
  const link = await Link.open(place, port);
  const folder = join(place.folder, 's3');
  for (const part of [join('data', S3_ACCESS.bucket), 'meta']) mkdirSync(join(folder, part), { recursive: true });
  const { accessKeyId, secretAccessKey, region, bucket } = S3_ACCESS;
  const access = ['--access', accessKeyId, '--secret', secretAccessKey, '--region', region];
  const files = ['posix', '--sidecar', join(folder, 'meta'), join(folder, 'data')];
  const member = new Member({
    name,
    what: 'versitygw: bulk files by S3',
    port: link.port,
    logFile: logOf(place, name),
    links: [link],
    launch: () =>
      startChild({
        name,
        file: place.programs.versitygw,
        args: ['--quiet', '--port', `127.0.0.1:${port}`, ...access, ...files],
        cwd: folder,
        logFile: logOf(place, name),
      }),
    isReady: () => listens(port),
  });
  return {
    member,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${link.port}`,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
}

/** An API, by its link. */
export async function describeApi(place: Place, name: string, env: () => NodeJS.ProcessEnv) {
  const port = await freePort();
  const link = await Link.open(place, port);
  const member = new Member({
    name,
    what: 'API',
    port: link.port,
    logFile: logOf(place, name),
    links: [link],
    launch: () => startFace(place, name, 'api', { ...env(), HOST: '127.0.0.1', PORT: `${port}` }),
    isReady: () => answersOk(`http://127.0.0.1:${port}/readyz`),
  });
  return { member, port: link.port };
}

/** A worker: no member calls it, and it reaches Postgres and Temporal by links of its own. */
export async function describeWorker(
  place: Place,
  name: string,
  to: { database: number; temporal: number },
  env: (ports: { database: number; temporal: number }) => NodeJS.ProcessEnv,
): Promise<Member> {
  const links = [await Link.open(place, to.database), await Link.open(place, to.temporal)] as const;
  const ready = new WeakSet<object>();
  return new Member({
    name,
    what: 'worker',
    logFile: logOf(place, name),
    links,
    async launch() {
      const own = env({ database: links[0].port, temporal: links[1].port });
      const child = await startFace(place, name, 'worker', { ...own, WORKER_METRICS_PORT: 'off' });
      void child.ready.then(() => ready.add(child));
      return child;
    },
    isReady: async (child) => ready.has(child),
  });
}

/** nginx as deploy/nginx.conf has it, before both APIs. */
export function describeNginx(place: Place, { port, link }: { port: number; link: Link }, apiPorts: number[]): Member {
  const name = 'nginx';
  const folder = join(place.folder, name);
  mkdirSync(folder, { recursive: true });
  const conf = join(projectRoot(), 'deploy/nginx.conf');
  return new Member({
    name,
    what: 'nginx before the APIs',
    port: link.port,
    links: [link],
    logFile: join(folder, 'nginx.log'),
    launch: async () => (await startNginx({ conf, apiPorts, folder, port })).child,
    isReady: () => answersOk(`http://127.0.0.1:${port}/healthz`),
  });
}

function startFace(place: Place, name: string, face: keyof typeof ENTRIES, env: NodeJS.ProcessEnv) {
  const { root, env: own } = place.releases.get(name) ?? { root: projectRoot() };
  const entries = ENTRIES[face].map((entry) => join(root, 'dist', entry));
  return startChild({
    name,
    file: process.execPath,
    args: ['--enable-source-maps', entries.find((entry) => existsSync(entry)) ?? ''],
    cwd: root,
    env: { ...process.env, ...env, ...own },
    logFile: logOf(place, name),
    channel: true,
    graceSeconds: 30,
  });
}

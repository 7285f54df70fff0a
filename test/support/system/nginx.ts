import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../../src/embedded/find-on-path.js';
import { type Child, startChild, untilReady } from '../../../src/embedded/processes.js';
import { freePort } from '../../../src/platform/process/free-port.js';

/** Debian puts it where only root's PATH leads. */
export function findNginx(): string | undefined {
  return findOnPath('nginx') ?? ['/usr/sbin/nginx'].find((file) => existsSync(file));
}

export interface Nginx {
  origin: string;
  child: Child;
  stop(): Promise<void>;
}

/**
 * Runs nginx with a copy of `deploy/nginx.conf` with other addresses: the APIs are listed by port, as the file itself
 * says for an nginx before 1.27.3, and it listens and logs where this run may.
 *
 * @param options.conf path of the configuration.
 * @throws {Error} with the words of nginx when it does not start, or the configuration has no `server api:3000` line.
 */
export async function startNginx(options: {
  conf: string;
  apiPorts: number[];
  folder: string;
  /** A free one is chosen when absent. */
  port?: number;
  /** Changes the configuration first, as an operator would. */
  edit?: (conf: string) => string;
}): Promise<Nginx> {
  const file = findNginx();
  if (!file) throw new Error('nginx is not installed (Debian: apt-get install nginx-light)');
  const { folder } = options;
  const port = options.port ?? (await freePort());
  const written = readFileSync(options.conf, 'utf8');
  const site = adapt(options.edit?.(written) ?? written, { ...options, port });
  // Its workers are another account when it is started by root.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'nginx.conf'), frame(folder));
  const logFile = join(folder, 'nginx.log');
  const child = await startChild({
    name: 'nginx',
    file,
    args: ['-e', join(folder, 'nginx-start.log'), '-p', folder, '-c', join(folder, 'nginx.conf')],
    logFile,
  });
  const origin = `http://127.0.0.1:${port}`;
  if (!(await untilReady(child, () => fetch(`${origin}/healthz`).then(({ ok }) => ok), 30))) {
    await child.stop();
    throw new Error(`nginx does not start:\n${child.tail()}`);
  }
  return { origin, child, stop: () => child.stop() };
}

function adapt(conf: string, place: { port: number; apiPorts: number[]; folder: string }): string {
  const server = /^( *)server api:3000(?: resolve)?([^;]*);/gm;
  if (conf.search(server) === -1) throw new Error('the configuration has no line "server api:3000 …;"');
  const listed = place.apiPorts.map((port) => `$1server 127.0.0.1:${port}$2;`).join('\n');
  return conf
    .replace(/^resolver .*$/m, '')
    .replace(server, listed)
    .replace('listen 8080;', `listen 127.0.0.1:${place.port};`)
    .replaceAll('/var/log/nginx', place.folder);
}

function frame(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
${temporary.map((name) => `  ${name}_temp_path ${folder}/nginx-${name};`).join('\n')}
  include ${folder}/site.conf;
}
`;
}

import { join } from 'node:path';
import { type Child, startChild, untilReady } from '../../../src/embedded/processes.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import { type Nginx, startNginx } from './nginx.js';

export interface RollingSiteOptions {
  /** Path of the nginx configuration. */
  conf: string;
  /** What node runs: an API's entry point, with what must stand before it. */
  program: string[];
  /** Settings of the APIs. */
  env: NodeJS.ProcessEnv;
  /** For logs and configurations; it must exist. */
  folder: string;
}

export interface RollingSite {
  origin: string;
  /** Ends one API with SIGTERM, starts it again, and waits until it is ready, as an operator does before the next one. */
  restart(index: number): Promise<void>;
  close(): Promise<void>;
}

const APIS = 2;

/** Two API processes behind nginx. */
export async function openRollingSite(options: RollingSiteOptions): Promise<RollingSite> {
  const ports: number[] = [];
  for (let index = 0; index < APIS; index += 1) ports.push(await freePort());
  const apis: Child[] = [];
  const start = async (index: number) => {
    const port = ports[index];
    const api = await startChild({
      name: `API ${index}`,
      file: process.execPath,
      args: options.program,
      cwd: projectRoot(),
      env: { ...process.env, ...options.env, HOST: '127.0.0.1', PORT: `${port}`, TRUSTED_PROXIES: 'loopback' },
      logFile: join(options.folder, `api-${index}.log`),
      graceSeconds: 30,
    });
    const isReady = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok);
    if (!(await untilReady(api, isReady, 60))) throw new Error(`API ${index} does not start:\n${api.tail()}`);
    apis[index] = api;
  };
  let nginx: Nginx | undefined;
  const close = async () => {
    await nginx?.stop();
    await Promise.all(apis.map((api) => api.stop()));
  };
  try {
    for (let index = 0; index < APIS; index += 1) await start(index);
    nginx = await startNginx({ conf: options.conf, apiPorts: ports, folder: options.folder });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    origin: nginx.origin,
    async restart(index) {
      await apis[index]?.stop();
      await start(index);
    },
    close,
  };
}

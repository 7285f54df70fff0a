import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOf, type Image } from './image.js';
import type { Service } from './services.js';

/** A container with `restart: unless-stopped`: a process that is started again when it ends. */
export interface Container {
  name: string;
  /** Ends it with SIGKILL; it comes back. */
  kill(): void;
  /** Ends it with SIGTERM, for good. @returns its exit code. */
  stop(): Promise<number | null>;
  starts(): number;
  /** Everything it wrote. */
  log(): string;
  isHealthy(): boolean;
}

export interface Host {
  image: Image;
  /** Settings in addition to the image's and the service's. */
  env: Record<string, string>;
  logs: string;
  /** The account that stands for `node`; undefined: ours. */
  user: number | undefined;
}

const RESTART_PAUSE_MS = 500;

/** A command, by default the image's own, with the words before it that make it run as the image's user. */
function asUser(host: Host, command = host.image.command): [string, string[]] {
  const [file = '', ...args] = command;
  if (host.user === undefined) return [file, args];
  return ['setpriv', [`--reuid=${host.user}`, `--regid=${host.user}`, '--clear-groups', file, ...args]];
}

function settings(host: Host, service: Service): NodeJS.ProcessEnv {
  // npm and the like are the operator's: the image's user has no folder of its own.
  return { ...environmentOf(host.image), HOME: '/nonexistent', ...service.environment, ...host.env };
}

/** Runs a service that ends. @returns its exit code and its output. */
export function runOnce(host: Host, service: Service, killAfterMs?: number): { code: number | null; output: string } {
  const [file, args] = asUser(host, service.command);
  const options = { cwd: host.image.workdir, env: settings(host, service), encoding: 'utf8' as const };
  const { status, stdout, stderr } = spawnSync(file, args, { ...options, timeout: killAfterMs, killSignal: 'SIGKILL' });
  return { code: status, output: stdout + stderr };
}

export function startContainer(host: Host, service: Service, name: string): Container {
  const logFile = join(host.logs, `${name}.log`);
  let child: ChildProcess | undefined;
  let starts = 0;
  let stopping = false;
  const start = () => {
    const [file, args] = asUser(host, service.command);
    const output = openSync(logFile, 'a');
    child = spawn(file, args, {
      cwd: host.image.workdir,
      env: settings(host, service),
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    starts += 1;
    child.once('exit', async () => {
      if (stopping) return;
      await pause(RESTART_PAUSE_MS);
      if (!stopping) start();
    });
  };
  start();
  return {
    name,
    kill: () => void child?.kill('SIGKILL'),
    async stop() {
      stopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const ended = new Promise<number | null>((resolve) => child?.once('exit', (code) => resolve(code)));
      child.kill('SIGTERM');
      return ended;
    },
    starts: () => starts,
    log: () => readFileSync(logFile, 'utf8'),
    isHealthy() {
      if (!service.healthcheck) return true;
      const [file, args] = asUser(host, service.healthcheck);
      const options = { cwd: host.image.workdir, env: settings(host, service), timeout: 5_000 };
      return spawnSync(file, args, options).status === 0;
    },
  };
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '../../../src/platform/process/free-port.js';
import { waitFor } from '../wait-for.js';

const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);

/** `describe`, where valkey-server or redis-server is on PATH. */
export const describeWithStore = program ? describe : describe.skip;

/** A store of limit counters that can be killed, stopped and started again on its port. */
export interface LimitStore {
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Says a command to it, and gives its first line of answer. */
  command(line: string): Promise<string>;
}

export async function createLimitStore(): Promise<LimitStore> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const command = (line: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`));
      socket.once('data', (bytes) => {
        socket.destroy();
        resolve(bytes.toString().split('\r\n', 1)[0] ?? '');
      });
      socket.once('error', reject);
    });
  return {
    url: `redis://127.0.0.1:${port}`,
    command,
    async start() {
      child = spawn(program ?? '', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
      await waitFor(async () => (await command('PING').catch(() => '')) === '+PONG');
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    signal: (name) => void child?.kill(name),
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';

/** Connections on which nothing is said, held by a process of their own. */
export interface IdleConnections {
  /** How many could be opened. */
  opened: number;
  /** Lets them all go. */
  end(): Promise<void>;
}

/** Opened at a time: more at once than the server's queue of new connections holds would have to be sent again. */
const WAVE = 200;

/** Opens this many connections from a separate process, which may open more files than a shell usually allows. */
export async function openIdleConnections(port: number, count: number): Promise<IdleConnections> {
  const program = `ulimit -n $(ulimit -Hn); exec "$0" "$@"`;
  const args = [
    '-c',
    program,
    process.execPath,
    '-r',
    join(projectRoot(), 'test/support/run-typescript.cjs'),
    __filename,
  ];
  const child: ChildProcess = spawn('sh', [...args, String(port), String(count)], {
    cwd: projectRoot(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const opened = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { opened: number }) => resolve(message.opened));
    child.once('exit', (code) => reject(new Error(`the process of idle connections ended with ${code}`)));
  });
  return {
    opened,
    async end() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function open(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.resume();
  });
}

async function main(port: number, count: number): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  let opened = 0;
  for (let left = count; left > 0; left -= WAVE) {
    const wave = await Promise.all(Array.from({ length: Math.min(WAVE, left) }, () => open(port)));
    opened += wave.filter(Boolean).length;
  }
  process.send?.({ opened });
}

if (require.main === module) void main(Number(process.argv[2]), Number(process.argv[3]));

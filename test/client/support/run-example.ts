import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { waitFor } from '../../support/wait-for.js';

export interface RunningExample {
  child: ChildProcess;
  output(): string;
  /** Exit code; null if it was killed. */
  ended: Promise<number | null>;
  /** The port it says it listens on. */
  port(): Promise<number>;
}

/** Runs an example against the built client. @param folder where it runs: beside it, or in another example. */
export function runExample(
  path: string,
  env: Record<string, string>,
  args: string[] = [],
  folder = dirname(path),
): RunningExample {
  const examples = join(projectRoot(), 'examples');
  const file = join(examples, path);
  const child = spawn(process.execPath, ['-r', join(projectRoot(), 'test/support/run-typescript.cjs'), file, ...args], {
    cwd: join(examples, folder),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    output: () => text,
    ended,
    async port() {
      await waitFor(() => /port: \d+/.test(text) || child.exitCode !== null, { what: `${path} to listen` });
      const [, port] = /port: (\d+)/.exec(text) ?? [];
      if (!port) throw new Error(`${path} does not listen:\n${text}`);
      return Number(port);
    },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import type { TestContext } from '../context.js';

export interface ServerRun {
  process: ChildProcess;
  output(): string;
  /** Rejects, with its output, if it ends before. */
  ready: Promise<void>;
  /** The exit code. */
  ended: Promise<number | null>;
}

/** `api/server.ts` as a separate process, on the database of a test. */
export function runServer(ctx: TestContext, env: Record<string, string>): ServerRun {
  const root = projectRoot();
  const process = spawn(
    globalThis.process.execPath,
    ['-r', join(root, 'test/support/run-typescript.cjs'), join(root, 'api/server.ts')],
    {
      cwd: root,
      env: {
        ...globalThis.process.env,
        NODE_ENV: 'development',
        LOG_LEVEL: 'info',
        DATABASE_URL: ctx.databaseUrl,
        TEMPORAL_ADDRESS: ctx.config.temporal.address,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let text = '';
  for (const stream of [process.stdout, process.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => process.once('close', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    process.once('message', () => resolve());
    void ended.then((code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  // A server that is expected to end is not awaited.
  ready.catch(() => {});
  return { process, output: () => text, ready, ended };
}

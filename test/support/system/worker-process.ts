import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createContext } from '../../../src/context/create-context.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { startWorker } from '../../../worker/start-worker.js';
import type { TestContext } from '../context.js';
import { testWorkflowBundle } from '../temporal/temporal.js';

/**
 * A worker in a separate process, on the database and the task queues of a test, so that it can be killed.
 *
 * @param env environment variables that override the test's.
 */
export async function spawnWorker(ctx: TestContext, env: Record<string, string> = {}): Promise<ChildProcess> {
  const { temporal } = ctx.config;
  const child = spawn(process.execPath, ['-r', join(projectRoot(), 'test/support/run-typescript.cjs'), __filename], {
    cwd: projectRoot(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      DATABASE_URL: ctx.databaseUrl,
      DATA_DIR: ctx.config.dataDir,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      TEMPORAL_QUEUE_SUFFIX: temporal.queueSuffix,
      ENCRYPTION_KEY: ctx.config.encryptionKey?.toString('base64'),
      ALLOW_PRIVATE_DELIVERY: ctx.config.allowPrivateDelivery ? '1' : '0',
      ...env,
    },
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return child;
}

/** The built worker (`await build()` first), in a process of its own, for tests of its start and end. */
export function spawnBuiltWorker(ctx: TestContext, env: Record<string, string> = {}): ChildProcess {
  const { temporal, encryptionKey } = ctx.config;
  return spawn(process.execPath, [join(projectRoot(), 'dist/worker/worker.js')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: ctx.databaseUrl,
      DATA_DIR: ctx.config.dataDir,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      TEMPORAL_QUEUE_SUFFIX: temporal.queueSuffix,
      TEMPORAL_DEBUG: '1',
      ENCRYPTION_KEY: encryptionKey?.toString('base64'),
      PAYMENTS: 'simulated',
      WORKER_METRICS_PORT: 'off',
      ...env,
    },
  });
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Lets the work in hand end: work of a killed worker begins again only when its time is over. */
export async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.send('stop');
  await ended;
}

if (require.main === module) {
  process.on('disconnect', () => process.exit(0));
  const ctx = createContext(readConfig(process.env), { name: 'test worker' });
  void startWorker(ctx, { workflowBundle: testWorkflowBundle() }).then((worker) => {
    process.once('message', () => void worker.stop().then(() => process.exit(0)));
    process.send?.('ready');
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { ConfigError } from '../src/config/config.js';
import { projectRoot } from '../src/config/project-root.js';
import type { Logger } from '../src/observability/logger.js';
import { runProcess } from '../src/process/run-process.js';
import { closeContext, createContext } from '../src/services/context.js';
import { startWorker } from './start-worker.js';

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

void runProcess({
  name: 'worker',
  async start(config, log) {
    const codePath = join(projectRoot(), 'dist/workflow-bundle.js');
    if (!existsSync(codePath)) throw new ConfigError(`${codePath} is missing: run \`npm run build\``);
    logThrough(log);
    const ctx = createContext(config, { name: 'worker', log });
    const worker = await startWorker(ctx, { workflowBundle: { codePath } });
    return {
      finished: worker.finished,
      async close() {
        await worker.stop().finally(() => closeContext(ctx));
      },
    };
  },
});

/** The SDK writes to our log, and leaves the signals to us. */
function logThrough(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      // The slow lane of deliveries runs activities alone, and is meant to.
      if (!message.startsWith('No workflows registered')) log[LEVELS[level]](meta ?? {}, message);
    }),
    shutdownSignals: [],
  });
}

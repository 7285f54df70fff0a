import { join } from 'node:path';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { createContext } from '../../src/context/create-context.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { prepareNamespace } from '../../src/platform/temporal/prepare-namespace.js';
import { createWorkers } from '../../worker/create-workers.js';

/** The worker without its relay: the payments that follow a close are not part of it. */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const ctx = createContext(readConfig(process.env), { name: 'bench worker' });
  const temporal = createTemporalClient(ctx.config);
  await prepareNamespace(temporal.connection, ctx.config.temporal.namespace);
  const connection = await NativeConnection.connect({ address: ctx.config.temporal.address });
  const codePath = join(projectRoot(), 'dist/workflow-bundle.js');
  const workers = await createWorkers(ctx, {
    connection,
    temporal,
    stopping: new AbortController().signal,
    workflowBundle: { codePath },
  });
  for (const worker of workers) void worker.run();
  process.send?.('ready');
}

void main();

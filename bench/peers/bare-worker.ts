import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { answerParent, type Forked, startForked } from '../support/forked.js';

/** Starts sent at the same time, as the service sends its own. */
const AT_ONCE = 20;

/**
 * Bare workflows in a process of its own: `ask({ start })` starts that many and answers the milliseconds until the last
 * activity ended.
 */
export function startBareWorker(address: string): Promise<Forked<{ start: number }, number>> {
  return startForked(__filename, { args: [address, 'partner-events'] });
}

async function run(address: string, namespace: string): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: require.resolve('./bare-workflow.js'),
    logger: new DefaultLogger('ERROR'),
  });
  const client = new Client({ connection: await Connection.connect({ address }), namespace });
  let left = 0;
  let done = () => {};
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address }),
    namespace,
    taskQueue: 'bare',
    workflowBundle,
    workflowTaskPollerBehavior: { type: 'autoscaling' },
    activityTaskPollerBehavior: { type: 'autoscaling' },
    maxConcurrentActivityTaskExecutions: 500,
    activities: {
      async count() {
        left -= 1;
        if (left === 0) done();
      },
    },
  });
  answerParent(async ({ start }: { start: number }) => {
    const from = performance.now();
    left = start;
    const ended = new Promise<void>((resolve) => {
      done = resolve;
    });
    const waiting = Array.from({ length: start }, (_, index) => `bare-${from}-${index}`).values();
    const work = async () => {
      for (const workflowId of waiting) await client.workflow.start('bare', { workflowId, taskQueue: 'bare' });
    };
    await Promise.all([...Array.from({ length: AT_ONCE }, work), ended]);
    return performance.now() - from;
  });
  await worker.run();
}

if (require.main === module) void run(process.argv[2] ?? '', process.argv[3] ?? '');

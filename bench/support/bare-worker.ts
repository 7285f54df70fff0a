import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

/** Starts sent at the same time, as the service sends its own. */
const AT_ONCE = 20;

/**
 * Runs bare workflows in a process of its own: told `{start: n}`, starts so many and answers the milliseconds from the
 * first start to the end of the last activity.
 */
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
  process.on('disconnect', () => process.exit(0));
  process.on('message', ({ start }: { start: number }) => {
    const from = performance.now();
    left = start;
    done = () => process.send?.({ milliseconds: performance.now() - from });
    const waiting = Array.from({ length: start }, (_, index) => `bare-${from}-${index}`).values();
    const work = async () => {
      for (const workflowId of waiting) await client.workflow.start('bare', { workflowId, taskQueue: 'bare' });
    };
    void Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  process.send?.('ready');
  await worker.run();
}

void run(process.argv[2] ?? '', process.argv[3] ?? '');

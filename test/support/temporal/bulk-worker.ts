import { createTemporalClient } from '../../../src/platform/temporal/client.js';
import { type RunningWorker, startWorker } from '../../../worker/start-worker.js';
import type { TestContext } from '../context.js';
import { deleteSchedules, testWorkflowBundle } from './temporal.js';

/** A worker in this process; `stop` also removes its Schedules. */
export async function startBulkWorker(ctx: TestContext): Promise<RunningWorker> {
  const worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
  return {
    ...worker,
    async stop() {
      await worker.stop();
      const temporal = createTemporalClient(ctx.config);
      await deleteSchedules(temporal);
      await temporal.close();
    },
  };
}

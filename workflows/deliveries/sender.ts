import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { SenderActivities, SenderInput } from '../../src/deliveries/workflow.js';

/** Runs before the history begins afresh. */
const RUNS = 60;

/** From before shards were leased in Postgres: runs of that time replay, and end as soon as a worker of today is asked. */
export async function deliverySender(input: SenderInput): Promise<void> {
  const { sendShard } = proxyActivities<SenderActivities>({
    taskQueue: input.queue,
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '200 milliseconds', maximumInterval: '5 seconds' },
  });
  for (let run = 0; run < RUNS; run += 1) await sendShard({ shard: input.shard });
  await continueAsNew<typeof deliverySender>(input);
}

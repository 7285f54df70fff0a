import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { SenderActivities, SenderInput, SenderView } from '../../src/deliveries/workflow.js';

/** Runs before the history begins afresh: some an hour. */
const RUNS = 60;

/**
 * Keeps some worker sending the first attempts of one shard, a run of about a minute after another: each run goes to
 * a worker that has room, so that they share the shards. One whose worker was killed is begun again elsewhere as soon as
 * its heartbeats stay away. Ends only when it is cancelled or terminated; workers start it again.
 */
export async function deliverySender(input: SenderInput): Promise<void> {
  const { sendShard } = proxyActivities<SenderActivities>({
    taskQueue: input.queue,
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '200 milliseconds', maximumInterval: '5 seconds' },
  });
  for (let run = 0; run < RUNS; run += 1) {
    setCurrentDetails(told(await sendShard({ shard: input.shard })));
  }
  await continueAsNew<typeof deliverySender>(input);
}

function told({ perSecond, underWay, claimed, endpointsWaiting, oldestSeconds }: SenderView): string {
  const at = new Date(Date.now()).toISOString();
  const waiting =
    endpointsWaiting === 0
      ? 'Nothing waits.'
      : `${endpointsWaiting} endpoints have first attempts to come; the oldest has been due for ${oldestSeconds} s.`;
  return `At ${at}: ${perSecond} first attempts a second, ${underWay} under way, ${claimed} claimed. ${waiting}`;
}

import type { TemporalClient } from '../platform/temporal/client.js';
import { startWorkflow } from '../platform/temporal/start-workflow.js';
import { deliverySenderWorkflowId } from '../platform/temporal/workflow-ids.js';
import { SHARDS } from './rules/shards.js';
import { DELIVERY_SENDER_WORKFLOW, type SenderInput } from './workflow.js';

/**
 * Starts the senders that do not run; their workflows are few and quiet, so they share the queue of the maintenance.
 *
 * @returns how many this call started.
 */
export async function startSenders(temporal: TemporalClient): Promise<number> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  const started = await Promise.all(shards.map((shard) => startSender(temporal, shard)));
  return started.filter(Boolean).length;
}

async function startSender(temporal: TemporalClient, shard: number): Promise<boolean> {
  const input: SenderInput = { shard, queue: temporal.queue('senders') };
  const handle = await startWorkflow(temporal, DELIVERY_SENDER_WORKFLOW, {
    workflowId: deliverySenderWorkflowId(shard, temporal.suffix),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    taskQueue: temporal.queue('maintenance'),
    args: [input],
    staticSummary: `Sends the first attempts of deliveries, shard ${shard + 1} of ${SHARDS}`,
  });
  return handle !== null;
}

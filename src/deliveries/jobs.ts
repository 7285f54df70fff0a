import { setTimeout as pause } from 'node:timers/promises';
import { deleteOldChanges } from '../changes/sql/changes.js';
import { HOUR, MINUTE, SECOND } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { inBatches, lateAfter } from '../platform/context/in-batches.js';
import { defineJob, defineLoopJob, definePeriodicJob } from '../platform/jobs/job.js';
import { endpointDeliveriesWorkflowId } from '../platform/temporal/workflow-ids.js';
import { BATCH, continueFanOut, fanOutRecorded } from './fan-out.js';
import { carryOutReplay } from './replay.js';
import { KEEP_FOR_MS } from './rules/delivery.js';
import { nameEndpoint } from './rules/endpoint.js';
import { deleteOldDeliveries } from './sql/deliveries.js';
import { deleteOldReplays } from './sql/replays.js';
import { type EndpointStart, findUnattended, listEndpointStarts } from './sql/rounds.js';
import { ENDPOINT_DELIVERIES_WORKFLOW, LOOK_SIGNAL } from './workflow.js';

/** Single changes are collected for this time: a transaction for each would cost more than their deliveries. */
const GATHER_MS = 50;

export const fanOutJob = defineLoopJob({
  name: 'fan-out',
  room: 'deliveries',
  does: 'Writes the first deliveries of recorded changes.',
  runbook: '`fan-out-rest` retries changes that cannot be written. The worker log has the failure.',
  topic: 'change.recorded',
  trigger: 'A change that partners see is recorded.',
  async run(ctx) {
    try {
      const done = await fanOutRecorded(ctx, { first: true });
      if (done > 0 && done < BATCH) await pause(GATHER_MS);
      return { done };
    } catch (failure) {
      return { done: await fanOutRecorded(ctx, { first: false }), failure };
    }
  },
  alertAfter: 5 * MINUTE,
});

export const fanOutRestJob = defineJob({
  name: 'fan-out-rest',
  room: 'deliveries',
  does: 'Writes the other deliveries of changes that have many, a part in each turn.',
  runbook: 'Read the failure. The subject is the id of a row of `fan_outs`, which names its changes.',
  topic: 'fan_out.begun',
  trigger: 'The job `fan-out` leaves deliveries to be written.',
  run: continueFanOut,
  alertAfter: 30 * MINUTE,
  // Each takes a connection that handlers need too.
  atOnce: 1,
});

export const replayJob = defineJob({
  name: 'replay',
  room: 'deliveries',
  does: 'Replays the deliveries that an endpoint missed, in turns of some seconds.',
  runbook: 'A replay goes on from where it was. Read the failure; a removed endpoint ends its replays.',
  topic: 'delivery.replay',
  trigger: 'A partner or an operator requests a replay.',
  run: (ctx, replayId, { until }) => carryOutReplay(ctx, replayId, until),
  alertAfter: HOUR,
  atOnce: 4,
});

export const endpointRetriesJob = defineJob<EndpointStart>({
  name: 'endpoint-retries',
  room: 'deliveries',
  does: 'Wakes the workflow that releases the retries of an endpoint. Senders take retries that are 15 seconds overdue.',
  runbook: 'Nothing is lost. See [DeliveriesOverdue](runbooks.md#deliveriesoverdue).',
  topic: 'endpoint.retries',
  trigger: 'An attempt fails, or an operator commands a delivery.',
  load: async (ctx, ids) => new Map((await listEndpointStarts(ctx.sql, ids)).map((start) => [start.id, start])),
  workflow: {
    type: ENDPOINT_DELIVERIES_WORKFLOW,
    queue: 'endpointDeliveries',
    id: 'endpoint-deliveries/<endpoint id>',
    signal: LOOK_SIGNAL,
    describe: (endpointId, endpoint) => ({
      id: endpointDeliveriesWorkflowId(endpointId),
      input: { endpointId },
      summary: `Retries: ${nameEndpoint(endpoint)}`,
      attributes: { CompanyId: endpoint.companyId, EndpointId: endpointId, Mode: endpoint.mode, State: 'retrying' },
    }),
  },
  findOverdue: (ctx, page) => findUnattended(ctx.sql, page),
  lostAfter: MINUTE,
  alertAfter: 5 * MINUTE,
});

const BATCH_OF_OLD = 5_000;
/** The next run comes in less than a minute. */
const DELETING_MS = 20 * SECOND;

export const forgetDeliveriesJob = definePeriodicJob({
  name: 'forget-deliveries',
  room: 'deliveries',
  does: 'Deletes deliveries, changes and replays that ended 30 days ago.',
  runbook: 'The log has the failure. Old rows cost space only.',
  clock: { every: 50 * SECOND, run: forgetDeliveries },
});

/** @returns how many deliveries were deleted. */
export async function forgetDeliveries(ctx: Context): Promise<number> {
  const old = new Date(ctx.clock.now().getTime() - KEEP_FOR_MS);
  // As many as there are: a fixed number a run would fall behind for good.
  const isLate = lateAfter(DELETING_MS);
  const deleted = await inBatches(BATCH_OF_OLD, (limit) => deleteOldDeliveries(ctx.sql, old, limit), { isLate });
  await inBatches(BATCH_OF_OLD, (limit) => deleteOldChanges(ctx.sql, old, limit), { isLate });
  await deleteOldReplays(ctx.sql, old, BATCH_OF_OLD);
  return deleted;
}

import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Context } from '../src/services/context.js';
import type { TemporalClient } from '../src/temporal/client.js';
import { createMaintenanceActivities } from './maintenance.js';
import { createMatureEarningsActivities } from './mature-earnings.js';
import { createOrderHoldActivities } from './order-hold.js';
import { createRefundActivities } from './refund.js';

/** The workflows' code: the bundle made ahead, or its sources while developing. */
export type WorkflowCode = Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'>;

export interface CreateWorkersOptions extends WorkflowCode {
  connection: NativeConnection;
  /** What activities start and look up workflows with. */
  temporal: TemporalClient;
}

const AUTOSCALING = { type: 'autoscaling' } as const;

/** One worker a task queue; each runs every workflow, and the activities that belong to its queue. */
export async function createWorkers(ctx: Context, options: CreateWorkersOptions): Promise<Worker[]> {
  const { connection, temporal, workflowBundle, workflowsPath } = options;
  const common: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace: ctx.config.temporal.namespace,
    ...(workflowBundle ? { workflowBundle } : { workflowsPath }),
    workflowTaskPollerBehavior: AUTOSCALING,
    activityTaskPollerBehavior: AUTOSCALING,
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '20 seconds',
  };
  return Promise.all([
    Worker.create({
      ...common,
      taskQueue: temporal.queue('orders'),
      activities: { ...createOrderHoldActivities(ctx), ...createRefundActivities(ctx) },
    }),
    Worker.create({
      ...common,
      taskQueue: temporal.queue('maintenance'),
      activities: { ...createMaintenanceActivities(ctx, temporal), ...createMatureEarningsActivities(ctx) },
    }),
  ]);
}

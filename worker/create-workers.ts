import {
  type ActivityInterceptorsFactory,
  type NativeConnection,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { createBulkFileActivities } from '../activities/bulk.js';
import { createEndpointDeliveriesActivities } from '../activities/deliveries.js';
import { createMaintenanceActivities } from '../activities/maintenance.js';
import { createOrderActivities } from '../activities/orders.js';
import { createReconciliationActivities } from '../activities/reconciliation.js';
import { createSettlementActivities } from '../activities/settlements.js';
import { createTicketActivities } from '../activities/tickets.js';
import { JOBS } from '../src/context/jobs.js';
import type { Context } from '../src/platform/context/context.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';
import { traceOfHeaders } from '../src/platform/temporal/trace-headers.js';
import { deploymentName } from '../src/platform/temporal/worker-versions.js';
import type { Tracer } from '../src/platform/traces/span.js';
import { traced } from '../src/platform/traces/tracer.js';

/** The workflows' code: the prebuilt bundle, or its sources in development. */
export type WorkflowCode = Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'>;

export interface CreateWorkersOptions extends WorkflowCode {
  connection: NativeConnection;
  /** What activities start and look up workflows with. */
  temporal: TemporalClient;
  /** Aborted when the workers are about to be stopped. */
  stopping: AbortSignal;
}

/** Each holds a few drawn tickets, and mostly waits for the mail server: a slow one must not hold up the others. */
const MAILS_AT_ONCE = 50;

/** Most wait for minutes to hours, and a replay of one is short. The default, two thousand, keeps half a gigabyte. */
const ENDPOINTS_CACHED = 300;
/** Each is a short transaction a second for as long as senders are at its endpoint. */
const ROUNDS_AT_ONCE = 50;

const AUTOSCALING = { type: 'autoscaling' } as const;
/** For queues with few tasks: each autoscaling poller wakes an idle process ten times a second. */
const FEW_POLLERS = {
  workflowTaskPollerBehavior: { type: 'simple-maximum', maximum: 5 },
  activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 3 },
} as const;

/** One worker a task queue; each runs every workflow, and the activities that belong to its queue. */
export async function createWorkers(ctx: Context, options: CreateWorkersOptions): Promise<Worker[]> {
  const { temporal, stopping } = options;
  const common = commonOptions(ctx, options);
  return Promise.all([
    Worker.create({
      ...common,
      taskQueue: temporal.queue('orders'),
      activities: createOrderActivities(ctx),
    }),
    Worker.create({
      ...common,
      ...FEW_POLLERS,
      taskQueue: temporal.queue('maintenance'),
      activities: createMaintenanceActivities(ctx, JOBS),
    }),
    Worker.create({
      ...common,
      ...FEW_POLLERS,
      taskQueue: temporal.queue('settlements'),
      maxConcurrentActivityTaskExecutions: 20,
      activities: { ...createSettlementActivities(ctx), ...createReconciliationActivities(ctx) },
    }),
    // A queue of its own, however many endpoints are in trouble. When retries wait here for more than fifteen seconds,
    // senders send them without a release.
    Worker.create({
      ...common,
      ...FEW_POLLERS,
      taskQueue: temporal.queue('endpointDeliveries'),
      maxCachedWorkflows: ENDPOINTS_CACHED,
      maxConcurrentActivityTaskExecutions: ROUNDS_AT_ONCE,
      activities: createEndpointDeliveriesActivities(ctx, stopping),
    }),
    Worker.create({
      ...common,
      ...FEW_POLLERS,
      taskQueue: temporal.queue('bulk'),
      // Each uses a core and a connection.
      maxConcurrentActivityTaskExecutions: 2,
      // Otherwise the SDK holds reports back for most of the heartbeat timeout.
      maxHeartbeatThrottleInterval: '2 seconds',
      activities: createBulkFileActivities(ctx),
    }),
    Worker.create({
      ...common,
      taskQueue: temporal.queue('tickets'),
      maxConcurrentActivityTaskExecutions: MAILS_AT_ONCE,
      activities: createTicketActivities(ctx),
    }),
  ]);
}

function commonOptions(ctx: Context, options: CreateWorkersOptions): Omit<WorkerOptions, 'taskQueue'> {
  const { connection, workflowBundle, workflowsPath } = options;
  return {
    connection,
    namespace: ctx.config.temporal.namespace,
    ...(workflowBundle ? { workflowBundle } : { workflowsPath }),
    interceptors: { activity: [traceActivities(ctx.tracer)] },
    workflowTaskPollerBehavior: AUTOSCALING,
    activityTaskPollerBehavior: AUTOSCALING,
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '20 seconds',
    ...versioning(ctx),
  };
}

/** Workflows continue on the current version of the workers, except workflows that pin themselves to their first version. */
function versioning({ config }: Context): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  const { workerBuildId: buildId } = config.temporal;
  if (buildId === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName: deploymentName(config), buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}

/** Runs each activity in the trace that its workflow was started with, with a span for each attempt. */
function traceActivities(tracer: Tracer | null): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute(input, next) {
        const { workflowExecution, attempt, activityType } = info;
        const facts = {
          'temporal.workflow_id': workflowExecution?.workflowId ?? '',
          'temporal.attempt': attempt,
        };
        const trace = traceOfHeaders(input.headers);
        return traced(tracer, activityType, { trace, facts, kind: 'internal' }, () => next(input));
      },
    },
  });
}

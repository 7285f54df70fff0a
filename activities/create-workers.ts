import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Context } from '../src/platform/context/context.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';
import { createAccessActivities } from './access.js';
import { createBulkFileActivities } from './bulk.js';
import { createCatalogueActivities } from './catalogue.js';
import {
  createDeliveryActivities,
  createEndpointDeliveriesActivities,
  createFanOutActivities,
  senderActivities,
} from './deliveries.js';
import { createMatureEarningsActivities } from './earnings.js';
import { createMailActivities } from './mail.js';
import { createMemberActivities } from './members.js';
import { createOrderActivities } from './orders.js';
import { createSettlementCloseActivities } from './settlements/close.js';
import { createSettlementPaymentActivities } from './settlements/payment.js';
import { createSettlementRerunActivities } from './settlements/rerun.js';
import { createSignalActivities } from './signals.js';
import { createTicketActivities } from './tickets.js';

/** The workflows' code: the prebuilt bundle, or its sources in development. */
export type WorkflowCode = Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'>;

export interface CreateWorkersOptions extends WorkflowCode {
  connection: NativeConnection;
  /** What activities start and look up workflows with. */
  temporal: TemporalClient;
  /** Aborted when the workers are about to be stopped. */
  stopping: AbortSignal;
}

/** Those of workflows of before: docs/decisions/0016-first-attempts-in-batches.md says when they can go. */
const FAN_OUTS_AT_ONCE = 2;

/** Each holds a few drawn tickets, and mostly waits for the mail server: a slow one must not hold up the others. */
const MAILS_AT_ONCE = 50;

/**
 * Most wait for the next attempt, minutes to hours, and are replayed from a few events when it is due. The default, two
 * thousand, keeps half a gigabyte of them when all receivers are down.
 */
const DELIVERIES_CACHED = 300;

/** Most wait for minutes to hours, as deliveries do. */
const ENDPOINTS_CACHED = 300;
/** Each is a short transaction a second for as long as senders are at its endpoint. */
const ROUNDS_AT_ONCE = 50;

const NO_WORKFLOWS = { workflowBundle: undefined, workflowsPath: undefined } as const;
const AUTOSCALING = { type: 'autoscaling' } as const;
/** Where tasks are few: each poller that scales by itself wakes an idle process ten times a second. */
const FEW_POLLERS = {
  workflowTaskPollerBehavior: { type: 'simple-maximum', maximum: 5 },
  activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 3 },
} as const;

const ONE_POLLER = {
  ...NO_WORKFLOWS,
  activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 },
} as const;

/** One worker a task queue; each runs every workflow, and the activities that belong to its queue. */
export async function createWorkers(ctx: Context, options: CreateWorkersOptions): Promise<Worker[]> {
  const { connection, temporal, stopping, workflowBundle, workflowsPath } = options;
  const common: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace: ctx.config.temporal.namespace,
    ...(workflowBundle ? { workflowBundle } : { workflowsPath }),
    workflowTaskPollerBehavior: AUTOSCALING,
    activityTaskPollerBehavior: AUTOSCALING,
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '20 seconds',
  };
  const fanOutActivities = createFanOutActivities(ctx);
  const deliveryActivities = createDeliveryActivities(ctx);
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
      activities: {
        ...createCatalogueActivities(ctx),
        ...createAccessActivities(ctx),
        ...createSignalActivities(ctx),
        ...createMatureEarningsActivities(ctx),
        ...createMailActivities(ctx),
        ...createMemberActivities(ctx),
      },
    }),
    Worker.create({
      ...common,
      ...FEW_POLLERS,
      taskQueue: temporal.queue('settlements'),
      maxConcurrentActivityTaskExecutions: 20,
      activities: {
        ...createSettlementCloseActivities(ctx),
        ...createSettlementPaymentActivities(ctx),
        ...createSettlementRerunActivities(ctx),
      },
    }),
    Worker.create({
      ...common,
      taskQueue: temporal.queue('deliveries'),
      maxCachedWorkflows: DELIVERIES_CACHED,
      activities: { ...deliveryActivities, ...fanOutActivities },
    }),
    // Of its own, however many endpoints are in trouble: what waits here beyond fifteen seconds, senders take by themselves.
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
      // Else reports are held back until most of the time after which the worker counts as gone is over.
      maxHeartbeatThrottleInterval: '2 seconds',
      activities: createBulkFileActivities(ctx),
    }),
    Worker.create({
      ...common,
      taskQueue: temporal.queue('tickets'),
      maxConcurrentActivityTaskExecutions: MAILS_AT_ONCE,
      activities: createTicketActivities(ctx),
    }),
    Worker.create({
      ...common,
      ...NO_WORKFLOWS,
      ...FEW_POLLERS,
      taskQueue: temporal.queue('fanOuts'),
      maxConcurrentActivityTaskExecutions: FAN_OUTS_AT_ONCE,
      activities: fanOutActivities,
    }),
    // Only workflows from before senders made every attempt, and leased their shards, ask here.
    Worker.create({
      ...common,
      ...ONE_POLLER,
      taskQueue: temporal.queue('senders'),
      activities: senderActivities,
    }),
    Worker.create({
      ...common,
      ...ONE_POLLER,
      taskQueue: temporal.queue('slowDeliveries'),
      activities: deliveryActivities,
    }),
  ]);
}

import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type ScheduleSpec } from '@temporalio/client';
import { SWEEP_DELIVERIES_WORKFLOW } from '../contracts/delivery.js';
import {
  CLEAN_BULK_FILES_WORKFLOW,
  COMPLETE_EVENTS_WORKFLOW,
  FORGET_SIGNALS_WORKFLOW,
  FORGET_TOKENS_WORKFLOW,
  REFRESH_SAMPLES_WORKFLOW,
  SWEEP_ORDERS_WORKFLOW,
} from '../contracts/maintenance.js';
import { MATURE_EARNINGS_WORKFLOW } from '../contracts/mature-earnings.js';
import { MONTH_END_WORKFLOW, SWEEP_SETTLEMENTS_WORKFLOW } from '../contracts/settlement.js';
import type { TemporalClient } from './client.js';
import { patiently } from './patiently.js';
import type { Queue } from './queues.js';

interface Plan {
  id: string;
  workflow: string;
  spec: ScheduleSpec;
  note: string;
  /** `maintenance` when absent. */
  queue?: Queue;
  /** How late a missed run is still made up for; 2 minutes when absent. */
  catchup?: '1 day' | '365 days';
  /** How long a run may take; 1 hour when absent. */
  timeout?: '365 days';
}

const PLANS: readonly Plan[] = [
  {
    id: 'sweep-orders',
    workflow: SWEEP_ORDERS_WORKFLOW,
    spec: { intervals: [{ every: '1 minute' }] },
    note: 'Ends holds that are over and were missed, starts the workflows of holds and refunds that were lost.',
  },
  {
    id: 'sweep-deliveries',
    workflow: SWEEP_DELIVERIES_WORKFLOW,
    spec: { intervals: [{ every: '1 minute', offset: '15 seconds' }] },
    note: 'Starts deliveries and fan-outs whose workflows were lost, and forgets deliveries that ended long ago.',
  },
  {
    id: 'complete-events',
    workflow: COMPLETE_EVENTS_WORKFLOW,
    spec: { intervals: [{ every: '1 minute', offset: '30 seconds' }] },
    note: 'Marks events that are over as completed.',
  },
  {
    id: 'mature-earnings',
    workflow: MATURE_EARNINGS_WORKFLOW,
    spec: { intervals: [{ every: '5 minutes', offset: '45 seconds' }] },
    note: 'Moves earnings whose time has come: pending, approved 48 hours after the event, ready 7 days later.',
  },
  {
    id: 'settlement-close',
    workflow: MONTH_END_WORKFLOW,
    spec: { calendars: [{ dayOfMonth: 1, hour: 0, minute: 0 }], timezone: 'UTC' },
    note: 'Closes the month before: writes a statement for each company and currency with agreed terms.',
    queue: 'settlements',
    catchup: '365 days',
    timeout: '365 days',
  },
  {
    id: 'sweep-settlements',
    workflow: SWEEP_SETTLEMENTS_WORKFLOW,
    spec: { intervals: [{ every: '5 minutes', offset: '75 seconds' }] },
    note: 'Starts payments of statements whose workflow was lost.',
    queue: 'settlements',
  },
  {
    id: 'refresh-samples',
    workflow: REFRESH_SAMPLES_WORKFLOW,
    spec: { calendars: [{ hour: 3, minute: 0 }] },
    note: 'Moves the dates of the sample events into the future again.',
    catchup: '1 day',
  },
  {
    id: 'forget-signals',
    workflow: FORGET_SIGNALS_WORKFLOW,
    spec: { intervals: [{ every: '1 hour', offset: '10 minutes' }] },
    note: 'Forgets the page loads of browser signals that were counted more than two days ago.',
  },
  {
    id: 'forget-tokens',
    workflow: FORGET_TOKENS_WORKFLOW,
    spec: { intervals: [{ every: '1 hour', offset: '25 minutes' }] },
    note: 'Forgets access tokens that expired more than a day ago.',
  },
  {
    id: 'clean-bulk-files',
    workflow: CLEAN_BULK_FILES_WORKFLOW,
    spec: { intervals: [{ every: '10 minutes', offset: '105 seconds' }] },
    note: 'Removes bulk files that are two hours old, and gives up builds that were lost.',
  },
];

/**
 * Makes the Schedules, or brings those that exist to what this version wants; a Schedule that an operator paused stays
 * paused. A run that is still at work is not joined by the next one.
 */
export async function ensureSchedules(temporal: TemporalClient): Promise<void> {
  for (const plan of PLANS) await patiently(() => temporal.call(() => ensureSchedule(temporal, plan)));
}

async function ensureSchedule(temporal: TemporalClient, plan: Plan): Promise<void> {
  const scheduleId = plan.id + temporal.suffix;
  const wanted = {
    spec: plan.spec,
    action: {
      type: 'startWorkflow' as const,
      workflowType: plan.workflow,
      workflowId: scheduleId,
      taskQueue: temporal.queue(plan.queue ?? 'maintenance'),
      args: [],
      workflowExecutionTimeout: plan.timeout ?? '1 hour',
      staticSummary: plan.note,
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: plan.catchup ?? '2 minutes' },
  };
  try {
    await temporal.client.schedule.create({ scheduleId, ...wanted, state: { note: plan.note } });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await temporal.client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...wanted, state }));
  }
}

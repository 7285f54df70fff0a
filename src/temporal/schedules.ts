import { isDeepStrictEqual } from 'node:util';
import {
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Plan {
  id: string;
  workflow: string;
  when: When;
  note: string;
  /** `maintenance` when absent. */
  queue?: Queue;
  /** How late a missed run is still made up for, in milliseconds; 2 minutes when absent. */
  catchup?: number;
  /** How long a run may take, in milliseconds; 1 hour when absent. */
  timeout?: number;
}

/** Again and again, in milliseconds; or at a full hour, UTC, of a day of the month or of every day. */
type When = { every: number; offset?: number } | { hour: number; dayOfMonth?: number };

const PLANS: readonly Plan[] = [
  {
    id: 'sweep-orders',
    workflow: SWEEP_ORDERS_WORKFLOW,
    when: { every: MINUTE },
    note: 'Ends holds that are over and were missed, starts the workflows of holds and refunds that were lost.',
  },
  {
    id: 'sweep-deliveries',
    workflow: SWEEP_DELIVERIES_WORKFLOW,
    when: { every: MINUTE, offset: 15_000 },
    note: 'Starts deliveries and fan-outs whose workflows were lost, and forgets deliveries that ended long ago.',
  },
  {
    id: 'complete-events',
    workflow: COMPLETE_EVENTS_WORKFLOW,
    when: { every: MINUTE, offset: 30_000 },
    note: 'Marks events that are over as completed.',
  },
  {
    id: 'mature-earnings',
    workflow: MATURE_EARNINGS_WORKFLOW,
    when: { every: 5 * MINUTE, offset: 45_000 },
    note: 'Moves earnings whose time has come: pending, approved 48 hours after the event, ready 7 days later.',
  },
  {
    id: 'settlement-close',
    workflow: MONTH_END_WORKFLOW,
    when: { hour: 0, dayOfMonth: 1 },
    note: 'Closes the month before: writes a statement for each company and currency with agreed terms.',
    queue: 'settlements',
    catchup: 365 * DAY,
    timeout: 365 * DAY,
  },
  {
    id: 'sweep-settlements',
    workflow: SWEEP_SETTLEMENTS_WORKFLOW,
    when: { every: 5 * MINUTE, offset: 75_000 },
    note: 'Starts payments of statements whose workflow was lost.',
    queue: 'settlements',
  },
  {
    id: 'refresh-samples',
    workflow: REFRESH_SAMPLES_WORKFLOW,
    when: { hour: 3 },
    note: 'Moves the dates of the sample events into the future again.',
    catchup: DAY,
  },
  {
    id: 'forget-signals',
    workflow: FORGET_SIGNALS_WORKFLOW,
    when: { every: HOUR, offset: 10 * MINUTE },
    note: 'Forgets the page loads of browser signals that were counted more than two days ago.',
  },
  {
    id: 'forget-tokens',
    workflow: FORGET_TOKENS_WORKFLOW,
    when: { every: HOUR, offset: 25 * MINUTE },
    note: 'Forgets access tokens that expired more than a day ago.',
  },
  {
    id: 'clean-bulk-files',
    workflow: CLEAN_BULK_FILES_WORKFLOW,
    when: { every: 10 * MINUTE, offset: 105_000 },
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

/**
 * Leaves a Schedule alone that is as wanted: an update carries the whole state along, and the server applies a pause
 * that arrives at the same time *before* it, so that an operator's pause during a deployment would be undone.
 */
async function ensureSchedule(temporal: TemporalClient, plan: Plan): Promise<void> {
  const scheduleId = plan.id + temporal.suffix;
  const wanted = {
    spec: specOf(plan.when),
    action: {
      type: 'startWorkflow' as const,
      workflowType: plan.workflow,
      workflowId: scheduleId,
      taskQueue: temporal.queue(plan.queue ?? 'maintenance'),
      args: [],
      workflowExecutionTimeout: plan.timeout ?? HOUR,
      staticSummary: plan.note,
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: plan.catchup ?? 2 * MINUTE },
  };
  try {
    await temporal.client.schedule.create({ scheduleId, ...wanted, state: { note: plan.note } });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const handle = temporal.client.schedule.getHandle(scheduleId);
    const found = await handle.describe();
    if (!isDeepStrictEqual(essence(found), essence(wanted))) {
      await handle.update(({ state }) => ({ ...wanted, state }));
    }
  }
}

/** In the very form in which the server describes it, so that the two can be compared. */
function specOf(when: When) {
  if ('every' in when) return { calendars: [], intervals: [{ every: when.every, offset: when.offset ?? 0 }] };
  const range = (start: number, end = start) => [{ start, end, step: 1 }];
  const calendar = {
    second: range(0),
    minute: range(0),
    hour: range(when.hour),
    dayOfMonth: when.dayOfMonth ? range(when.dayOfMonth) : range(1, 31),
    month: [{ start: 'JANUARY' as const, end: 'DECEMBER' as const, step: 1 }],
    dayOfWeek: [{ start: 'SUNDAY' as const, end: 'SATURDAY' as const, step: 1 }],
    year: [],
    comment: '',
  };
  return { calendars: [calendar], intervals: [] };
}

/** What a Schedule does and when, without its state and what has happened so far. */
function essence({
  spec,
  action,
  policies,
}: ScheduleDescription | Pick<ScheduleOptions, 'spec' | 'action' | 'policies'>) {
  return {
    when: [spec.calendars, spec.intervals, spec.skip ?? [], spec.startAt, spec.endAt, spec.jitter ?? 0],
    what: [action.workflowType, action.workflowId, action.taskQueue, action.args, action.staticSummary],
    limits: [action.workflowExecutionTimeout, policies?.overlap, policies?.catchupWindow],
  };
}

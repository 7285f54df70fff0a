import { isDeepStrictEqual } from 'node:util';
import {
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { HOUR, MINUTE } from '../../core/time.js';
import type { Queue, TemporalClient } from './client.js';
import { retryTransient } from './retry-transient.js';

/** A recurring workflow; each capability declares its own, and the worker creates them all. */
export interface SchedulePlan {
  /** The id of the Schedule and of the workflow that it starts. */
  id: string;
  workflow: string;
  args?: unknown[];
  when: When;
  note: string;
  /** `maintenance` when absent. */
  queue?: Queue;
  /** How late a missed run is still started, in milliseconds; 2 minutes when absent. */
  catchup?: number;
  /** How long a run may take, in milliseconds; 1 hour when absent. */
  timeout?: number;
}

/** At an interval, in milliseconds; or at a full hour, UTC, of a day of the month or of every day. */
export type When = { every: number; offset?: number } | { hour: number; dayOfMonth?: number };

/** Creates the Schedules or updates existing ones; a paused one stays paused. Runs never overlap. */
export async function ensureSchedules(temporal: TemporalClient, plans: readonly SchedulePlan[]): Promise<void> {
  for (const plan of plans) await retryTransient(() => temporal.call(() => ensureSchedule(temporal, plan)));
}

/** Leaves correct Schedules alone: the server applies a concurrent pause *before* an update, which would undo the pause. */
async function ensureSchedule(temporal: TemporalClient, plan: SchedulePlan): Promise<void> {
  const scheduleId = plan.id + temporal.suffix;
  const wanted = {
    spec: toSpec(plan.when),
    action: {
      type: 'startWorkflow' as const,
      workflowType: plan.workflow,
      workflowId: scheduleId,
      taskQueue: temporal.queue(plan.queue ?? 'maintenance'),
      args: plan.args ?? [],
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

/** In the server's form, so that the two can be compared. */
function toSpec(when: When) {
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

/** The action and times of a Schedule, without its state and history. */
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

import { deleteExpiredTokens } from '../access/delete-expired-tokens.js';
import { completeEndedEvents } from '../catalogue/complete-ended-events.js';
import { refreshSamples } from '../catalogue/refresh-samples.js';
import { DAY, HOUR, MINUTE, SECOND } from '../core/time.js';
import { sendEndpointWarnings } from '../endpoints/send-warnings.js';
import { deleteExpiredSignIns } from '../members/sessions.js';
import type { Context } from '../platform/context/context.js';
import { definePeriodicJob, type PeriodicJob } from '../platform/jobs/job.js';
import { MAINTENANCE_WORKFLOW } from '../platform/jobs/workflow.js';
import type { When } from '../platform/temporal/schedules.js';
import { keepRequestDays } from '../requests/keep-days.js';
import { noteAllGoLive } from '../sandbox/go-live.js';
import { deleteOldSignals } from '../signals/delete-old-signals.js';

interface Maintenance {
  room: string;
  does: string;
  /** The cost of a delay: one sentence. */
  delay: string;
  when: When;
  catchup?: number;
  run(ctx: Context): Promise<unknown>;
}

const COSTS_SPACE = 'Old rows cost space only.';

/** Work that repeats and is one call: the activity `maintain` makes it, in a Schedule of Temporal of the same name. */
export const MAINTENANCE: Readonly<Record<string, Maintenance>> = {
  'complete-events': {
    room: 'catalogue',
    does: 'Marks events that are over as completed.',
    delay: 'Events stay on their last status until it runs.',
    when: { every: MINUTE, offset: 30 * SECOND },
    run: completeEndedEvents,
  },
  'warn-of-endpoints': {
    room: 'endpoints',
    does: 'Mails members about webhooks and postbacks that only fail, before they are disabled and when they were.',
    delay: 'Warnings come later.',
    when: { every: 10 * MINUTE, offset: 3 * MINUTE },
    run: sendEndpointWarnings,
  },
  'note-go-live': {
    room: 'sandbox',
    does: 'Keeps what integrations were seen to do, before the traces are deleted.',
    delay: 'Nothing depends on it for days.',
    when: { every: HOUR, offset: 50 * MINUTE },
    run: noteAllGoLive,
  },
  'refresh-samples': {
    room: 'catalogue',
    does: 'Moves the sample events into the future again.',
    delay: 'Sample events end up in the past until it runs.',
    when: { hour: 3 },
    catchup: DAY,
    run: refreshSamples,
  },
  'forget-signals': {
    room: 'signals',
    does: 'Deletes page loads of signals that were counted two days ago, signals after 35 days and their counts after 760; makes room for the next seven.',
    delay: 'Without room for new days, signals are refused after a week.',
    when: { every: HOUR, offset: 10 * MINUTE },
    run: deleteOldSignals,
  },
  'forget-tokens': {
    room: 'access',
    does: 'Deletes access tokens that expired more than a day ago, and the use of keys by day after 760 days.',
    delay: COSTS_SPACE,
    when: { every: HOUR, offset: 25 * MINUTE },
    run: deleteExpiredTokens,
  },
  'forget-sign-ins': {
    room: 'members',
    does: 'Deletes sign-in links, sessions and counts of attempts that are over, and the audit log of more than ten years ago.',
    delay: COSTS_SPACE,
    when: { every: HOUR, offset: 35 * MINUTE },
    run: deleteExpiredSignIns,
  },
  'keep-request-days': {
    room: 'requests',
    does: 'Makes room in the request log for the next seven days, and drops days that are over.',
    delay: 'Without room for new days, calls are not logged after a week.',
    when: { every: HOUR, offset: 40 * MINUTE },
    run: keepRequestDays,
  },
};

export const MAINTENANCE_JOBS: readonly PeriodicJob[] = Object.entries(MAINTENANCE).map(
  ([name, { room, does, delay, when, catchup }]) =>
    definePeriodicJob({
      ...{ name, room, does, runbook: `See [ScheduleBehind](runbooks.md#schedulebehind). ${delay}` },
      schedule: { workflow: MAINTENANCE_WORKFLOW, args: [name], when, ...(catchup !== undefined && { catchup }) },
      why: 'Operators see and trigger each run.',
    }),
);

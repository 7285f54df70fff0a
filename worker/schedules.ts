import { DAY, HOUR, MINUTE, SECOND } from '../src/core/time.js';
import type { SchedulePlan } from '../src/platform/temporal/schedules.js';
import type * as workflows from '../workflows/index.js';

/** Everything that runs by Temporal's clock. Sweeps run without it (`sweeps.ts`). */
export const SCHEDULES: readonly (SchedulePlan & { workflow: keyof typeof workflows })[] = [
  {
    id: 'complete-events',
    workflow: 'completeEvents',
    when: { every: MINUTE, offset: 30 * SECOND },
    note: 'Marks events that are over as completed.',
  },
  {
    id: 'mature-earnings',
    workflow: 'matureEarnings',
    when: { every: 5 * MINUTE, offset: 45 * SECOND },
    note: 'Moves earnings that are due: approved 48 hours after the event, ready 7 days later.',
  },
  {
    id: 'warn-of-endpoints',
    workflow: 'warnOfEndpoints',
    when: { every: 10 * MINUTE, offset: 3 * MINUTE },
    note: 'Mails members about webhooks and postbacks that only fail, before they are disabled and when they were.',
  },
  {
    id: 'forget-signals',
    workflow: 'forgetSignals',
    when: { every: HOUR, offset: 10 * MINUTE },
    note: 'Deletes page loads of signals that were counted two days ago, signals after 35 days and their counts after 760; makes room for the next seven.',
  },
  {
    id: 'forget-tokens',
    workflow: 'forgetTokens',
    when: { every: HOUR, offset: 25 * MINUTE },
    note: 'Deletes access tokens that expired more than a day ago, and the use of keys by day after 760 days.',
  },
  {
    id: 'forget-sign-ins',
    workflow: 'forgetSignIns',
    when: { every: HOUR, offset: 35 * MINUTE },
    note: 'Deletes sign-in links, sessions and counts of attempts that are over, and the audit log of more than ten years ago.',
  },
  {
    id: 'keep-request-days',
    workflow: 'keepRequestDays',
    when: { every: HOUR, offset: 40 * MINUTE },
    note: 'Makes room in the request log for the next seven days, and drops days that are over.',
  },
  {
    id: 'note-go-live',
    workflow: 'noteGoLive',
    when: { every: HOUR, offset: 50 * MINUTE },
    note: 'Keeps what integrations were seen to do, before the traces are deleted.',
  },
  {
    id: 'refresh-samples',
    workflow: 'refreshSamples',
    when: { hour: 3 },
    note: 'Moves the sample events into the future again.',
    catchup: DAY,
  },
  {
    id: 'settlement-close',
    workflow: 'settlementMonthEnd',
    when: { hour: 0, dayOfMonth: 1 },
    note: 'Closes the month before: writes a statement for each company with terms, and each currency.',
    queue: 'settlements',
    catchup: 365 * DAY,
    timeout: 365 * DAY,
  },
  {
    id: 'reconcile-month',
    workflow: 'reconcileMonth',
    when: { hour: 4, dayOfMonth: 2 },
    note: "Compares the month before with the payment processor's balance transactions and the bank's statements.",
    queue: 'settlements',
    catchup: 30 * DAY,
    timeout: 20 * DAY,
  },
];

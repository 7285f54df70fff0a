import { MINUTE, type SchedulePlan } from '../platform/temporal/schedules.js';
import { MONTH_END_WORKFLOW, SWEEP_SETTLEMENTS_WORKFLOW } from './workflow.js';

const DAY = 86_400_000;

export const SETTLEMENT_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'settlement-close',
    workflow: MONTH_END_WORKFLOW,
    when: { hour: 0, dayOfMonth: 1 },
    note: 'Closes the month before: writes a statement for each company with terms, and each currency.',
    queue: 'settlements',
    catchup: 365 * DAY,
    timeout: 365 * DAY,
  },
  {
    id: 'sweep-settlements',
    workflow: SWEEP_SETTLEMENTS_WORKFLOW,
    when: { every: 5 * MINUTE, offset: 75_000 },
    note: 'Restarts lost payments of statements.',
    queue: 'settlements',
  },
];

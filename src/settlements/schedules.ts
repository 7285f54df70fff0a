import { DAY } from '../core/time.js';
import type { SchedulePlan } from '../platform/temporal/schedules.js';
import { MONTH_END_WORKFLOW } from './workflow.js';

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
];

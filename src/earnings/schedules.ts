import { MINUTE } from '../core/time.js';
import type { SchedulePlan } from '../platform/temporal/schedules.js';
import { MATURE_EARNINGS_WORKFLOW } from './workflow.js';

export const EARNING_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'mature-earnings',
    workflow: MATURE_EARNINGS_WORKFLOW,
    when: { every: 5 * MINUTE, offset: 45_000 },
    note: 'Moves earnings that are due: approved 48 hours after the event, ready 7 days later.',
  },
];

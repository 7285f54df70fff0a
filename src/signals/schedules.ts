import { HOUR, MINUTE } from '../core/time.js';
import type { SchedulePlan } from '../platform/temporal/schedules.js';
import { FORGET_SIGNALS_WORKFLOW } from './workflow.js';

export const SIGNAL_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'forget-signals',
    workflow: FORGET_SIGNALS_WORKFLOW,
    when: { every: HOUR, offset: 10 * MINUTE },
    note: 'Deletes the page loads of signals that were counted more than two days ago.',
  },
];

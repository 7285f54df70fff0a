import { HOUR, MINUTE } from '../core/time.js';
import type { SchedulePlan } from '../platform/temporal/schedules.js';
import { FORGET_TOKENS_WORKFLOW } from './workflow.js';

export const ACCESS_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'forget-tokens',
    workflow: FORGET_TOKENS_WORKFLOW,
    when: { every: HOUR, offset: 25 * MINUTE },
    note: 'Deletes access tokens that expired more than a day ago.',
  },
];

import { HOUR, MINUTE } from '../core/time.js';
import type { SchedulePlan } from '../platform/temporal/schedules.js';
import { FORGET_SIGN_INS_WORKFLOW, WARN_OF_ENDPOINTS_WORKFLOW } from './workflow.js';

export const MEMBER_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'forget-sign-ins',
    workflow: FORGET_SIGN_INS_WORKFLOW,
    when: { every: HOUR, offset: 35 * MINUTE },
    note: 'Deletes sign-in links, sessions and counts of attempts that are over.',
  },
  {
    id: 'warn-of-endpoints',
    workflow: WARN_OF_ENDPOINTS_WORKFLOW,
    when: { every: 10 * MINUTE, offset: 3 * MINUTE },
    note: 'Mails members about webhooks and postbacks that only fail, before they are disabled and when they were.',
  },
];

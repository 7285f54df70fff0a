import { MINUTE, type SchedulePlan } from '../temporal/schedules.js';
import { SWEEP_MAILS_WORKFLOW } from './workflow.js';

export const MAIL_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'sweep-mails',
    workflow: SWEEP_MAILS_WORKFLOW,
    when: { every: MINUTE, offset: 40_000 },
    note: 'Restarts lost workflows of mails, and deletes mails that ended more than 30 days ago.',
  },
];

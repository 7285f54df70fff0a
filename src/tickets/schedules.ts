import { MINUTE, type SchedulePlan } from '../platform/temporal/schedules.js';
import { SWEEP_TICKETS_WORKFLOW } from './workflow.js';

export const TICKET_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'sweep-tickets',
    workflow: SWEEP_TICKETS_WORKFLOW,
    when: { every: MINUTE, offset: 50_000 },
    note: 'Restarts lost workflows that mail tickets.',
  },
];

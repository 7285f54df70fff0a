import { MINUTE, type SchedulePlan } from '../platform/temporal/schedules.js';
import { SWEEP_ORDERS_WORKFLOW } from './workflow.js';

export const ORDER_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'sweep-orders',
    workflow: SWEEP_ORDERS_WORKFLOW,
    when: { every: MINUTE },
    note: 'Ends overdue holds, and restarts lost workflows of holds, refunds and cancelled events.',
  },
];

import { MINUTE, type SchedulePlan } from '../platform/temporal/schedules.js';
import { SWEEP_DELIVERIES_WORKFLOW } from './workflow.js';

export const DELIVERY_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'sweep-deliveries',
    workflow: SWEEP_DELIVERIES_WORKFLOW,
    when: { every: MINUTE, offset: 15_000 },
    note: 'Restarts lost deliveries, queues forgotten changes, and deletes deliveries that ended more than thirty days ago.',
  },
];

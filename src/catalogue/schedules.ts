import { DAY, MINUTE } from '../core/time.js';
import type { SchedulePlan } from '../platform/temporal/schedules.js';
import { COMPLETE_EVENTS_WORKFLOW, REFRESH_SAMPLES_WORKFLOW } from './workflow.js';

export const CATALOGUE_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'complete-events',
    workflow: COMPLETE_EVENTS_WORKFLOW,
    when: { every: MINUTE, offset: 30_000 },
    note: 'Marks events that are over as completed.',
  },
  {
    id: 'refresh-samples',
    workflow: REFRESH_SAMPLES_WORKFLOW,
    when: { hour: 3 },
    note: 'Moves the sample events into the future again.',
    catchup: DAY,
  },
];

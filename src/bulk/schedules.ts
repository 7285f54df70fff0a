import { MINUTE, type SchedulePlan } from '../platform/temporal/schedules.js';
import { CLEAN_BULK_FILES_WORKFLOW } from './workflow.js';

export const BULK_SCHEDULES: readonly SchedulePlan[] = [
  {
    id: 'clean-bulk-files',
    workflow: CLEAN_BULK_FILES_WORKFLOW,
    when: { every: 10 * MINUTE, offset: 105_000 },
    note: 'Removes bulk files that are two hours old, and ends lost builds.',
  },
];

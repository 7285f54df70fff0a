import { HOUR, MINUTE } from '../core/time.js';
import { defineMaintenanceJob } from '../platform/jobs/maintenance-job.js';
import { keepRequestDays } from './keep-days.js';

export const keepRequestDaysJob = defineMaintenanceJob({
  name: 'keep-request-days',
  room: 'requests',
  does: 'Makes room in the request log for the next seven days, and drops days that are over.',
  delay: 'Without room for new days, calls are not logged after a week.',
  when: { every: HOUR, offset: 40 * MINUTE },
  run: keepRequestDays,
});

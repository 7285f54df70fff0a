import { HOUR, MINUTE } from '../core/time.js';
import { defineMaintenanceJob } from '../platform/jobs/maintenance-job.js';
import { deleteExpiredSignIns } from './sessions.js';

export const forgetSignInsJob = defineMaintenanceJob({
  name: 'forget-sign-ins',
  room: 'members',
  does: 'Deletes sign-in links, sessions and counts of attempts that are over, and the audit log of more than ten years ago.',
  delay: 'Old rows cost space only.',
  when: { every: HOUR, offset: 35 * MINUTE },
  run: deleteExpiredSignIns,
});

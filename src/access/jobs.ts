import { HOUR, MINUTE } from '../core/time.js';
import { defineMaintenanceJob } from '../platform/jobs/maintenance-job.js';
import { deleteOldTokensAndUse } from './delete-old-tokens-and-use.js';

export const forgetTokensJob = defineMaintenanceJob({
  name: 'forget-tokens',
  room: 'access',
  does: 'Deletes access tokens that expired more than a day ago, and the use of keys by day after 760 days.',
  delay: 'Old rows cost space only.',
  when: { every: HOUR, offset: 25 * MINUTE },
  run: deleteOldTokensAndUse,
});

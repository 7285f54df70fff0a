import { MINUTE } from '../../core/time.js';
import { defineMaintenanceJob } from '../../platform/jobs/maintenance-job.js';
import { sendEndpointWarnings } from './send-warnings.js';

export const warnOfEndpointsJob = defineMaintenanceJob({
  name: 'warn-of-endpoints',
  room: 'deliveries',
  does: 'Mails members about webhooks and postbacks that only fail, before they are disabled and when they were.',
  delay: 'Warnings come later.',
  when: { every: 10 * MINUTE, offset: 3 * MINUTE },
  run: sendEndpointWarnings,
});

import { HOUR, MINUTE } from '../core/time.js';
import { defineMaintenanceJob } from '../platform/jobs/maintenance-job.js';
import { deleteOldSignals } from './delete-old-signals.js';

export const forgetSignalsJob = defineMaintenanceJob({
  name: 'forget-signals',
  room: 'signals',
  does: 'Deletes page loads of signals that were counted two days ago, signals after 35 days and their counts after 760; makes room for the next seven.',
  delay: 'Without room for new days, signals are refused after a week.',
  when: { every: HOUR, offset: 10 * MINUTE },
  run: deleteOldSignals,
});

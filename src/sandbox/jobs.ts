import { HOUR, MINUTE } from '../core/time.js';
import { defineMaintenanceJob } from '../platform/jobs/maintenance-job.js';
import { noteAllGoLive } from './go-live.js';

export const noteGoLiveJob = defineMaintenanceJob({
  name: 'note-go-live',
  room: 'sandbox',
  does: 'Keeps what integrations were seen to do, before the traces are deleted.',
  delay: 'Nothing depends on it for days.',
  when: { every: HOUR, offset: 50 * MINUTE },
  run: noteAllGoLive,
});

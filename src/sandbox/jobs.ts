import { HOUR, MINUTE } from '../core/time.js';
import { definePeriodicJob } from '../platform/jobs/job.js';

export const noteGoLiveJob = definePeriodicJob({
  name: 'note-go-live',
  room: 'sandbox',
  does: 'Keeps what integrations were seen to do, before the traces are deleted.',
  runbook: 'See [ScheduleBehind](operations.md#schedulebehind). Nothing depends on it for days.',
  schedule: { workflow: 'noteGoLive', when: { every: HOUR, offset: 50 * MINUTE } },
  why: 'Operators see and trigger each run.',
});

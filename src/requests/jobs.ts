import { HOUR, MINUTE } from '../core/time.js';
import { definePeriodicJob } from '../platform/jobs/job.js';

export const keepRequestDaysJob = definePeriodicJob({
  name: 'keep-request-days',
  room: 'requests',
  does: 'Makes room in the request log for the next seven days, and drops days that are over.',
  runbook:
    'See [ScheduleBehind](operations.md#schedulebehind). Without room for new days, calls are not logged after a week.',
  schedule: { workflow: 'keepRequestDays', when: { every: HOUR, offset: 40 * MINUTE } },
  why: 'Operators see and trigger each run.',
});

import { HOUR, MINUTE } from '../core/time.js';
import { definePeriodicJob } from '../platform/jobs/job.js';

export const forgetSignalsJob = definePeriodicJob({
  name: 'forget-signals',
  room: 'signals',
  does: 'Deletes page loads of signals that were counted two days ago, signals after 35 days and their counts after 760; makes room for the next seven.',
  runbook:
    'See [ScheduleBehind](operations.md#schedulebehind). Without room for new days, signals are refused after a week.',
  schedule: { workflow: 'forgetSignals', when: { every: HOUR, offset: 10 * MINUTE } },
  why: 'Operators see and trigger each run.',
});

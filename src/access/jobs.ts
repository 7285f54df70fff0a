import { HOUR, MINUTE } from '../core/time.js';
import { definePeriodicJob } from '../platform/jobs/job.js';

export const forgetTokensJob = definePeriodicJob({
  name: 'forget-tokens',
  room: 'access',
  does: 'Deletes access tokens that expired more than a day ago, and the use of keys by day after 760 days.',
  runbook: 'See [ScheduleBehind](operations.md#schedulebehind). Old rows cost space only.',
  schedule: { workflow: 'forgetTokens', when: { every: HOUR, offset: 25 * MINUTE } },
  why: 'Operators see and trigger each run.',
});

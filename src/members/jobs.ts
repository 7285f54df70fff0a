import { HOUR, MINUTE } from '../core/time.js';
import { definePeriodicJob } from '../platform/jobs/job.js';

const SEEN = 'Operators see and trigger each run.';

export const warnOfEndpointsJob = definePeriodicJob({
  name: 'warn-of-endpoints',
  room: 'members',
  does: 'Mails members about webhooks and postbacks that only fail, before they are disabled and when they were.',
  runbook: 'See [ScheduleBehind](operations.md#schedulebehind). Warnings come later.',
  schedule: { workflow: 'warnOfEndpoints', when: { every: 10 * MINUTE, offset: 3 * MINUTE } },
  why: SEEN,
});

export const forgetSignInsJob = definePeriodicJob({
  name: 'forget-sign-ins',
  room: 'members',
  does: 'Deletes sign-in links, sessions and counts of attempts that are over, and the audit log of more than ten years ago.',
  runbook: 'See [ScheduleBehind](operations.md#schedulebehind). Old rows cost space only.',
  schedule: { workflow: 'forgetSignIns', when: { every: HOUR, offset: 35 * MINUTE } },
  why: SEEN,
});

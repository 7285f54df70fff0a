import { DAY, MINUTE, SECOND } from '../core/time.js';
import { defineLoopJob, definePeriodicJob } from '../platform/jobs/job.js';
import { projectChanges } from './project-changes.js';

export const listingsJob = defineLoopJob({
  name: 'listings',
  room: 'catalogue',
  does: 'Rebuilds the listings of touched events, and records the changes that partners see.',
  runbook:
    'An event that cannot be built is set aside, and its old listing stays. Correct its row (`partner-events catalogue update`), then retry it.',
  topic: 'event.touched',
  trigger: 'A transaction changes an event or its stock, or the time comes at which a listing changes.',
  run: async (ctx) => ({ done: (await projectChanges(ctx)).events }),
  alertAfter: 5 * MINUTE,
});

export const completeEventsJob = definePeriodicJob({
  name: 'complete-events',
  room: 'catalogue',
  does: 'Marks events that are over as completed.',
  runbook: 'See [ScheduleBehind](operations.md#schedulebehind). Events stay on their last status until it runs.',
  schedule: { workflow: 'completeEvents', when: { every: MINUTE, offset: 30 * SECOND } },
  why: 'Operators see and trigger each run.',
});

export const refreshSamplesJob = definePeriodicJob({
  name: 'refresh-samples',
  room: 'catalogue',
  does: 'Moves the sample events into the future again.',
  runbook: 'See [ScheduleBehind](operations.md#schedulebehind). Sample events end up in the past until it runs.',
  schedule: { workflow: 'refreshSamples', when: { hour: 3 }, catchup: DAY },
  why: 'It runs at a time of day, and a missed run is caught up.',
});

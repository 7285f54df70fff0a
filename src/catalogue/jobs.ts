import { DAY, MINUTE, SECOND } from '../core/time.js';
import { defineLoopJob } from '../platform/jobs/job.js';
import { defineMaintenanceJob } from '../platform/jobs/maintenance-job.js';
import { completeEndedEvents } from './complete-ended-events.js';
import { projectChanges } from './project-changes.js';
import { refreshSamples } from './refresh-samples.js';

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

export const completeEventsJob = defineMaintenanceJob({
  name: 'complete-events',
  room: 'catalogue',
  does: 'Marks events that are over as completed.',
  delay: 'Events stay on their last status until it runs.',
  when: { every: MINUTE, offset: 30 * SECOND },
  run: completeEndedEvents,
});

export const refreshSamplesJob = defineMaintenanceJob({
  name: 'refresh-samples',
  room: 'catalogue',
  does: 'Moves the sample events into the future again.',
  delay: 'Sample events end up in the past until it runs.',
  when: { hour: 3 },
  catchup: DAY,
  run: refreshSamples,
});

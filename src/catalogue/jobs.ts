import { MINUTE } from '../core/time.js';
import { defineLoopJob } from '../platform/jobs/job.js';
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

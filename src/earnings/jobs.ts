import { MINUTE, SECOND } from '../core/time.js';
import { defineLoopJob, definePeriodicJob } from '../platform/jobs/job.js';
import { followEvents } from './follow-events.js';
import { MATURE_EARNINGS_WORKFLOW } from './workflow.js';

export const followEventsJob = defineLoopJob({
  name: 'event-earnings',
  room: 'earnings',
  does: 'Reverses the earnings of a cancelled event, or moves their dates with a moved one, some hundred at a time.',
  runbook:
    'Read the failure. Until it follows its event, an earning is not paid. Retry the event when the cause is gone.',
  topic: 'event.earnings',
  trigger: 'An event is cancelled, postponed or moved.',
  run: async (ctx) => ({ done: (await followEvents(ctx)).events }),
  alertAfter: 15 * MINUTE,
});

export const matureEarningsJob = definePeriodicJob({
  name: 'mature-earnings',
  room: 'earnings',
  does: 'Moves earnings that are due: approved 48 hours after the event, ready 7 days later.',
  runbook: 'See [ScheduleBehind](runbooks.md#schedulebehind). Earnings become ready later; none is lost.',
  // Operators see how far a long run is.
  schedule: { workflow: MATURE_EARNINGS_WORKFLOW, when: { every: 5 * MINUTE, offset: 45 * SECOND } },
});

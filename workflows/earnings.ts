import { continueAsNew, defineQuery, proxyActivities, setCurrentDetails, setHandler } from '@temporalio/workflow';
import {
  MATURING_PROGRESS_QUERY,
  type MatureEarningsActivities,
  type MaturingProgress,
} from '../src/earnings/workflow.js';

const progressQuery = defineQuery<MaturingProgress>(MATURING_PROGRESS_QUERY);

/** One short transaction each: the next run continues after a failed one. */
const { matureBatch } = proxyActivities<MatureEarningsActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', maximumAttempts: 5 },
});

/** Keeps one run's history short. */
const BATCHES_A_RUN = 200;

/** Moves earnings whose time has come, until none are left: pending → approved → ready. */
export async function matureEarnings(
  before: MaturingProgress = { batches: 0, events: 0, reviewed: 0, approved: 0, ready: 0 },
): Promise<MaturingProgress> {
  let progress = before;
  setHandler(progressQuery, () => progress);
  for (let batch = 1; ; batch++) {
    const moved = await matureBatch();
    progress = {
      batches: progress.batches + 1,
      events: progress.events + moved.events,
      reviewed: progress.reviewed + moved.reviewed,
      approved: progress.approved + moved.approved,
      ready: progress.ready + moved.ready,
    };
    setCurrentDetails(
      `${progress.approved} approved, ${progress.ready} ready, ${progress.reviewed} under review after ${progress.batches} batches.`,
    );
    if (!moved.more) return progress;
    if (batch === BATCHES_A_RUN) return continueAsNew<typeof matureEarnings>(progress);
  }
}

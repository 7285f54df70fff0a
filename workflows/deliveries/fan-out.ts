import { proxyActivities, proxyLocalActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type {
  FanOutActivities,
  FanOutInput,
  FanOutProgress,
  FanOutProgressActivities,
} from '../../src/deliveries/workflow.js';

/** A page writes some thousands of deliveries. */
const PAGE = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
} as const;

/** One statement; its result is not worth waiting for long. */
const { fanOutProgress } = proxyLocalActivities<FanOutProgressActivities>({
  startToCloseTimeout: '10 seconds',
  retry: { maximumAttempts: 5 },
});

/** So few changes are written within the workflow's own task: a page of theirs takes milliseconds, and so would each hop. */
const FEW = 20;
const fewChanges = proxyLocalActivities<FanOutActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** When it is seen what became of the first attempts, each after the one before. */
const LOOKS = ['5 seconds', '30 seconds', '5 minutes'] as const;

/**
 * Only for what was started before fan-outs were left to the relay. Writes the deliveries of a batch of changes, page by page
 * of the endpoints; the senders find them. Then stays to tell
 * operators how the first attempts went, until all have ended or it has looked often enough.
 */
export async function fanOut(input: FanOutInput): Promise<{ started: number } | FanOutProgress> {
  const { changeIds, pageQueue } = input;
  const few = input.watch === true && changeIds.length <= FEW;
  const { fanOutPage } = few ? fewChanges : proxyActivities<FanOutActivities>({ ...PAGE, taskQueue: pageQueue });
  let after: string | null = '';
  let total = 0;
  while (after !== null) {
    const page: { after: string | null; started: number } = await fanOutPage({ changeIds, after });
    after = page.after;
    total += page.started;
  }
  if (!input.watch || total === 0) return { started: total };
  setCurrentDetails(`Made ${total} deliveries.`);
  let progress: FanOutProgress = { deliveries: total, succeeded: 0, retried: 0, waiting: total, ended: 0 };
  for (const wait of LOOKS) {
    if (progress.waiting === 0) break;
    await sleep(wait, { summary: 'until the first attempts have ended' });
    progress = await fanOutProgress(changeIds);
    setCurrentDetails(toSummary(progress));
  }
  return progress;
}

function toSummary({ deliveries, succeeded, retried, waiting, ended }: FanOutProgress): string {
  const parts = [`Made ${deliveries} deliveries: ${succeeded} succeeded at once`, `${retried} went to retry`];
  if (waiting > 0) parts.push(`${waiting} wait for their first attempt`);
  if (ended > 0) parts.push(`${ended} were held, stopped or superseded`);
  return `${parts.join(', ')}.`;
}

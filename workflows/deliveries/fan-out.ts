import { proxyActivities } from '@temporalio/workflow';
import type { FanOutActivities, FanOutInput } from '../../src/deliveries/workflow.js';

/** A page writes and starts some thousands of deliveries and reports as it goes. */
const PAGE = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
} as const;

/** Makes the deliveries of a batch of changes, page by page of the endpoints, and starts them. */
export async function fanOut({ changeIds, pageQueue }: FanOutInput): Promise<{ started: number }> {
  const { fanOutPage } = proxyActivities<FanOutActivities>({ ...PAGE, taskQueue: pageQueue });
  let after: string | null = '';
  let total = 0;
  while (after !== null) {
    const page: { after: string | null; started: number } = await fanOutPage({ changeIds, after });
    after = page.after;
    total += page.started;
  }
  return { started: total };
}

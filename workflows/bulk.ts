import { CancellationScope, isCancellation, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { BulkFileActivities, BulkFileInput, BulkFileResult } from '../src/bulk/workflow.js';

/**
 * A few seconds of work for 250,000 events, with a heartbeat at least every two: after six without one its worker is
 * gone, and there is time to rebuild the file for partners who still wait.
 */
const { buildBulkFile } = proxyActivities<BulkFileActivities>({
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '6 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '10 seconds', maximumAttempts: 5 },
});

const { failBulkFile } = proxyActivities<BulkFileActivities>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
});

/** Builds one bulk file, from the beginning after each failure; notifies waiting requests when it fails. */
export async function bulkFile(input: BulkFileInput): Promise<BulkFileResult> {
  try {
    const built = await buildBulkFile(input);
    setCurrentDetails(`${built.state}: ${built.events} events, ${built.bytes} bytes.`);
    return built;
  } catch (error) {
    const reason = isCancellation(error) ? 'cancelled' : 'failed';
    await CancellationScope.nonCancellable(() => failBulkFile({ ...input, reason }));
    if (isCancellation(error)) throw error;
    setCurrentDetails('failed: the next request starts a new file.');
    return { state: 'failed', events: 0, bytes: 0 };
  }
}

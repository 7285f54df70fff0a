import { CancellationScope, isCancellation, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { BulkFileActivities, BulkFileInput, BulkFileResult } from '../../src/bulk/workflow.js';

/**
 * Some seconds of work for 250,000 events, which reports at least every two: six of silence mean that its worker is gone,
 * and leave time to make the file anew for partners who still wait for it.
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

/** Makes one bulk file, from its beginning after each failure; tells those who wait when it cannot be made. */
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

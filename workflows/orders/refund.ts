import { proxyActivities } from '@temporalio/workflow';
import type { RefundActivities, RefundWorkflowInput } from '../../src/orders/workflow.js';

/** A call to the card processor: a minute covers its slowest response, and it is retried for as long as it takes. */
const { sendRefund } = proxyActivities<RefundActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '30 minutes' },
});

/** Sends one refund to the card processor. */
export async function refund({ refundId }: RefundWorkflowInput): Promise<void> {
  await sendRefund(refundId);
}

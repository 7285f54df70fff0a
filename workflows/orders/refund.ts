import { proxyActivities } from '@temporalio/workflow';
import type { RefundActivities, RefundWorkflowInput } from '../../src/orders/refund-workflow.js';

/** A call to the card processor: a minute covers its slowest answer, and it is asked again for as long as it takes. */
const { sendRefund } = proxyActivities<RefundActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '30 minutes' },
});

/** Hands one refund to the card processor. */
export async function refund({ refundId }: RefundWorkflowInput): Promise<void> {
  await sendRefund(refundId);
}

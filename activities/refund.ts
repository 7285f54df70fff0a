import type { RefundActivities } from '../src/contracts/refund.js';
import type { Context } from '../src/services/context.js';
import { sendRefund } from '../src/services/orders/send-refund.js';

export function createRefundActivities(ctx: Context): RefundActivities {
  return {
    sendRefund: (refundId) => sendRefund(ctx, { refundId }),
  };
}

import type { Context } from '../../src/platform/context/context.js';
import { advancePayment, payLines } from '../../src/settlements/advance-payment.js';
import type { SettlementPaymentActivities } from '../../src/settlements/workflow.js';

export function createSettlementPaymentActivities(ctx: Context): SettlementPaymentActivities {
  return {
    advancePayment: (settlementId) => advancePayment(ctx, settlementId),
    payLines: (settlementId, after) => payLines(ctx, settlementId, after),
  };
}

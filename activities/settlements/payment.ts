import { heartbeat } from '@temporalio/activity';
import type { Context } from '../../src/platform/context/context.js';
import type { TemporalClient } from '../../src/platform/temporal/client.js';
import { advancePayment } from '../../src/settlements/advance-payment.js';
import { payLines } from '../../src/settlements/pay-lines.js';
import { sweepSettlements } from '../../src/settlements/sweep-settlements.js';
import type { SettlementPaymentActivities } from '../../src/settlements/workflow.js';

export function createSettlementPaymentActivities(ctx: Context, temporal: TemporalClient): SettlementPaymentActivities {
  return {
    advancePayment: (settlementId) => advancePayment(ctx, settlementId),
    payLines: (settlementId, after) => payLines(ctx, settlementId, after),
    sweepSettlements: () => sweepSettlements(ctx, temporal, heartbeat),
  };
}

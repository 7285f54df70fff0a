import { heartbeat } from '@temporalio/activity';
import type { SettlementPaymentActivities } from '../../src/contracts/settlement.js';
import type { Context } from '../../src/services/context.js';
import { advancePayment } from '../../src/services/settlements/advance-payment.js';
import { payLines } from '../../src/services/settlements/pay-lines.js';
import { sweepSettlements } from '../../src/services/settlements/sweep-settlements.js';
import type { TemporalClient } from '../../src/temporal/client.js';

export function createSettlementPaymentActivities(ctx: Context, temporal: TemporalClient): SettlementPaymentActivities {
  return {
    advancePayment: (settlementId) => advancePayment(ctx, settlementId),
    payLines: (settlementId, after) => payLines(ctx, settlementId, after),
    sweepSettlements: () => sweepSettlements(ctx, temporal, heartbeat),
  };
}

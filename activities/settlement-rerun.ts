import type { SettlementRerunActivities } from '../src/contracts/settlement.js';
import type { Context } from '../src/services/context.js';
import { checkedRerunInput } from '../src/services/settlements/checked-input.js';
import { rerunStatement } from '../src/services/settlements/rerun-statement.js';
import { refusing, witness, workflowKey } from './settlement-close.js';

export function createSettlementRerunActivities(ctx: Context): SettlementRerunActivities {
  return {
    rerunStatement: (input) =>
      refusing(async () => {
        // Without the lines: they stay out of Temporal's history.
        const { outcome, message, settlementId } = await rerunStatement(ctx, checkedRerunInput(input), {
          key: workflowKey(),
          witness: witness(ctx),
        });
        return { outcome, message, settlementId };
      }),
  };
}

import type { Context } from '../../src/platform/context/context.js';
import { checkedRerunInput } from '../../src/settlements/open-run.js';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import type { SettlementRerunActivities } from '../../src/settlements/workflow.js';
import { nonRetryable, workflowKey } from './close.js';

export function createSettlementRerunActivities(ctx: Context): SettlementRerunActivities {
  return {
    rerunStatement: (input) =>
      nonRetryable(async () => {
        // Without the lines: they stay out of Temporal's history.
        const { outcome, message, settlementId } = await rerunStatement(ctx, checkedRerunInput(input), {
          key: workflowKey(),
        });
        return { outcome, message, settlementId };
      }),
  };
}

import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import {
  type RerunInput,
  type RerunOutcome,
  SETTLEMENT_REFUSED,
  type SettlementRerunActivities,
} from '../../src/settlements/workflow.js';

/** One transaction, kept under this run's name: a repetition answers what was done. */
const { rerunStatement } = proxyActivities<SettlementRerunActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', nonRetryableErrorTypes: [SETTLEMENT_REFUSED] },
});

/** Writes one company's month in one currency anew. */
export async function settlementRerun(input: RerunInput): Promise<RerunOutcome> {
  const outcome = await rerunStatement(input);
  setCurrentDetails(outcome.message);
  return outcome;
}

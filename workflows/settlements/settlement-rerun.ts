import { proxyActivities, setCurrentDetails, setWorkflowOptions } from '@temporalio/workflow';
import {
  type RerunInput,
  type RerunOutcome,
  SETTLEMENT_REFUSED,
  type SettlementRerunActivities,
} from '../../src/settlements/workflow.js';
import { pinned } from '../support/pinned.js';

/** One transaction, recorded under this run's key: a retry returns its result. */
const { rerunStatement } = proxyActivities<SettlementRerunActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', nonRetryableErrorTypes: [SETTLEMENT_REFUSED] },
});

/** Reruns one company's month in one currency. */
export async function settlementRerun(input: RerunInput): Promise<RerunOutcome> {
  const outcome = await rerunStatement(input);
  setCurrentDetails(outcome.message);
  return outcome;
}

setWorkflowOptions(pinned, settlementRerun);

import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type {
  ReconciliationActivities,
  ReconciliationOutcome,
  ReconciliationState,
} from '../src/reconciliation/workflow.js';
import { lastEndedMonth } from '../src/settlements/rules/settlement.js';

/** An account with a million payments is ten thousand pages of the processor, which may be away for hours. */
const { beginReconciliation, readOurs, compareNext, endReconciliation } = proxyActivities<ReconciliationActivities>({
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

/** Compares the month before with the processor's balance transactions and the bank's statements, account after account. */
export async function reconcileMonth(going?: ReconciliationState): Promise<ReconciliationOutcome> {
  const state = going ?? (await begin());
  if (!('after' in state)) return state;
  for (;;) {
    setCurrentDetails(`${state.month}: run ${state.run}, ${state.accounts} accounts compared.`);
    const account = await compareNext(state.run, state.after);
    if (account === null) break;
    state.after = account;
    state.accounts += 1;
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof reconcileMonth>(state);
  }
  return ended(state, await endReconciliation(state.run));
}

async function begin(): Promise<ReconciliationState | ReconciliationOutcome> {
  const { searchAttributes, startTime } = workflowInfo();
  const scheduled = searchAttributes.TemporalScheduledStartTime?.[0];
  const month = lastEndedMonth(scheduled instanceof Date ? scheduled : startTime);
  const run = await beginReconciliation(month);
  if (run === null) return report({ month, run, message: 'Payments are simulated: there is nothing to compare.' });
  setCurrentDetails(`${month}: run ${run} reads what we have.`);
  await readOurs(run);
  return { month, run, after: '', accounts: 0 };
}

function ended({ month, run, accounts }: ReconciliationState, differences: number): ReconciliationOutcome {
  const found = differences === 0 ? 'no differences' : `${differences} differences`;
  const where = `\`partner-events settlement reconciliations ${run}\``;
  return report({ month, run, message: `${month}: ${accounts} accounts compared, ${found}: ${where}.` });
}

function report(outcome: ReconciliationOutcome): ReconciliationOutcome {
  setCurrentDetails(outcome.message);
  return outcome;
}

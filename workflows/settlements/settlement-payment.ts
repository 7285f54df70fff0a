import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { type PaymentState, paymentDetails } from '../../src/settlements/rules/payment-details.js';
import { WAIT_CAUSES } from '../../src/settlements/rules/settlement.js';
import {
  type PaymentInput,
  SETTLEMENT_CHANGED_SIGNAL,
  type SettlementPaymentActivities,
} from '../../src/settlements/workflow.js';

const statementChanged = defineSignal(SETTLEMENT_CHANGED_SIGNAL);

/** A processor that does not reply is retried, soon the first time: the retry looks the transfer up first. */
const { advancePayment, payLines } = proxyActivities<SettlementPaymentActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

/** Between batches of earnings, so that a large statement does not flood its partner with webhooks. */
const BREATH_MS = 1_000;

/** Pays one statement. When and whether is read from the database each time; this is only the timer. */
export async function settlementPayment(input: PaymentInput): Promise<string> {
  const { settlementId } = input;
  let changed = false;
  setHandler(statementChanged, () => {
    changed = true;
  });
  let step: PaymentState;
  do {
    changed = false;
    step = await advancePayment(settlementId);
    upsertSearchAttributes([{ key: { name: 'State', type: 'KEYWORD' }, value: step.status }]);
    setCurrentDetails(paymentDetails(step, Date.now()));
    if (step.waitMs !== null) {
      const what = step.waitsFor ? `waits for ${WAIT_CAUSES[step.waitsFor]}` : 'next step';
      await condition(() => changed, Math.max(1, step.waitMs), { summary: `${settlementId}: ${what}` });
    }
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof settlementPayment>(input);
  } while (step.waitMs !== null || changed);
  if (step.status === 'paid') await payAll(input);
  return step.status;
}

async function payAll({ settlementId, linesPaidTo = '' }: PaymentInput): Promise<void> {
  let after = await payLines(settlementId, linesPaidTo);
  while (after !== null) {
    // With its place, or a statement longer than one history would start over forever.
    if (workflowInfo().continueAsNewSuggested) {
      return continueAsNew<typeof settlementPayment>({ settlementId, linesPaidTo: after });
    }
    await sleep(BREATH_MS);
    after = await payLines(settlementId, after);
  }
  setCurrentDetails('Paid, and its earnings with it.');
}

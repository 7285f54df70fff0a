import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import {
  EVENT_REFUNDS_CHANGED_SIGNAL,
  type EventRefundsActivities,
  type EventRefundsInput,
  type EventRefundsStep,
  type RefundActivities,
  type RefundWorkflowInput,
} from '../../src/orders/workflow.js';

/** A call to the card processor: a minute covers its slowest response, and it is retried for as long as it takes. */
const { sendRefund } = proxyActivities<RefundActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '30 minutes' },
});

/** Sends one refund to the card processor. */
export async function refund({ refundId }: RefundWorkflowInput): Promise<void> {
  setCurrentDetails(
    `Sends ${refundId} to the card processor. Without an answer it is sent again, at most every 30 minutes, and never twice.`,
  );
  await sendRefund(refundId);
  setCurrentDetails(
    `The card processor answered. \`partner-events order show <order>\` shows the state of ${refundId}.`,
  );
}

const refundsChanged = defineSignal(EVENT_REFUNDS_CHANGED_SIGNAL);

/**
 * A page of orders, each in a short transaction; repeated until it succeeds, as an order that was refunded is passed over.
 * Missing heartbeats reveal a dead worker.
 */
const { advanceEventRefunds } = proxyActivities<EventRefundsActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** Refunds the buyers of a cancelled event. Whether and when is read from the database each time; this is only the timer. */
export async function eventRefunds({ eventId, after = '' }: EventRefundsInput): Promise<EventRefundsStep['state']> {
  let changed = false;
  setHandler(refundsChanged, () => {
    changed = true;
  });
  for (;;) {
    changed = false;
    const step = await advanceEventRefunds({ eventId, after });
    after = step.after;
    upsertSearchAttributes([{ key: { name: 'State', type: 'KEYWORD' }, value: step.state }]);
    setCurrentDetails(describe(step));
    if (step.waitMs !== null && step.waitMs > 0) {
      await condition(() => changed, step.waitMs, { summary: `next refunds of ${eventId}` });
    } else if (step.state === 'paused') {
      await condition(() => changed);
    } else if (step.waitMs === null && !changed) {
      return step.state;
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof eventRefunds>({ eventId, after });
  }
}

function describe({ state, waitMs, waiting, refunded, failed, pausedBy }: EventRefundsStep): string {
  const orders = `Orders refunded: ${refunded}, still to refund: ${waiting}.`;
  const next = new Date(Date.now() + (waitMs ?? 0)).toISOString();
  switch (state) {
    case 'waiting':
      return `Refunds start at ${next}. ${orders}`;
    case 'paused':
      return `Paused by ${pausedBy}. ${orders}`;
    case 'refunding':
      return failed > 0
        ? `${failed} orders could not be refunded (see the log); next try at ${next}. ${orders}`
        : `Refunding. ${orders}`;
    case 'reinstated':
      return `Ended: the event is no longer cancelled, so nobody is refunded any more. ${orders}`;
    default:
      return `Ended: ${state}. ${orders}`;
  }
}

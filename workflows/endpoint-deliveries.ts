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
  dueText,
  type EndpointState,
  type EndpointStatus,
  type OutcomeCount,
  ROUND_EVERY_MS,
  statusText,
  waitText,
} from '../src/deliveries/rules/round.js';
import {
  type EndpointCommand,
  type EndpointDeliveriesActivities,
  type EndpointDeliveriesInput,
  LOOK_SIGNAL,
  RETRY_NOW_SIGNAL,
  type Round,
  STOP_SIGNAL,
} from '../src/deliveries/workflow.js';

const look = defineSignal(LOOK_SIGNAL);
const retryNow = defineSignal<[string?]>(RETRY_NOW_SIGNAL);
const stop = defineSignal<[string?]>(STOP_SIGNAL);

/** Some short statements; retried until the database responds. */
const { planRound, commandDeliveries } = proxyActivities<EndpointDeliveriesActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** A round waits at most half a minute for its deliveries to be sent. */
const ROUND = {
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
} as const;

/**
 * The timer of an endpoint in trouble. It exists as long as a delivery waits for a further attempt: it sleeps until
 * the next retry is due, has it sent in a round, and starts again. Postgres stores which retries are due and how they
 * ended. Senders send retries that this workflow releases too late. Returns the state of the endpoint when nothing
 * waits any more.
 */
export async function endpointDeliveries({ endpointId }: EndpointDeliveriesInput): Promise<EndpointState> {
  let looks = true;
  const commands: Omit<EndpointCommand, 'endpointId'>[] = [];
  setHandler(
    look,
    () => {
      looks = true;
    },
    { description: 'Something changed in Postgres: read again what waits.' },
  );
  setHandler(retryNow, (deliveryId) => void commands.push({ kind: 'retryNow', deliveryId: deliveryId ?? null }), {
    description: 'Makes the next attempt of a delivery now (input "dlv_…"), or of all that wait (no input).',
  });
  setHandler(stop, (deliveryId) => void commands.push({ kind: 'stop', deliveryId: deliveryId ?? null }), {
    description: 'Makes no further attempt of a delivery (input "dlv_…").',
  });

  let standing: EndpointStatus | null = null;
  let ended: OutcomeCount[] | null = null;
  let command: string | null = null;
  let readAt = 0;
  let sentAt = 0;
  const mark = marker();

  for (;;) {
    for (let next = commands.shift(); next; next = commands.shift()) {
      command = `${next.kind} ${next.deliveryId ?? 'all'}: ${await commandDeliveries({ endpointId, ...next })}`;
      [looks, readAt] = [true, 0];
    }
    // Signals by the hundred, one for each delivery, are one look.
    if (standing === null || (looks && Date.now() >= readAt + ROUND_EVERY_MS)) {
      looks = false;
      standing = await planRound({ endpointId });
      readAt = Date.now();
    }
    mark(standing);
    setCurrentDetails(statusText(standing, { ended, command }));
    if (standing.next === null && !looks && commands.length === 0) return standing.state;
    if (historyIsLong() && commands.length === 0) return continueAsNew<typeof endpointDeliveries>({ endpointId });

    const due = standing.next === null ? Infinity : Math.max(readAt + standing.next.waitMs, sentAt + ROUND_EVERY_MS);
    const until = looks ? Math.min(due, readAt + ROUND_EVERY_MS) : due;
    if (until > Date.now()) {
      const paced = looks;
      const isAwaited = () => commands.length > 0 || (looks && !paced);
      await condition(isAwaited, until - Date.now(), { summary: waitText(standing, ended) });
    } else if (due <= Date.now()) {
      looks = false;
      sentAt = Date.now();
      const round: Round = await sending(standing).sendRound({ endpointId });
      readAt = Date.now();
      ({ standing, ended } = round);
    }
  }
}

function sending(standing: EndpointStatus) {
  return proxyActivities<EndpointDeliveriesActivities>({ ...ROUND, summary: dueText(standing) });
}

/** The workflow continues as new after this number of events: a round is about ten. */
const LONGEST_HISTORY = 1_000;

function historyIsLong(): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return historyLength > LONGEST_HISTORY || continueAsNewSuggested;
}

/** Writes search attributes where they change: each time is an event. */
function marker(): (standing: EndpointStatus) => void {
  let marked = '';
  return ({ state, waiting }) => {
    const attempt = waiting.at(-1)?.attempt ?? 0;
    if (marked === `${state} ${attempt}`) return;
    marked = `${state} ${attempt}`;
    upsertSearchAttributes([
      { key: { name: 'State', type: 'KEYWORD' }, value: state },
      { key: { name: 'Attempt', type: 'INT' }, value: attempt },
    ]);
  };
}

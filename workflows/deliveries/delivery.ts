import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { delayAfterFailure, MAX_ATTEMPTS } from '../../src/deliveries/rules/retry-schedule.js';
import {
  type AttemptResult,
  type DeliveryActivities,
  type DeliveryInput,
  type Lane,
  REDELIVER_SIGNAL,
  RETRY_NOW_SIGNAL,
  STOP_SIGNAL,
} from '../../src/deliveries/workflow.js';

const retryNow = defineSignal(RETRY_NOW_SIGNAL);
/** The old name of {@link retryNow}: saved histories and older workflows still use it. */
const hasten = defineSignal('hasten');
const stop = defineSignal(STOP_SIGNAL);
const redeliver = defineSignal<[number]>(REDELIVER_SIGNAL);

/** An attempt has 10 seconds, plus a few statements; only our own failures are retried. */
const ATTEMPT = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
} as const;

const { stopDelivery } = proxyActivities<DeliveryActivities>(ATTEMPT);

/** How long an attempt waits when its endpoint has its share in progress: doubled each time, up to the maximum. */
const CROWDED_MS = 2_000;
const CROWDED_LONGEST_MS = 60_000;

/**
 * The schedule of one delivery from its second attempt on: a timer after each failure, and an attempt, until the receiver
 * takes it, the schedule is over, or Postgres says that it has ended otherwise. The first attempt is a sender's, unless
 * the workflow began before there were any. Returns the state it ended in.
 */
export async function delivery(input: DeliveryInput): Promise<string> {
  const { deliveryId, endpointId } = input;
  let run = input.run;
  let attempt = input.resume?.attempt ?? 1;
  let lane: Lane = 'fast';
  let crowded = 0;
  let awake = false;
  let stopped = false;
  const wake = () => {
    awake = true;
  };
  setHandler(retryNow, wake);
  setHandler(hasten, wake);
  setHandler(stop, () => {
    stopped = true;
  });
  setHandler(redeliver, (wanted) => {
    if (wanted <= run) return;
    run = wanted;
    attempt = 1;
    awake = true;
  });

  const ask = async (): Promise<AttemptResult> => {
    const { attemptDelivery } = proxyActivities<DeliveryActivities>({
      ...ATTEMPT,
      ...(lane === 'slow' ? { taskQueue: input.slowQueue } : {}),
      summary: `attempt ${attempt} of ${MAX_ATTEMPTS}`,
    });
    return attemptDelivery({ deliveryId, endpointId, run, attempt, lane });
  };

  /** Waits, unless an operator retries now, stops or redelivers. */
  const pause = async (milliseconds: number, summary: string): Promise<void> => {
    if (milliseconds > 0) await condition(() => awake || stopped, milliseconds, { summary });
  };

  try {
    if (input.resume) {
      const { waitMs, failure } = input.resume;
      setCurrentDetails(waitingDetails(attempt - 1, failure, waitMs));
      await pause(waitMs, `until attempt ${attempt}, after ${failure}`);
    }
    for (;;) {
      if (stopped) return end(await stopDelivery(deliveryId));
      awake = false;
      const asked = run;
      const result = await ask();
      // A redelivery came meanwhile: the end of the previous run no longer matters.
      if (run !== asked) continue;
      switch (result.kind) {
        case 'closed':
          return end(result.state);
        case 'moved':
          lane = 'slow';
          continue;
        case 'crowded':
          await pause(
            Math.min(CROWDED_MS * 2 ** crowded++, CROWDED_LONGEST_MS),
            'the endpoint has its share in progress',
          );
          continue;
        case 'elsewhere':
          run = result.run;
          attempt = result.attempt;
          await pause(result.waitMs, `until attempt ${attempt}`);
          continue;
        case 'failed': {
          const delay = delayAfterFailure(attempt);
          if (delay === null) return end('failed', result.failure);
          tell(attempt, result.failure, delay);
          attempt += 1;
          lane = 'fast';
          crowded = 0;
          await pause(delay, `until attempt ${attempt}, after ${result.failure}`);
        }
      }
    }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => stopDelivery(deliveryId));
    throw error;
  }
}

/** What an operator reads while the delivery waits. */
function tell(attempt: number, failure: string, delay: number): void {
  setCurrentDetails(waitingDetails(attempt, failure, delay));
  upsertSearchAttributes([
    { key: { name: 'State', type: 'KEYWORD' }, value: 'retrying' },
    { key: { name: 'Attempt', type: 'INT' }, value: attempt },
  ]);
}

function waitingDetails(attempt: number, failure: string, delay: number): string {
  const next = new Date(Date.now() + delay).toISOString();
  return `Attempt ${attempt} of ${MAX_ATTEMPTS} failed: ${failure}. Attempt ${attempt + 1} follows at ${next}.`;
}

function end(state: string, failure?: string): string {
  upsertSearchAttributes([{ key: { name: 'State', type: 'KEYWORD' }, value: state }]);
  setCurrentDetails(`Ended: ${state}${failure === undefined ? '' : `, the last attempt with ${failure}`}.`);
  return state;
}

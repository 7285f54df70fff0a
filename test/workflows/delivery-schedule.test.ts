// Over twenty seconds: half a minute of it is the timeout of one attempt, which the server does not skip.
import { randomBytes } from 'node:crypto';
import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { MAX_ATTEMPTS, RETRY_DELAYS_MS } from '../../src/deliveries/rules/retry-schedule.js';
import {
  type AttemptInput,
  type AttemptResult,
  DELIVERY_WORKFLOW,
  type DeliveryActivities,
  type DeliveryInput,
  REDELIVER_SIGNAL,
  RETRY_NOW_SIGNAL,
  STOP_SIGNAL,
} from '../../src/deliveries/workflow.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
afterAll(() => environment.teardown());

interface Call extends AttemptInput {
  /** When it was asked for, on the server's clock. */
  at: number;
}

interface Trial {
  calls: Call[];
  stopped: string[];
  workflowId: string;
  state: Promise<string>;
  /** Durations of the timers, in milliseconds. */
  timers(): Promise<number[]>;
  signal(name: string, ...args: unknown[]): Promise<void>;
}

/** Runs one delivery whose attempts are answered by `answer`. */
async function deliver<T>(
  answer: (input: AttemptInput, call: number) => AttemptResult | Promise<AttemptResult>,
  check: (trial: Trial) => Promise<T>,
  resume?: DeliveryInput['resume'],
): Promise<T> {
  const name = randomBytes(4).toString('hex');
  const calls: Call[] = [];
  const stopped: string[] = [];
  const activities: DeliveryActivities = {
    async attemptDelivery(input) {
      calls.push({ ...input, at: await environment.currentTimeMs() });
      return answer(input, calls.length);
    },
    async stopDelivery(deliveryId) {
      stopped.push(deliveryId);
      return 'stopped';
    },
  };
  const common = { connection: environment.nativeConnection, activities: { ...activities } };
  const fast = await Worker.create({ ...common, taskQueue: `fast-${name}`, workflowBundle: testWorkflowBundle() });
  const slow = await Worker.create({ ...common, taskQueue: `slow-${name}` });
  return slow.runUntil(() =>
    fast.runUntil(async () => {
      const input: DeliveryInput = {
        deliveryId: `dlv_${name}`,
        endpointId: 'whk_1',
        run: 1,
        slowQueue: `slow-${name}`,
        resume,
      };
      const handle = await environment.client.workflow.start(DELIVERY_WORKFLOW, {
        workflowId: `delivery/${input.deliveryId}`,
        taskQueue: `fast-${name}`,
        args: [input],
        // Without a limit the server's clock jumps years ahead when the workflow ends.
        workflowExecutionTimeout: '30 days',
      });
      let asked: Promise<string> | undefined;
      return check({
        calls,
        stopped,
        workflowId: handle.workflowId,
        // Time is skipped while somebody waits for the result, so nobody does before it is asked for.
        get state() {
          asked ??= handle.result();
          return asked;
        },
        signal: (signal, ...args) => handle.signal(signal, ...args),
        async timers() {
          const { events } = await handle.fetchHistory();
          return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
            timer ? [Number(timer.startToFireTimeout?.seconds) * 1000] : [],
          );
        },
      });
    }),
  );
}

const failed: AttemptResult = { kind: 'failed', failure: 'http_5xx' };
const delivered: AttemptResult = { kind: 'closed', state: 'delivered' };
const minutesAfterFirst = (calls: Call[]) => calls.map((call) => Math.round((call.at - (calls[0]?.at ?? 0)) / 60_000));
const INSTANTS = [0, 1, 6, 36, 156, 516, 1_236, 2_676];

test('eight attempts at the instants of the schedule, 44 h 36 min of waiting, then it has failed', async () => {
  await deliver(
    () => failed,
    async (trial) => {
      expect(await trial.state).toBe('failed');
      expect(trial.calls.map((call) => call.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(await trial.timers()).toEqual(RETRY_DELAYS_MS);
      expect(minutesAfterFirst(trial.calls)).toEqual(INSTANTS);
      expect(INSTANTS.at(-1)).toBe(44 * 60 + 36);
    },
  );
});

test('after a first attempt that a sender made it begins with what is left of the wait for the second', async () => {
  await deliver(
    () => failed,
    async (trial) => {
      const begun = await environment.currentTimeMs();
      expect(await trial.state).toBe('failed');
      expect(trial.calls.map((call) => call.attempt)).toEqual([2, 3, 4, 5, 6, 7, 8]);
      expect(await trial.timers()).toEqual([40_000, ...RETRY_DELAYS_MS.slice(1)]);
      // Counted from the failure, which was heard 20 seconds before the workflow began.
      const instants = trial.calls.map((call) => Math.round((call.at - (begun - 20_000)) / 60_000));
      expect(instants).toEqual(INSTANTS.slice(1));
    },
    { attempt: 2, waitMs: 40_000, failure: 'http_5xx' },
  );
});

test('where nothing is left of the wait, the second attempt is made at once; told to stop, none is', async () => {
  const resume = { attempt: 2, waitMs: 0, failure: 'timeout' };
  await deliver(
    () => delivered,
    async (trial) => {
      expect(await trial.state).toBe('delivered');
      expect(trial.calls.map((call) => call.attempt)).toEqual([2]);
      expect(await trial.timers()).toEqual([]);
    },
    resume,
  );
  await deliver(
    () => failed,
    async (trial) => {
      await waitFor(async () => (await trial.timers()).length === 1);
      await trial.signal(STOP_SIGNAL);
      expect(await trial.state).toBe('stopped');
      expect(trial.calls).toEqual([]);
    },
    { ...resume, waitMs: 60_000 },
  );
});

test('retrying now ends the wait that it begins with', async () => {
  await deliver(
    ({ attempt }) => (attempt === 3 ? delivered : failed),
    async (trial) => {
      await waitFor(async () => (await trial.timers()).length === 1);
      await trial.signal(RETRY_NOW_SIGNAL);
      await waitFor(() => trial.calls.length === 1);
      expect(await trial.state).toBe('delivered');
      expect(await trial.timers()).toEqual([60_000, 300_000]);
      expect(trial.calls.map((call) => call.attempt)).toEqual([2, 3]);
    },
    { attempt: 2, waitMs: 60_000, failure: 'dns' },
  );
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a success at attempt %d ends it', async (position) => {
  await deliver(
    ({ attempt }) => (attempt === position ? delivered : failed),
    async (trial) => {
      expect(await trial.state).toBe('delivered');
      expect(minutesAfterFirst(trial.calls)).toEqual(INSTANTS.slice(0, position));
    },
  );
});

test('a fault of ours repeats the attempt and uses up none', async () => {
  await deliver(
    ({ attempt }, call) => {
      if (call % 2 === 1) throw new Error('the database is away');
      return attempt === MAX_ATTEMPTS ? delivered : failed;
    },
    async (trial) => {
      expect(await trial.state).toBe('delivered');
      expect(trial.calls.map((call) => call.attempt)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]);
      expect(await trial.timers()).toEqual(RETRY_DELAYS_MS);
    },
  );
});

// The server's clock does not skip while an activity runs: this one takes the half minute of its timeout.
test('an attempt that hangs in a dying worker is made again, and uses up none', async () => {
  await deliver(
    async ({ attempt }, call) => {
      if (attempt === 3 && call === 3) await Context.current().cancelled;
      return failed;
    },
    async (trial) => {
      expect(await trial.state).toBe('failed');
      expect(trial.calls.map((call) => call.attempt)).toEqual([1, 2, 3, 3, 4, 5, 6, 7, 8]);
      expect(await trial.timers()).toEqual(RETRY_DELAYS_MS);
    },
  );
});

test.each(['held', 'superseded', 'stopped', 'missing'] as const)('ends as %s when Postgres says so', async (state) => {
  await deliver(
    ({ attempt }) => (attempt === 2 ? { kind: 'closed', state } : failed),
    async (trial) => {
      expect(await trial.state).toBe(state);
      expect(trial.calls).toHaveLength(2);
    },
  );
});

test('an attempt that belongs into the slow lane is made there, and the next one tries the fast lane again', async () => {
  await deliver(
    ({ lane, attempt }) => (lane === 'fast' ? { kind: 'moved' } : attempt === 2 ? delivered : failed),
    async (trial) => {
      expect(await trial.state).toBe('delivered');
      expect(trial.calls.map(({ lane, attempt }) => `${attempt} ${lane}`)).toEqual([
        '1 fast',
        '1 slow',
        '2 fast',
        '2 slow',
      ]);
      expect(await trial.timers()).toEqual([60_000]);
    },
  );
});

test('an attempt whose endpoint has its share in progress waits longer each time, and uses up none', async () => {
  await deliver(
    (_input, call) => (call <= 8 ? { kind: 'crowded' } : delivered),
    async (trial) => {
      expect(await trial.state).toBe('delivered');
      expect(new Set(trial.calls.map((call) => call.attempt))).toEqual(new Set([1]));
      expect(await trial.timers()).toEqual([2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000));
    },
  );
});

test('a workflow that was lost goes on where the delivery stands', async () => {
  await deliver(
    ({ attempt }) =>
      attempt === 1 ? { kind: 'elsewhere', run: 1, attempt: 4, waitMs: 1_200_000 } : attempt === 4 ? failed : delivered,
    async (trial) => {
      expect(await trial.state).toBe('delivered');
      expect(trial.calls.map((call) => call.attempt)).toEqual([1, 4, 5]);
      expect(await trial.timers()).toEqual([1_200_000, 2 * 3_600_000]);
    },
  );
});

test('retrying now makes the attempt that is waited for; the gaps after it stay', async () => {
  await deliver(
    ({ attempt }) => (attempt === 4 ? delivered : failed),
    async (trial) => {
      await waitFor(async () => (await trial.timers()).length === 1);
      await trial.signal(RETRY_NOW_SIGNAL);
      await waitFor(() => trial.calls.length === 2);
      expect(minutesAfterFirst(trial.calls)).toEqual([0, 0]);
      expect(await trial.state).toBe('delivered');
      expect(minutesAfterFirst(trial.calls)).toEqual([0, 0, 5, 35]);
    },
  );
});

test('stopping ends it while it waits', async () => {
  await deliver(
    () => failed,
    async (trial) => {
      await waitFor(async () => (await trial.timers()).length === 1);
      await trial.signal(STOP_SIGNAL);
      expect(await trial.state).toBe('stopped');
      expect(trial.calls).toHaveLength(1);
      expect(trial.stopped).toHaveLength(1);
    },
  );
});

test('a redelivery begins the schedule anew, and an older one changes nothing', async () => {
  await deliver(
    ({ run, attempt }) => (run === 2 && attempt === 2 ? delivered : failed),
    async (trial) => {
      await waitFor(async () => (await trial.timers()).length === 1);
      await trial.signal(REDELIVER_SIGNAL, 2);
      await waitFor(() => trial.calls.length === 2);
      await trial.signal(REDELIVER_SIGNAL, 1);
      expect(await trial.state).toBe('delivered');
      expect(trial.calls.map(({ run, attempt }) => `${run}.${attempt}`)).toEqual(['1.1', '2.1', '2.2']);
    },
  );
});

test('cancelling it in Temporal stops it in Postgres as well', async () => {
  await deliver(
    () => failed,
    async (trial) => {
      await waitFor(async () => (await trial.timers()).length === 1);
      await environment.client.workflow.getHandle(trial.workflowId).cancel();
      await expect(trial.state).rejects.toThrow();
      expect(trial.stopped).toHaveLength(1);
    },
  );
});

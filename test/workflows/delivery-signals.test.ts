import { REDELIVER_SIGNAL, RETRY_NOW_SIGNAL, STOP_SIGNAL } from '../../src/deliveries/workflow.js';
import {
  type DeliveryTrials,
  delivered,
  failed,
  minutesAfterFirst,
  openDeliveryTrials,
} from '../support/temporal/delivery-trials.js';
import { waitFor } from '../support/wait-for.js';

let trials: DeliveryTrials;
beforeAll(async () => {
  trials = await openDeliveryTrials();
});
afterAll(() => trials.close());
const deliver: DeliveryTrials['deliver'] = (...given) => trials.deliver(...given);

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
      await trials.environment.client.workflow.getHandle(trial.workflowId).cancel();
      await expect(trial.state).rejects.toThrow();
      expect(trial.stopped).toHaveLength(1);
    },
  );
});

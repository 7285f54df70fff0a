import { MAX_ATTEMPTS, RETRY_DELAYS_MS } from '../../src/deliveries/rules/retry-schedule.js';
import {
  type DeliveryTrials,
  delivered,
  failed,
  minutesAfterFirst,
  openDeliveryTrials,
} from '../support/temporal/delivery-trials.js';

let trials: DeliveryTrials;
beforeAll(async () => {
  trials = await openDeliveryTrials();
});
afterAll(() => trials.close());
const deliver: DeliveryTrials['deliver'] = (...given) => trials.deliver(...given);

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
      const begun = await trials.environment.currentTimeMs();
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

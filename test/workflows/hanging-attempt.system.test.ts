import { Context } from '@temporalio/activity';
import { RETRY_DELAYS_MS } from '../../src/deliveries/rules/retry-schedule.js';
import { failed, openDeliveryTrials } from '../support/temporal/delivery-trials.js';

// The server's clock does not skip while an activity runs: this one takes the half minute of its timeout.
test('an attempt that hangs in a dying worker is made again, and uses up none', async () => {
  const trials = await openDeliveryTrials();
  await trials.deliver(
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
  await trials.close();
});

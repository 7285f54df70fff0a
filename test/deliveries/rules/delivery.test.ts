import { toWireState } from '../../../src/deliveries/rules/delivery.js';

test.each([
  ['pending', 0, null, 'pending'],
  ['pending', 1, null, 'pending'],
  ['pending', 1, 'http_5xx', 'retrying'],
  ['pending', 0, 'http_5xx', 'pending'],
  ['failed', 8, 'timeout', 'failed'],
  ['delivered', 2, 'ok', 'delivered'],
] as const)('%s after %i attempts, the last %s, is shown as %s', (state, attempt, lastOutcome, shown) => {
  expect(toWireState({ state, attempt, lastOutcome })).toBe(shown);
});

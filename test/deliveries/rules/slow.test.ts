import { isQuick, isSlow } from '../../../src/deliveries/rules/slow.js';

test.each([
  ['ok', 0, false, true],
  ['ok', 1_999, false, true],
  ['ok', 2_000, false, false],
  ['ok', 4_999, false, false],
  ['ok', 5_000, true, false],
  ['timeout', 10, true, false],
  ['http_5xx', 10, false, false],
  ['http_5xx', 5_000, true, false],
] as const)('%s after %i ms: slow %s, quick %s', (outcome, durationMs, slow, quick) => {
  expect([isSlow({ outcome, durationMs }), isQuick({ outcome, durationMs })]).toEqual([slow, quick]);
});

import {
  delayAfterFailure,
  MAX_ATTEMPTS,
  RETRY_DELAYS_MS,
  retryScheduleText,
} from '../../../src/deliveries/rules/retry-schedule.js';

test("the gaps equal the contract's: 1 m, 5 m, 30 m, 2 h, 6 h, 12 h, 24 h", () => {
  const minutes = RETRY_DELAYS_MS.map((delay) => delay / 60_000);
  expect(minutes).toEqual([1, 5, 30, 120, 360, 720, 1_440]);
  expect(MAX_ATTEMPTS).toBe(8);
  expect(minutes.reduce((sum, gap) => sum + gap, 0)).toBe(44 * 60 + 36);
});

test('the last attempt has no successor', () => {
  expect(delayAfterFailure(1)).toBe(60_000);
  expect(delayAfterFailure(7)).toBe(24 * 3_600_000);
  expect(delayAfterFailure(8)).toBeNull();
});

test('retryScheduleText lists the gaps in words', () => {
  expect(retryScheduleText()).toBe('1 minute, 5 minutes, 30 minutes, 2 hours, 6 hours, 12 hours and 24 hours');
});

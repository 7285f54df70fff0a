import { LocalCounters, WINDOW_MS } from '../../../api/limits/local-counters.js';

test('a window is never reported to last longer than a minute', () => {
  const counters = new LocalCounters();
  for (let i = 0; i < 1_000; i++) {
    const { msLeft } = counters.count(`bucket ${i}`);
    expect(msLeft).toBeLessThanOrEqual(WINDOW_MS);
    expect(msLeft).toBeGreaterThan(0);
  }
});

test('of the shared counters a larger count is taken over, with its window, and a smaller one is not', () => {
  const counters = new LocalCounters();
  const [first, second] = [counters.count('a'), counters.count('a')];
  expect(counters.learn('a', first, { count: 7, msLeft: 1_000 })).toEqual({ count: 7, msLeft: 1_000 });
  const third = counters.count('a');
  expect(third.count).toBe(8);
  expect(third.msLeft).toBeLessThanOrEqual(1_000);
  // The store lost its counts.
  expect(counters.learn('a', third, { count: 1, msLeft: 60_000 })).toEqual(third);
  // A late answer to an earlier call takes nothing back.
  counters.learn('a', second, { count: 2, msLeft: 1_000 });
  expect(counters.count('a').count).toBe(9);
});

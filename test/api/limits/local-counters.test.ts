import { LocalCounters, WINDOW_MS } from '../../../api/limits/local-counters.js';

test('a window is never reported to last longer than a minute', () => {
  const counters = new LocalCounters();
  for (let i = 0; i < 1_000; i++) {
    const { msLeft } = counters.count(`bucket ${i}`);
    expect(msLeft).toBeLessThanOrEqual(WINDOW_MS);
    expect(msLeft).toBeGreaterThan(0);
  }
});

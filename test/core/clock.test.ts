import { systemClock, unmovedInstant } from '../../src/core/clock.js';

it('returns the instant that others see, however far a clock was moved', () => {
  const [here, outside] = [new Date('2027-03-01'), new Date('2027-01-01')];
  expect(unmovedInstant({ now: () => here, unmoved: () => outside })).toBe(outside);
  expect(unmovedInstant({ now: () => here })).toBe(here);
});

it('goes with the machine outside the sandbox', () => {
  const before = Date.now();
  const now = systemClock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

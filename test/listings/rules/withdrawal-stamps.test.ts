import { WITHDRAWAL_GAP_MS, withdrawalStamp } from '../../../src/listings/rules/withdrawal-stamps.js';

it('keeps fewer than a page of 500 within any second, so that a client that cuts off the rest gets on', () => {
  const stamp = new Date('2027-01-10T12:00:00.999Z');
  const seconds = new Map<string, number>();
  let last = stamp.getTime();
  for (let position = 1; position <= 2000; position++) {
    const at = withdrawalStamp(stamp, position);
    expect(at.getTime()).toBeGreaterThan(last);
    last = at.getTime();
    const second = at.toISOString().slice(0, 19);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  expect(Math.max(...seconds.values())).toBeLessThan(500);
  expect(Number.isInteger(WITHDRAWAL_GAP_MS)).toBe(true);
});

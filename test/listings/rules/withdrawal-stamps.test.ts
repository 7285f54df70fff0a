import { lastStamp, withdrawalStamp, withdrawalStamps } from '../../../src/listings/rules/withdrawal-stamps.js';

const NOW = new Date('2027-01-10T12:00:00.999Z');

/** How many of these withdrawals share the same beginning of their stamp. */
function mostThatShare(count: number, length: number, after = NOW): number {
  const stamps = withdrawalStamps(after, NOW, count);
  const shared = new Map<string, number>();
  let last = after.toISOString().replace('Z', '000Z');
  for (let position = 1; position <= count; position++) {
    const at = withdrawalStamp(stamps, position);
    if (at <= last) throw new Error(`${at} does not come after ${last}`);
    last = at;
    shared.set(at.slice(0, length), (shared.get(at.slice(0, length)) ?? 0) + 1);
  }
  const end = lastStamp(stamps, count).getTime();
  expect(end - Date.parse(last)).toBeLessThanOrEqual(1);
  expect(end - NOW.getTime()).toBeLessThan(60_000);
  return Math.max(...shared.values());
}

it('keeps fewer than a page of 500 within any second, so that a client that cuts off the rest gets on', () => {
  expect(mostThatShare(2_000, 19)).toBeLessThan(500);
  expect(mostThatShare(10_000, 19)).toBeLessThan(500);
});

it('keeps fewer than a page within any millisecond, so that stamps stay close to the clock', () => {
  expect(mostThatShare(10_001, 23)).toBeLessThan(500);
  expect(mostThatShare(200_000, 23)).toBeLessThan(500);
  const ahead = new Date(NOW.getTime() + 29_000);
  expect(mostThatShare(400, 23, ahead)).toBeLessThan(500);
});

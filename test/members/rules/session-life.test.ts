import { endOf, isFresh } from '../../../src/members/rules/session-life.js';

const at = (hours: number) => new Date(Date.UTC(2027, 0, 1) + hours * 3_600_000);

test.each([
  ['never used', 0, 12],
  ['used after ten hours', 10, 22],
  ['used an hour before its last day ends', 167, 168],
])('a session %s ends', (_what, seen, end) => {
  expect(endOf({ createdAt: at(0), seenAt: at(seen) })).toEqual(at(end));
});

test.each([
  [null, 0, false],
  [at(0), 0, true],
  [at(0), 0.249, true],
  [at(0), 0.25, false],
])('a second step at %p counts %f hours after midnight: %s', (taken, now, fresh) => {
  expect(isFresh(taken, at(now))).toBe(fresh);
});

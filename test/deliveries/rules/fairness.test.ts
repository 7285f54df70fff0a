import {
  FAILURES_IN_A_ROW,
  fullAllowance,
  type Health,
  healthAfter,
  isProbed,
  kindInTurn,
  laneAfter,
  lateUntilAfter,
  PLACES,
  PROBE_EVERY_MS,
  refilled,
  restedAfter,
  roomToClaim,
  shareClaims,
  surplusKinds,
  UNKNOWN_HEALTH,
} from '../../../src/deliveries/rules/fairness.js';

const none = { first: 0, retry: 0 };
const health = (more: Partial<Health> = {}): Health => ({ ...UNKNOWN_HEALTH, ...more });
const failed = { outcome: 'http_5xx', durationMs: 5 } as const;
const probed = health({ failures: FAILURES_IN_A_ROW, probeAt: 1_000 });

test.each([
  ['ok', 0, 'fast'],
  ['ok', 1_999, 'fast'],
  ['ok', 2_000, null],
  ['ok', 4_999, null],
  ['ok', 5_000, 'slow'],
  ['timeout', 10, 'slow'],
  ['http_5xx', 10, null],
  ['http_5xx', 5_000, 'slow'],
] as const)('%s after %i ms moves the endpoint to the lane %s', (outcome, durationMs, lane) => {
  expect(laneAfter({ outcome, durationMs })).toBe(lane);
});

test.each([
  [5, PLACES + 64],
  [200, PLACES + 40],
  [1_000, PLACES + 8],
  [4_000, PLACES + 2],
])('an endpoint that takes %i ms may have %i attempts claimed', (typicalMs, room) => {
  expect(roomToClaim('first', health({ typicalMs }), { ahead: none, underWay: none }, 0)).toBe(room);
});

test('nothing is claimed ahead in the slow lane, nor while half of the wanted attempts are at hand', () => {
  expect(roomToClaim('retry', health({ lane: 'slow' }), { ahead: none, underWay: none }, 0)).toBe(PLACES);
  const quick = health({ typicalMs: 5 });
  const at = (first: number) => ({ ahead: { first, retry: 0 }, underWay: { first: 5, retry: 3 } });
  expect(roomToClaim('first', quick, at(32), 0)).toBe(32);
  expect(roomToClaim('first', quick, at(33), 0)).toBe(0);
});

test('a probed endpoint has one first attempt at a time, and its retries go on', () => {
  expect(roomToClaim('first', probed, { ahead: none, underWay: none }, 999)).toBe(0);
  expect(roomToClaim('first', probed, { ahead: none, underWay: none }, 1_000)).toBe(1);
  expect(roomToClaim('first', probed, { ahead: { first: 1, retry: 0 }, underWay: none }, 1_000)).toBe(0);
  expect(roomToClaim('retry', probed, { ahead: none, underWay: none }, 0)).toBeGreaterThan(1);
  const waiting = { first: 1, retry: 1 };
  const turn = (now: number, underWay = none) =>
    kindInTurn(probed, { ahead: waiting, underWay }, { places: PLACES, firsts: 0, now });
  expect([turn(999), turn(1_000), turn(1_000, { first: 1, retry: 0 })]).toEqual(['retry', 'first', 'retry']);
});

test('a hundred failures in a row make an endpoint probed, each failed probe moves the next, and a success ends it', () => {
  let after = health();
  for (let count = 1; count <= FAILURES_IN_A_ROW; count += 1) {
    expect(isProbed(after)).toBe(false);
    after = healthAfter(after, 'first', failed, count);
  }
  expect([isProbed(after), after.probeAt]).toEqual([true, FAILURES_IN_A_ROW + PROBE_EVERY_MS]);
  expect(healthAfter(after, 'retry', failed, 9_000).probeAt).toBe(after.probeAt);
  expect(healthAfter(after, 'first', failed, 9_000).probeAt).toBe(9_000 + PROBE_EVERY_MS);
  expect(isProbed(healthAfter(after, 'retry', { outcome: 'ok', durationMs: 5 }, 9_000))).toBe(false);
});

test('no more attempts are under way at an endpoint than it has places', () => {
  const turn = (places: number, underWay: { first: number; retry: number }) =>
    kindInTurn(health(), { ahead: { first: 9, retry: 9 }, underWay }, { places, firsts: 0, now: 0 });
  expect(turn(PLACES, { first: 5, retry: 2 })).toBe('first');
  expect(turn(PLACES, { first: 5, retry: 3 })).toBeNull();
  expect(turn(PLACES - 3, { first: 5, retry: 0 })).toBeNull();
});

test('one attempt in four is a retry where both wait', () => {
  const turn = (firsts: number) =>
    kindInTurn(health(), { ahead: { first: 1, retry: 1 }, underWay: none }, { places: PLACES, firsts, now: 0 });
  expect([0, 1, 2, 3].map(turn)).toEqual(['first', 'first', 'first', 'retry']);
});

test('claims are given back by a slow endpoint, after five seconds, and first attempts by a probed one', () => {
  expect(surplusKinds(health(), 5_000)).toEqual([]);
  expect(surplusKinds(health(), 5_001)).toEqual(['first', 'retry']);
  expect(surplusKinds(health({ lane: 'slow' }), 0)).toEqual(['first', 'retry']);
  expect(surplusKinds(probed, 0)).toEqual(['first']);
});

test('an endpoint may have a hundred attempts at once, and two hundred a second', () => {
  expect(refilled({ left: 0, at: 0 }, 100).left).toBe(20);
  expect(refilled({ left: 0, at: 0 }, 60_000).left).toBe(100);
  expect(refilled(fullAllowance(0), 1).left).toBe(100);
});

test('one statement is shared equally, and unused parts go to the others', () => {
  const rooms = (count: number, room: number) => Array.from({ length: count }, (_, n) => [`whk_${n}`, room] as const);
  expect([...shareClaims('first', rooms(20, 72), 0).values()]).toEqual(new Array(20).fill(25));
  expect([
    ...shareClaims(
      'first',
      [
        ['a', 3],
        ['b', 0],
        ['c', 900],
      ],
      0,
    ),
  ]).toEqual([
    ['a', 3],
    ['c', 497],
  ]);
  expect(shareClaims('first', rooms(900, 72), 0).size).toBe(500);
  expect(shareClaims('first', rooms(2, 72), 4_990)).toEqual(
    new Map([
      ['whk_0', 5],
      ['whk_1', 5],
    ]),
  );
});

test("retries claim a hundred at once, and never more than half of a process's claims", () => {
  expect(shareClaims('retry', [['a', 900]], 0)).toEqual(new Map([['a', 100]]));
  expect(shareClaims('retry', [['a', 900]], 2_500).size).toBe(0);
  expect(shareClaims('first', [['a', 900]], 2_500)).toEqual(new Map([['a', 500]]));
});

test("retries use a share of a busy thread's time, and wait no longer than a pause", () => {
  const pace = { busyShare: 0.5, longestPauseMs: 200, latePauseMs: 1_000 };
  const onTime = (now: number) => ({ now, isLate: false });
  expect(restedAfter(1_000, 40, onTime(1_040), pace)).toBe(1_080);
  expect(restedAfter(1_000, 1, onTime(5_000), pace)).toBe(5_000);
  expect(restedAfter(1_000, 900, onTime(1_900), pace)).toBe(2_100);
  expect(restedAfter(1_000, 1, { now: 5_000, isLate: true }, pace)).toBe(6_000);
});

test('a first attempt over a second late delays retries for five seconds, and one on time ends that', () => {
  expect(lateUntilAfter(1_001, 10_000)).toBe(15_000);
  expect(lateUntilAfter(1_000, 12_000)).toBe(0);
});

import { FAILURES_IN_A_ROW, PLACES, PROBE_EVERY_MS } from '../../../src/deliveries/rules/fairness.js';
import { type ClaimedDelivery, EndpointQueue, Lanes } from '../../../src/deliveries/sender/endpoint-queue.js';
import { SHARDS, shardOf } from '../../../src/deliveries/sender/leases.js';

const target = {
  endpointId: 'whk_1',
  kind: 'webhook' as const,
  url: 'https://hooks.example/',
  secret: null,
  previousSecret: null,
  previousSecretUntil: null,
  headerName: null,
  headerValue: null,
  slowUntil: null,
  failuresInARow: 0,
  probeAt: null,
  open: true,
  recalls: 0,
};
const delivery = (id: string, more: Partial<ClaimedDelivery> = {}): ClaimedDelivery => ({
  ...{ id, endpointId: 'whk_1', changeSeq: 7, eventId: null, withdraws: false, run: 1, attempt: 1, dueAt: new Date(0) },
  ...{
    type: 'event.changed',
    mode: 'live',
    content: Buffer.alloc(0),
    claimedAt: 0,
    requestId: null,
    traceparent: null,
    ...more,
  },
});
function filled(count: number): EndpointQueue {
  const queue = new EndpointQueue(target);
  for (let index = 0; index < count; index += 1) queue.push(delivery(`dlv_${index}`));
  return queue;
}

test('no more than its share is under way', () => {
  const queue = filled(20);
  for (let index = 0; index < PLACES; index += 1) expect(queue.next(0)?.id).toBe(`dlv_${index}`);
  expect(queue.next(0)).toBeUndefined();
  queue.ended('first', { outcome: 'ok', durationMs: 5 }, 0);
  expect(queue.next(0)?.id).toBe(`dlv_${PLACES}`);
});

test('an idle endpoint sends although others fill its lane', () => {
  const lanes = new Lanes();
  const begun = new Map<EndpointQueue, number>();
  const takeTurns = () =>
    lanes.takeTurns((queue) => {
      if (!queue.next(0)) return false;
      begun.set(queue, (begun.get(queue) ?? 0) + 1);
      return true;
    });
  const crowd = Array.from({ length: 100 }, () => filled(20));
  for (const queue of crowd) lanes.add(queue);
  takeTurns();
  expect(crowd.map((queue) => begun.get(queue))).toEqual(crowd.map(() => 5));
  const idle = filled(20);
  lanes.add(idle);
  takeTurns();
  expect(begun.get(idle)).toBe(1);
  expect(crowd.map((queue) => begun.get(queue))).toEqual(crowd.map(() => 5));
});

test('a quick receiver has more claimed ahead than others; a slow one nothing', () => {
  const queue = new EndpointQueue(target);
  const first = queue.room('first', 0);
  for (let index = 0; index < 40; index += 1) {
    queue.push(delivery('dlv'));
    queue.next(0);
    queue.ended('first', { outcome: 'ok', durationMs: 5 }, 0);
  }
  expect(queue.room('first', 0)).toBeGreaterThan(first);
  queue.lane = 'slow';
  expect(queue.room('first', 0)).toBe(PLACES);
});

test('after a hundred failures in a row one attempt is made every five seconds, and a success ends that', () => {
  const queue = new EndpointQueue(target);
  const attempt = (ok: boolean, now: number) => {
    queue.push(delivery('dlv'));
    expect(queue.next(now)).toBeDefined();
    queue.ended('first', { outcome: ok ? 'ok' : 'http_5xx', durationMs: 5 }, now);
  };
  for (let count = 0; count < FAILURES_IN_A_ROW - 1; count += 1) attempt(false, 0);
  expect(queue.room('first', 0)).toBeGreaterThan(0);
  attempt(false, 0);
  expect(queue.room('first', PROBE_EVERY_MS - 1)).toBe(0);
  expect(queue.room('first', PROBE_EVERY_MS)).toBe(1);
  attempt(true, PROBE_EVERY_MS);
  expect(queue.room('first', PROBE_EVERY_MS)).toBeGreaterThan(PLACES);
});

test('no more than two hundred a second are sent to one endpoint, after a first hundred at once', () => {
  const queue = new EndpointQueue(target);
  let sent = 0;
  for (let now = 0; now <= 2_000; now += 10) {
    for (;;) {
      queue.push(delivery('dlv'));
      if (!queue.next(now)) break;
      queue.ended('first', { outcome: 'ok', durationMs: 1 }, now);
      sent += 1;
    }
    if (now === 0) expect(sent).toBe(100);
  }
  expect(sent).toBe(100 + 2 * 200);
  expect(queue.throttledMs(2_000)).toBeGreaterThan(0);
});

test('claims ahead are given back when the endpoint fails, is slow, or they have waited five seconds', () => {
  const silent = filled(10);
  silent.next(0);
  expect(silent.takeSurplus(5_000)).toEqual([]);
  expect(silent.takeSurplus(5_001)).toHaveLength(9);
  const slow = filled(10);
  slow.lane = 'slow';
  expect(slow.takeSurplus(0)).toHaveLength(10);
});

test('retries have a part where first attempts wait too, and everything where none does', () => {
  const queue = new EndpointQueue(target);
  for (let index = 0; index < 20; index += 1) {
    queue.push(delivery('new'));
    queue.push(delivery('again', { attempt: 2 }));
  }
  expect(Array.from({ length: 8 }, () => queue.next(0)?.id)).toEqual([
    ...['new', 'new', 'new', 'again'],
    ...['new', 'new', 'new', 'again'],
  ]);
  const alone = new EndpointQueue(target);
  alone.push(delivery('again', { attempt: 3 }));
  expect(alone.next(0)?.id).toBe('again');
});

test('a failing endpoint is not probed while a probe is under way, and its retries go on', () => {
  const queue = new EndpointQueue(target);
  const failing = { ...target, failuresInARow: FAILURES_IN_A_ROW, probeAt: new Date(1_000) };
  queue.update(failing, { askedAt: 0, now: 0, clock: new Date(0) });
  queue.push(delivery('new'));
  for (const id of ['r1', 'r2']) queue.push(delivery(id, { attempt: 2 }));
  expect(queue.next(0)?.id).toBe('r1');
  expect(queue.next(1_000)?.id).toBe('new');
  queue.push(delivery('newer'));
  expect([queue.next(1_000)?.id, queue.next(1_000)]).toEqual(['r2', undefined]);
});

test('claims that a later change of the same event replaces are given back', () => {
  const queue = new EndpointQueue(target);
  const of = (id: string, changeSeq: number, withdraws = false) =>
    delivery(id, { eventId: 'evt_1', changeSeq, withdraws });
  expect(queue.push(of('shown', 1))).toEqual([]);
  expect(queue.push(of('changed', 2))).toEqual([]);
  expect(queue.push(of('gone', 3, true)).map(({ id }) => id)).toEqual(['shown', 'changed']);
  expect(queue.next(0)?.id).toBe('gone');
});

test('every endpoint has one shard, and the shards are about equally full', () => {
  const counts = new Array<number>(SHARDS).fill(0);
  for (let index = 0; index < 8_000; index += 1) {
    const shard = shardOf(`whk_${index.toString(36)}`);
    expect(shardOf(`whk_${index.toString(36)}`)).toBe(shard);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(800);
});

import { MINUTE, SECOND } from '../../src/core/time.js';
import type { ChaosRequest } from './support/chaos-receiver.js';
import { type EndedDelivery, judgeDeliveries, type Seen } from './support/judge-deliveries.js';

/** A run without faults: each test adds one. */
type Run = { -readonly [Key in keyof Seen]: Seen[Key] } & { requests: ChaosRequest[]; deliveries: EndedDelivery[] };

const T = 1_800_000_000_000;
/** When a call to disable or remove had answered. */
const SWITCHED_AT = T + 30 * SECOND;

const request = (endpoint: number, seconds: number, more: Partial<ChaosRequest> = {}): ChaosRequest => ({
  endpoint,
  deliveryId: `dlv_${endpoint}`,
  changeId: 'chg_1',
  eventId: 'evt_1',
  withdrawn: false,
  body: 'bytes',
  at: T + seconds * SECOND,
  failed: false,
  underWay: 1,
  ...more,
});

const attempt = (seconds: number, sends = 1) => ({
  sends,
  startedAt: T + seconds * SECOND,
  finishedAt: T + seconds * SECOND + 20,
});

const delivery = (endpoint: number, more: Partial<EndedDelivery> = {}): EndedDelivery => ({
  id: `dlv_${endpoint}`,
  changeId: 'chg_1',
  endpointId: `whk_${endpoint}`,
  state: 'delivered',
  withdrawn: false,
  attempts: [attempt(1)],
  ...more,
});

/** 0 is healthy, 1 fails once, 2 is disabled, 3 is removed, to 4 one was sent twice around a crash, and failed both times. */
const run = (): Run => ({
  endpoints: ['whk_0', 'whk_1', 'whk_2', 'whk_3', 'whk_4'],
  changes: 1,
  switched: [
    { what: 'disabled', endpoint: 2, at: SWITCHED_AT },
    { what: 'removed', endpoint: 3, at: SWITCHED_AT },
  ],
  requests: [
    request(0, 1),
    request(1, 1, { failed: true }),
    request(1, 61.1),
    request(2, 1, { failed: true }),
    request(3, 1, { failed: true }),
    request(4, 1, { failed: true }),
    request(4, 17, { failed: true }),
    request(4, 78),
  ],
  deliveries: [
    delivery(0),
    delivery(1, { attempts: [attempt(1), attempt(61.1)] }),
    delivery(2, { state: 'held' }),
    delivery(3, { state: 'stopped' }),
    delivery(4, { attempts: [attempt(17, 2), attempt(78)] }),
  ],
});

/** The withdrawal of the event to endpoint 0, taken after ten seconds. */
function withdraw(seen: Run): void {
  seen.changes = 2;
  seen.requests.push(request(0, 10, { deliveryId: 'dlv_w', changeId: 'chg_2', withdrawn: true }));
  for (const endpoint of [0, 1, 2, 3, 4]) {
    const state = ['delivered', 'superseded', 'held', 'stopped', 'superseded'][endpoint] ?? '';
    const [id, attempts] = endpoint === 0 ? ['dlv_w', [attempt(10)]] : [`dlv_w${endpoint}`, []];
    seen.deliveries.push(delivery(endpoint, { id, changeId: 'chg_2', state, withdrawn: endpoint > 0, attempts }));
  }
}

const find = (seen: Run, id: string) => seen.deliveries.find((delivery) => delivery.id === id) as EndedDelivery;
const last = (seen: Run, endpoint: number) =>
  seen.requests.findLast((request) => request.endpoint === endpoint) as ChaosRequest;

it('finds nothing wrong where each delivery ended as it must, and counts repeats', () => {
  const seen = run();
  withdraw(seen);
  const { faults, summary } = judgeDeliveries(seen);
  expect(faults).toEqual([]);
  expect(summary).toContain('1 of them repeats of an attempt (1 attempts were claimed again)');
  expect(summary).toContain('2 retries, late by');
});

it.each<[string, (seen: Run) => void, RegExp]>([
  ['a duplicate with another id', (seen) => seen.requests.push(request(0, 2, { deliveryId: 'dlv_x' })), /other ids/],
  [
    'other bytes',
    (seen) => {
      last(seen, 1).body = 'others';
    },
    /dlv_1 .* came with different bytes/,
  ],
  [
    'a retry that came early',
    (seen) => {
      last(seen, 1).at -= 3 * SECOND;
    },
    /dlv_1 .*: attempt 2 was 2900 ms early/,
  ],
  [
    'a retry that is written down as early',
    (seen) => Object.assign(find(seen, 'dlv_1').attempts[1] ?? {}, attempt(50)),
    /dlv_1 .*: attempt 2 was 1\d{4} ms early/,
  ],
  [
    'an early retry after an attempt that was sent twice',
    (seen) => {
      last(seen, 4).at -= 30 * SECOND;
    },
    /dlv_4 .*: attempt 2 was \d+ ms early/,
  ],
  [
    'a third attempt after one minute',
    (seen) => {
      Object.assign(find(seen, 'dlv_1'), { attempts: [attempt(1), attempt(61.1), attempt(122)] });
      last(seen, 1).failed = true;
      seen.requests.push(request(1, 122));
    },
    new RegExp(`dlv_1 .*: attempt 3 was ${4 * MINUTE - 880} ms early`),
  ],
  ['more requests than are written down', (seen) => seen.requests.push(request(0, 2)), /dlv_0 .* came 2 times, and 1/],
  ['nine under way', (seen) => Object.assign(last(seen, 0), { underWay: 9 }), /endpoint 0 had 9 under way/],
  [
    'an attempt after disabling',
    (seen) => {
      seen.requests.push(request(2, 61));
      Object.assign(find(seen, 'dlv_2'), { attempts: [attempt(1), attempt(61)] });
    },
    /endpoint 2 was disabled, and got 1 requests up to 31000 ms after that/,
  ],
  [
    'an attempt after removal',
    (seen) => {
      seen.requests.push(request(3, 61));
      Object.assign(find(seen, 'dlv_3'), { attempts: [attempt(1), attempt(61)] });
    },
    /endpoint 3 was removed, and got 1 requests/,
  ],
  [
    'a retry after the withdrawal of its event',
    (seen) => {
      withdraw(seen);
      Object.assign(find(seen, 'dlv_0'), { attempts: [attempt(1), attempt(61.1)] });
      Object.assign(last(seen, 0), { failed: true });
      seen.requests.push(request(0, 61.1));
    },
    /dlv_0 came 51100 ms after the withdrawal/,
  ],
  [
    'a first attempt after the withdrawal of its event',
    (seen) => {
      withdraw(seen);
      Object.assign(seen.requests[0] ?? {}, { at: T + 12 * SECOND });
    },
    /dlv_0 came 2000 ms after the withdrawal/,
  ],
  ['a delivery that never ends', (seen) => Object.assign(find(seen, 'dlv_1'), { state: 'pending' }), /did not end/],
  ['a delivery given up', (seen) => Object.assign(find(seen, 'dlv_0'), { state: 'superseded' }), /did not end/],
  ['one that nobody took', (seen) => Object.assign(last(seen, 0), { failed: true }), /dlv_0 .* was never taken/],
  ['a change that was lost', (seen) => seen.deliveries.shift(), /endpoint 0 has 0 deliveries of 1 changes/],
  [
    'a request of which the database knows nothing',
    (seen) => seen.requests.push(request(0, 2, { changeId: 'chg_9' })),
    /whk_0 chg_9: came, and is not in the database/,
  ],
])('finds %s', (_what, plant, fault) => {
  const seen = run();
  plant(seen);
  expect(judgeDeliveries(seen).faults).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
});

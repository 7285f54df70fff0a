import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/time.js';
import { keepDayPartitions } from '../../src/platform/database/day-partitions.js';
import { pageOfRequests } from '../../src/requests/list-requests.js';
import { writeRequests } from '../../src/requests/record-requests.js';
import type { RequestFilter, RequestPosition } from '../../src/requests/rules/logged-request.js';
import { findPatienceRow, findReplayRow, findRequestRow, groupErrorRows } from '../../src/requests/sql/requests.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { loggedRequest } from '../support/data/requests.js';

let ctx: TestContext;
const now = new Date('2026-11-02T09:00:00.000Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const week: RequestFilter = { companyId: 'cmp_a', mode: 'live', since: ago(7 * DAY) };

beforeAll(async () => {
  ctx = await createTestContext({ now: now.toISOString() });
  await keepDays(ago(7 * DAY), new Date(now.getTime() + 2 * DAY));
});
afterAll(() => ctx.close());

const keepDays = (from: Date, until: Date) => keepDayPartitions(ctx.sql, 'api_requests', { from, until });

async function all(filter: RequestFilter, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let position: RequestPosition | null = null;
  do {
    const page = await pageOfRequests(ctx.sql, filter, position, limit);
    ids.push(...page.requests.map(({ id }) => id));
    position = page.next;
  } while (position);
  return ids;
}

test('keeps all of a call, whatever it holds, and finds it by its id and time for its company alone', async () => {
  const call = loggedRequest({
    at: ago(HOUR),
    companyId: 'cmp_whole',
    query: 'artist=AC\\DC\tö\n"\\N"',
    route: '/events/{id}',
    status: 429,
    code: 'rate_limited',
    retryAfter: 17,
    replayed: true,
    address: null,
  });
  expect(await writeRequests(ctx.sql, [call])).toBe(0);
  expect(await findRequestRow(ctx.sql, 'cmp_whole', call.id, call.at)).toEqual(call);
  expect(await findRequestRow(ctx.sql, 'cmp_other', call.id, call.at)).toBeNull();
  expect(await findRequestRow(ctx.sql, null, call.id, call.at)).toEqual(call);
  expect(await findRequestRow(ctx.sql, null, 'req_other', call.at)).toBeNull();
  expect(await findReplayRow(ctx.sql, 'cmp_whole')).toEqual(call.at);
  expect(await findReplayRow(ctx.sql, 'cmp_a')).toBeNull();
});

test('pages newest first without gaps or repeats, also where many have the same time, and filters by all that it names', async () => {
  const calls = [...Array(60).keys()].map((i) =>
    loggedRequest({
      at: ago(Math.floor(i / 20) * DAY),
      mode: i % 10 === 9 ? 'test' : 'live',
      keyId: i % 2 ? 'key_a' : 'key_b',
      route: i % 3 ? '/events' : '/orders',
      ...(i % 4 === 0 && { status: 404, code: 'event_not_found' }),
      ...(i % 5 === 0 && { status: 500, code: 'internal_error' }),
    }),
  );
  await writeRequests(ctx.sql, calls);
  const order = (a: (typeof calls)[0], b: (typeof calls)[0]) =>
    b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);
  const expected = (filter: Partial<RequestFilter>) =>
    calls
      .filter(
        (call) =>
          call.mode === (filter.mode ?? 'live') &&
          call.at >= (filter.since ?? week.since) &&
          (filter.until === undefined || call.at < filter.until) &&
          (filter.statusClass === undefined || Math.floor(call.status / 100) === filter.statusClass) &&
          (filter.code === undefined || call.code === filter.code) &&
          (filter.route === undefined || call.route === filter.route) &&
          (filter.keyId === undefined || call.keyId === filter.keyId),
      )
      .sort(order)
      .map(({ id }) => id);
  for (const filter of [
    ...[{}, { mode: 'test' as const }, { since: ago(HOUR) }, { until: ago(HOUR) }],
    ...[{ statusClass: 2 }, { statusClass: 4 }, { statusClass: 5, route: '/orders' }],
    ...[{ code: 'event_not_found' }, { route: '/orders', keyId: 'key_b' }],
  ]) {
    expect([filter, await all({ ...week, ...filter }, 7)]).toEqual([filter, expected(filter)]);
  }
  const groups = await groupErrorRows(ctx.sql, week);
  const errors = calls.filter(({ mode, status }) => mode === 'live' && status >= 400);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(errors.length);
  for (const { code, route, count, lastAt } of groups) {
    const alike = errors.filter((error) => error.code === code && error.route === route);
    expect([count, lastAt]).toEqual([alike.length, new Date(Math.max(...alike.map(({ at }) => at.getTime())))]);
  }
  expect(groups.map(({ count }) => count)).toEqual(groups.map(({ count }) => count).sort((a, b) => b - a));
});

test('looks for a rare call among 120,000 in steps, and finds it', async () => {
  const rare = loggedRequest({ companyId: 'cmp_many', at: ago(2 * DAY), route: '/settlements' });
  await writeRequests(ctx.sql, [rare]);
  // Straight into the table: this many calls would take too long.
  await ctx.sql`
    INSERT INTO api_requests (id, at, company_id, mode, key_id, method, route, status, ms, replayed)
    SELECT 'req_' || lpad(i::text, 20, '0'), ${ago(DAY)}::timestamptz + i * interval '0.3 seconds', 'cmp_many', 'live', 'key_a', 'GET', '/events', 200, 4, false
    FROM generate_series(1, 120000) AS i`;
  const filter = { ...week, companyId: 'cmp_many', route: '/settlements' };
  const first = await pageOfRequests(ctx.sql, filter, null, 10);
  expect(first.requests).toEqual([]);
  expect(first.next).not.toBeNull();
  expect(await all(filter, 10)).toEqual([rare.id]);
});

test.each([
  ['waits until Retry-After is over', [0, 31], true],
  ['has calls under way, and waits', [0, 1.5, 31], true],
  ['comes back too early', [0, 12, 31], false],
  ['never comes back', [0], false],
  ['hammers on until it works', [0, 10, 20, 29.9, 31], false],
])('patience after a 429: a key that %s', async (name, seconds, patient) => {
  const companyId = `cmp_${name.replaceAll(/\W/g, '_')}`;
  const at = (second: number) => new Date(ago(DAY).getTime() + second * SECOND);
  await writeRequests(
    ctx.sql,
    seconds.map((second) =>
      loggedRequest({
        companyId,
        at: at(second),
        ...(second < 30 && { status: 429, code: 'rate_limited', retryAfter: Math.ceil(30 - second) }),
      }),
    ),
  );
  expect(await findPatienceRow(ctx.sql, companyId)).toEqual(patient ? at(0) : null);
});

test('has no place for a day that was not made, and drops days that are over', async () => {
  const today = loggedRequest({ companyId: 'cmp_days', at: now });
  // Neither this test nor the migrations, which go by the real date, made that day.
  const elsewhere = loggedRequest({ companyId: 'cmp_days', at: ago(400 * DAY) });
  expect(await writeRequests(ctx.sql, [today, elsewhere, elsewhere])).toBe(2);
  const later = new Date(now.getTime() + 7 * DAY);
  expect(await keepDays(later, new Date(later.getTime() + 2 * DAY + MINUTE))).toMatchObject({ made: 3 });
  expect(await findRequestRow(ctx.sql, 'cmp_days', today.id, today.at)).toBeNull();
  // A second run finds nothing to do.
  expect(await keepDays(later, new Date(later.getTime() + 2 * DAY + MINUTE))).toEqual({ made: 0, dropped: 0 });
});

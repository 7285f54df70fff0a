import { buildApp } from '../../../api/app.js';
import { deleteOldSignals } from '../../../src/signals/delete-old-signals.js';
import { partnerStats } from '../../../src/signals/partner-stats.js';
import { createTestApi, type TestApi, WEBSITE } from '../../support/api.js';
import { addSale, addTicketedEvent } from '../../support/data/build.js';
import { counts, forgetCounts, postSignal, seedTracked } from '../../support/data/track.js';

let api: TestApi;
let eventId: string;

beforeAll(async () => {
  api = await createTestApi({ context: { env: { TRUSTED_PROXIES: '127.0.0.1' } } });
  ({ eventId } = await seedTracked(api));
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const address = (n: number) => ({ 'x-forwarded-for': `203.0.${(n >> 8) & 255}.${n & 255}` });

test('5,000 signals through two processes, a fifth of them repeats, are counted exactly', async () => {
  const second = await buildApp(api.ctx);
  try {
    // Every fifth signal repeats the page load of the one four before it.
    const load = (n: number) => `load-${String(n % 5 === 4 ? n - 4 : n).padStart(5, '0')}`;
    const send = (n: number) =>
      postSignal(n % 2 ? api : { ...api, app: second }, {
        body: { type: 'event_view', event_id: eventId, key: api.keys.website.key, view: load(n) },
        headers: { origin: WEBSITE, ...address(n) },
      });
    // Five hundred callers at a time, each taking the next signal as soon as its last one is answered.
    let next = 0;
    const statuses: number[] = [];
    const callers = Array.from({ length: 500 }, async () => {
      while (next < 5_000) statuses.push((await send(next++)).statusCode);
    });
    await Promise.all(callers);
    expect(statuses).toHaveLength(5_000);
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(await counts(api)).toEqual([expect.objectContaining({ views: 4_000 })]);
    expect(await api.ctx.sql`SELECT FROM signals_seen`).toHaveLength(4_000);
  } finally {
    await second.close();
  }
});

test('when the database refuses a commit nothing is acknowledged, and the same signal counts when sent again', async () => {
  await api.ctx.sql`ALTER TABLE signal_counts ADD CONSTRAINT closed CHECK (views < 0) NOT VALID`;
  const call = {
    body: { type: 'event_view', event_id: eventId, key: api.keys.website.key, view: 'load-again' },
    headers: { origin: WEBSITE, ...address(1) },
  };
  expect((await postSignal(api, call)).statusCode).toBe(500);
  await api.ctx.sql`ALTER TABLE signal_counts DROP CONSTRAINT closed`;
  expect((await postSignal(api, call)).statusCode).toBe(204);
  expect(await counts(api)).toEqual([expect.objectContaining({ views: 1 })]);
});

test('nothing of the visitor is kept', async () => {
  const visitor = {
    'x-forwarded-for': '203.0.113.77',
    'user-agent': 'SecretBrowser/7.7',
    cookie: 'session=SECRETCOOKIE',
    referer: `${WEBSITE}/SECRETPAGE?q=1`,
    origin: WEBSITE,
    'accept-language': 'SECRETLANGUAGE',
  };
  const body = { type: 'event_click', event_id: eventId, key: api.keys.website.key, view: 'SECRETVIEW' };
  expect((await postSignal(api, { body, headers: visitor })).statusCode).toBe(204);

  const tables = await api.ctx.sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const dump: string[] = [];
  for (const { name } of tables) {
    const rows = await api.ctx.sql<{ row: string }[]>`SELECT t::text AS row FROM ${api.ctx.sql(name)} t`;
    dump.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  expect(dump.filter((row) => row.startsWith('signal'))).toHaveLength(2);
  const page = new URL(WEBSITE).host;
  // A website key is made for its site: the key and the record of its making name that.
  const traces = dump.filter(
    (row) => !/^(api_keys|audit_log):/.test(row) && (/203\.0\.113|secret/i.test(row) || row.includes(page)),
  );
  expect(traces).toEqual([]);
});

test('statistics by day: signals and sales, live apart from test, days without any as zero', async () => {
  const { ctx, companyId, keys } = api;
  const key = { companyId, keyId: keys.server.id, ref: '', kind: 'server' } as const;
  ctx.clock.set('2026-11-04T23:59:59.000Z');
  await postSignal(api, {
    body: { type: 'impression', shown: 20, key: keys.website.key },
    headers: { origin: WEBSITE, ...address(2) },
  });
  await addSale(ctx, key, await addTicketedEvent(ctx));
  ctx.clock.set('2026-11-06T00:00:00.000Z');
  for (const type of ['event_view', 'event_click', 'event_click']) {
    await postSignal(api, {
      body: { type, event_id: eventId, key: keys.website.key },
      headers: { origin: WEBSITE, ...address(3) },
    });
  }
  const zero = { impressions: 0, shown: 0, views: 0, clicks: 0, sales: 0 };
  const range = { company: companyId, from: '2026-11-04', to: '2026-11-06' };
  expect(await partnerStats(ctx, { ...range, mode: 'live' })).toEqual([
    { ...zero, day: '2026-11-04', impressions: 1, shown: 20, sales: 1 },
    { ...zero, day: '2026-11-05' },
    { ...zero, day: '2026-11-06', views: 1, clicks: 2 },
  ]);
  const test = await partnerStats(ctx, { ...range, mode: 'test' });
  expect(test.every((day) => day.impressions + day.views + day.sales === 0)).toBe(true);
  expect(await partnerStats(ctx, { company: 'Example Partner', mode: 'live' })).toHaveLength(30);
  await expect(partnerStats(ctx, { ...range, from: '2026-02-30', mode: 'live' })).rejects.toThrow('from');
  await expect(partnerStats(ctx, { ...range, company: 'nobody', mode: 'live' })).rejects.toThrow('company');
});

test('page loads are forgotten after two days, counts are not', async () => {
  const { ctx } = api;
  const send = (view: string) =>
    postSignal(api, {
      body: { type: 'impression', key: api.keys.website.key, view },
      headers: { origin: WEBSITE, ...address(4) },
    });
  await send('load-old1');
  ctx.clock.advance(24 * 3_600_000);
  await send('load-new1');
  ctx.clock.advance(24 * 3_600_000 + 1);
  expect(await deleteOldSignals(ctx)).toEqual({ deleted: 1 });
  expect(await ctx.sql`SELECT FROM signals_seen`).toHaveLength(1);
  expect((await counts(api)).reduce((sum, row) => sum + row.impressions, 0)).toBe(2);
});

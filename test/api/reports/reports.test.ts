import { parse } from 'csv-parse/sync';
import { createKey } from '../../../src/access/create-key.js';
import { addSignals } from '../../../src/signals/sql/signals.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addPartner, addSale, addTicketedEvent } from '../../support/data/build.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ context: { now: '2026-11-20T10:00:00.000Z' } });
});
afterAll(() => api.close());

const ask = (path: string, key: { key: string }) => api.app.inject({ url: `/v1${path}`, headers: bearer(key) });

test('reports have the figures of their mode and company alone, and narrow alike', async () => {
  const { ctx } = api;
  const partner = await addPartner(ctx);
  const event = await addTicketedEvent(ctx);
  await ctx.sql`UPDATE events SET country = 'NZ' WHERE id = ${event.eventId}`;
  await addSale(ctx, partner, event, { subId: '00123' });
  await addSale(ctx, await addPartner(ctx), event, { subId: '00123' });
  const key = await createKey(ctx, { companyId: partner.companyId, kind: 'server' });
  const read = async (query: string, asked: { key: string } = key) => ({
    earnings: (await ask(`/reports/earnings?${query}`, asked)).json(),
    funnel: (await ask(`/reports/funnel?${query}`, asked)).json(),
  });
  const { earnings, funnel } = await read('by=sub_id');
  expect([earnings.rows, funnel.rows]).toMatchObject([
    [{ key: '00123', sales: 1, currency: 'EUR' }],
    [{ key: '00123', sales: 1, earned: [{ currency: 'EUR', amount: earnings.rows[0].earned }] }],
  ]);
  for (const [query, sales] of [
    ['by=country', ['NZ']],
    ['by=month&country=nz', ['2026-11']],
    ['by=month&country=DE', []],
    [`by=event&event_id=${event.eventId}`, [event.eventId]],
    ['by=day&sub_id=other', []],
    ['by=day&from=2026-11-20&to=2026-11-20', ['2026-11-20']],
    ['by=day&to=2026-11-19', []],
  ] as const) {
    const found = await read(query);
    for (const { rows } of [found.earnings, found.funnel]) {
      expect([query, rows.map((row: { key: string }) => row.key)]).toEqual([query, sales]);
    }
  }
  const test = await createKey(ctx, { companyId: partner.companyId, kind: 'test' });
  const empty = await read('by=month', test);
  expect([empty.earnings, empty.funnel]).toMatchObject([
    { mode: 'test', rows: [], totals: [], notices: [expect.stringMatching(/^sandbox: /)] },
    { mode: 'test', rows: [], total: { sales: 0, earned: [] } },
  ]);
});

test('a long report is cut with a notice, its total counts every row, and the CSV has all with the texts as they are', async () => {
  const { ctx } = api;
  const partner = await addPartner(ctx);
  const { eventId } = await addTicketedEvent(ctx);
  const now = ctx.clock.now();
  const subIds = Array.from({ length: 1_001 }, (_, n) => String(n).padStart(5, '0'));
  const opened = { ...partner, type: 'checkout', eventId, shown: 0, at: now, digest: null } as const;
  await addSignals(
    ctx.sql,
    subIds.map((subId) => ({ ...opened, subId })),
    now,
  );
  const key = await createKey(ctx, { companyId: partner.companyId, kind: 'server' });
  const report = (await ask('/reports/funnel?by=sub_id', key)).json();
  expect([report.rows.length, report.total.checkouts]).toEqual([1_000, 1_001]);
  expect(report.notices).toEqual([expect.stringMatching(/^report_truncated: .*CSV/)]);
  const file = await ask('/reports/funnel.csv?by=sub_id', key);
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="funnel.csv"',
  });
  expect(file.body.startsWith('sub_id,')).toBe(true);
  const lines: Record<string, string>[] = parse(file.body, { columns: true });
  expect(lines.map((line) => line.sub_id)).toEqual(subIds);
});

test.each([
  ['by=week', 'by'],
  ['from=2026-11-02&to=2026-11-01', 'from'],
  ['from=2025-11-01&to=2026-11-02', 'from'],
  ['from=2026-02-30', 'from'],
  ['country=Germany', 'country'],
])('%s is refused', async (query, field) => {
  for (const name of ['earnings', 'funnel', 'earnings.csv', 'funnel.csv']) {
    const answer = await ask(`/reports/${name}?${query}`, api.keys.server);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid_request', errors: [{ field }] }]);
  }
  expect((await ask('/reports/sales.csv', api.keys.server)).json()).toMatchObject({ code: 'file_not_found' });
});

import { parse } from 'csv-parse/sync';
import type { EarningsList } from '../../../src/earnings/wire.js';
import { setTerms } from '../../../src/settlements/set-terms.js';
import type { SettlementLines, SettlementsList } from '../../../src/settlements/wire.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addPartner, type Seller } from '../../support/data/build.js';
import { advanceAll, closeMonth, seedLine, seedPayee, statementsOf } from '../../support/data/settle.js';

let api: TestApi;
let own: Seller;
let foreign: string;

const call = (path: string, key: { key: string } = api.keys.server) =>
  api.app.inject({ url: `/v1${path}`, headers: bearer(key) });
const list = async (key?: { key: string }) => (await call('/settlements', key)).json() as SettlementsList;

beforeAll(async () => {
  api = await createTestApi();
  const { ctx } = api;
  ctx.clock.set('2026-08-01T00:00:00Z');
  own = { companyId: api.companyId, keyId: api.keys.server.id, ref: '', kind: 'server' };
});
afterAll(() => api.close());

test('without terms: null, a notice and no statements', async () => {
  const answer = await call('/settlements');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    object: 'list',
    mode: 'live',
    terms: null,
    settlements: [],
    notices: [expect.stringMatching(/^terms_not_agreed: /)],
  });
});

describe('with terms and statements', () => {
  beforeAll(async () => {
    const { ctx } = api;
    const terms = { method: 'bank_transfer', netDays: 10, minimum: 50, reference: 'PO-7' };
    await setTerms(ctx, { company: own.companyId, ...terms });
    await seedLine(ctx, own, 1234, '2026-07-02T00:00:00Z');
    await closeMonth(ctx, '2026-07');
    await seedLine(ctx, own, 5000, '2026-08-02T00:00:00Z');
    await seedLine(ctx, own, -34, '2026-08-03T00:00:00Z');
    await seedLine(ctx, own, 123456, '2026-08-03T00:00:00Z', 'KWD');
    const other = await seedPayee(ctx);
    await seedLine(ctx, other, 9000, '2026-08-02T00:00:00Z');
    ctx.clock.set('2026-09-01T00:00:00Z');
    await closeMonth(ctx, '2026-08');
    foreign = (await statementsOf(ctx, other.companyId))[0]?.id ?? '';
    ctx.clock.set('2026-09-11T00:00:00Z');
    await advanceAll(ctx, own.companyId);
  });

  test('terms and statements as the contract names them, newest first', async () => {
    const body = await list();
    expect(body).toMatchObject({ terms: { method: 'bank_transfer', netDays: 10, minimum: 50, reference: 'PO-7' } });
    expect(body.notices).toBeUndefined();
    expect(body.settlements.map(({ currency, status, amount }) => [currency, status, amount])).toEqual([
      ['EUR', 'paid', 62],
      ['KWD', 'paid', 123.456],
      ['EUR', 'carried', 12.34],
    ]);
    expect(body.settlements[0]).toEqual({
      id: expect.stringMatching(/^stm_/),
      period_start: '2026-08-01',
      period_end: '2026-09-01',
      due_on: '2026-09-11',
      amount: 62,
      currency: 'EUR',
      lines: 3,
      status: 'paid',
      method: 'bank_transfer',
      totals: { sales: 0, refunds: 0, adjustments: 62 },
      reference: 'PO-7',
      payment_reference: expect.stringMatching(/^sim_wire_/),
      issued_at: '2026-09-01T00:00:00.000Z',
      paid_at: '2026-09-11T00:00:00.000Z',
      updated_at: '2026-09-11T00:00:00.000Z',
    });
  });

  test('lines in pages, CSV and PDF, and /earnings, all with the same sum', async () => {
    for (const { id, amount, lines: count } of (await list()).settlements) {
      const commissions: number[] = [];
      let cursor = '';
      do {
        const page = (await call(`/settlements/${id}/lines?limit=2${cursor}`)).json() as SettlementLines;
        expect(page.settlement.id).toBe(id);
        commissions.push(...page.lines.map((line) => line.commission));
        cursor = page.next === null ? '' : `&cursor=${page.next}`;
      } while (cursor !== '');
      expect(commissions).toHaveLength(count);
      expect(sum(commissions)).toBeCloseTo(amount, 6);

      const csv = await call(`/settlements/${id}.csv`);
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
      const rows = parse(csv.body, { columns: true }) as { commission: string; settlement_id: string }[];
      expect(rows).toHaveLength(count);
      expect(sum(rows.map((row) => Number(row.commission)))).toBeCloseTo(amount, 6);

      const pdf = await call(`/settlements/${id}.pdf`);
      expect(pdf.headers['content-type']).toBe('application/pdf');
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect((await call(`/settlements/${id}.pdf`)).headers.etag).toBe(pdf.headers.etag);

      const earnings = (await call(`/earnings?settlement_id=${id}`)).json() as EarningsList;
      expect(earnings.earnings).toHaveLength(count);
      expect(sum(earnings.earnings.map((earning) => earning.commission))).toBeCloseTo(amount, 6);
    }
  });

  test('an unchanged answer is 304', async () => {
    const { headers } = await call('/settlements');
    const again = await api.app.inject({
      url: '/v1/settlements',
      headers: { ...bearer(api.keys.server), 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  test('a test key sees the terms and no statements; a website key is 403; no key 401', async () => {
    const body = await list(api.keys.test);
    expect(body).toMatchObject({ mode: 'test', settlements: [], terms: { netDays: 10 } });
    const [first] = (await list()).settlements;
    expect((await call(`/settlements/${first?.id}/lines`, api.keys.test)).statusCode).toBe(404);
    const website = await api.app.inject({
      url: '/v1/settlements',
      headers: { ...bearer(api.keys.website), origin: 'https://shop.example' },
    });
    expect([website.statusCode, website.json().code]).toEqual([403, 'key_kind_not_allowed']);
    expect((await api.app.inject({ url: '/v1/settlements' })).statusCode).toBe(401);
  });

  test('a test key reads the sample in pages, as CSV and as PDF, all with the same sum', async () => {
    const commissions: number[] = [];
    let cursor = '';
    do {
      const page = (
        await call(`/settlements/stm_sample/lines?limit=2${cursor}`, api.keys.test)
      ).json() as SettlementLines;
      expect(page).toMatchObject({ mode: 'test', settlement: { id: 'stm_sample', amount: 64, lines: 5 } });
      expect(page.lines.every(({ test: isTest, settlement_id }) => isTest && settlement_id === 'stm_sample')).toBe(
        true,
      );
      commissions.push(...page.lines.map(({ commission }) => commission));
      cursor = page.next === null ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    expect([commissions.length, sum(commissions)]).toEqual([5, 64]);
    const csv = await call('/settlements/stm_sample.csv', api.keys.test);
    const rows = parse(csv.body, { columns: true }) as { commission: string }[];
    expect([rows.length, sum(rows.map(({ commission }) => Number(commission)))]).toEqual([5, 64]);
    const xlsx = await call('/settlements/stm_sample.xlsx', api.keys.test);
    expect([xlsx.statusCode, xlsx.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const pdf = await call('/settlements/stm_sample.pdf', api.keys.test);
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(await api.ctx.sql`SELECT FROM settlement_documents WHERE settlement_id = 'stm_sample'`).toEqual([]);
  });

  test.each([
    ['/settlements/stm_sample/lines', 404, 'settlement_not_found'],
    ['/settlements/stm_sample.csv', 404, 'settlement_not_found'],
    ['/settlements/stm_sample.xlsx', 404, 'settlement_not_found'],
    ['/settlements/stm_sample.pdf', 404, 'settlement_not_found'],
    ['/settlements/stm_doesnotexist/lines', 404, 'settlement_not_found'],
    ['/settlements/stm_doesnotexist.csv', 404, 'settlement_not_found'],
    ['/settlements/stm_doesnotexist.pdf', 404, 'settlement_not_found'],
    ['/settlements/nothing.xls', 404, 'settlement_not_found'],
  ])('%s is %i', async (path, status, code) => {
    const answer = await call(path);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test("another company's statement is not found, and a cursor opens its own statement only", async () => {
    expect((await call(`/settlements/${foreign}/lines`)).statusCode).toBe(404);
    expect((await call(`/settlements/${foreign}.csv`)).statusCode).toBe(404);
    const [eur, kwd] = (await list()).settlements;
    const { next } = (await call(`/settlements/${eur?.id}/lines?limit=1`)).json() as SettlementLines;
    const crossed = await call(`/settlements/${kwd?.id}/lines?cursor=${next}`);
    expect([crossed.statusCode, crossed.json().code]).toEqual([400, 'invalid_cursor']);
  });

  test('36 at most', async () => {
    const { ctx } = api;
    const partner = await addPartner(ctx);
    await ctx.sql`
      INSERT INTO settlement_runs (key, kind, requested_by, reason, status, started_at) VALUES ('many', 'close', 't', 't', 'finished', now())`;
    await ctx.sql`
      INSERT INTO settlements (id, company_id, currency, month, version, run_id, period_start, period_end, due_on, amount_minor, lines, status,
        method, issued_at, changed_at, totals, issuer, recipient)
      SELECT 'stm_many' || n, ${own.companyId}, 'EUR', to_char(date '2020-01-01' + n * interval '1 month', 'YYYY-MM'), 1,
        (SELECT id FROM settlement_runs WHERE key = 'many'), date '2020-01-01' + n * interval '1 month',
        date '2020-02-01' + n * interval '1 month', '2020-01-01', 1, 1, 'carried', 'bank_transfer', now(), now(), '{"sale": 1, "refund": 0, "adjustment": 0}', '{}', '{}'
      FROM generate_series(1, 40) n`;
    expect(partner.companyId).not.toBe(own.companyId);
    const { settlements } = await list();
    expect(settlements).toHaveLength(36);
    expect(settlements[0]?.period_start).toBe('2026-08-01');
    expect(settlements.at(-1)?.period_start).toBe('2020-09-01');
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

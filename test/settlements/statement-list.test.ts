import { parse } from 'csv-parse/sync';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { type Browser, browserOf } from '../support/dashboard/dashboard.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { expectProblem } from '../support/problem.js';
import { describeWithPdfReaders, pdfText } from '../support/read/pdf.js';

let api: TestApi;
let companyId: string;
let finance: Browser;
beforeAll(async () => {
  api = await createTestApi({ context: { now: '2026-08-01T00:00:00.000Z' } });
  const { ctx, app } = api;
  const partner = await seedPayee(ctx);
  companyId = partner.companyId;
  const line = (minor: number, at: string, currency: string) => seedLine(ctx, partner, minor, at, currency);
  for (const month of ['2026-08', '2026-09', '2026-10']) {
    for (const currency of ['EUR', 'JPY', 'KWD']) await line(60_000, `${month}-03T00:00:00Z`, currency);
    ctx.clock.set(`${month}-31T00:00:00Z`);
    ctx.clock.advance(86_400_000);
    await closeMonth(ctx, month);
  }
  // The second month is issued again in a single currency.
  await line(-250, '2026-09-30T00:00:00Z', 'EUR');
  await rerunStatement(ctx, {
    month: '2026-09',
    company: companyId,
    currency: 'EUR',
    requestedBy: 'Fiona',
    reason: 'late',
  });
  finance = await browserOf(ctx, app, { companyId, role: 'finance' });
});
afterAll(() => api.close());

type Page = {
  data: { id: string; month: string; currency: string; version: number; explanation: string }[];
  next: string | null;
};

test('the list of statements is read page by page, each once, the newest first', async () => {
  const seen: Page['data'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await finance.read('/settlements', { limit: '2', ...(cursor && { cursor }) });
    expect(page.data.length).toBeLessThanOrEqual(2);
    seen.push(...page.data);
    cursor = page.next;
  }
  expect(seen.map(({ month, currency, version }) => `${month} ${currency} ${version}`)).toEqual([
    '2026-10 EUR 1',
    '2026-10 JPY 1',
    '2026-10 KWD 1',
    '2026-09 EUR 2',
    '2026-09 EUR 1',
    '2026-09 JPY 1',
    '2026-09 KWD 1',
    '2026-08 EUR 1',
    '2026-08 JPY 1',
    '2026-08 KWD 1',
  ]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe((await statementsOf(api.ctx, companyId)).length);
  // What replaced a version is known, though it is on another page.
  expect(seen[4]?.explanation).toBe('This statement is void. Version 2 replaces it.');
  const whole: Page = await finance.read('/settlements');
  expect(whole).toMatchObject({ data: seen, next: null });
});

test('a cursor is of one company', async () => {
  const { next } = await finance.read('/settlements', { limit: '1' });
  const stranger = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'finance' });
  expectProblem(await stranger.get('/settlements', { cursor: next }), 'invalid_cursor');
});

test('the list is narrowed by year, currency and status, and a cursor is of its filters', async () => {
  const named = async (query: Record<string, string>) =>
    ((await finance.read('/settlements', query)) as Page).data.map(({ month, currency }) => `${month} ${currency}`);
  expect(await named({ currency: 'JPY' })).toEqual(['2026-10 JPY', '2026-09 JPY', '2026-08 JPY']);
  expect(await named({ status: 'void' })).toEqual(['2026-09 EUR']);
  expect(await named({ year: '2025' })).toEqual([]);
  const { next, choices } = await finance.read('/settlements', { currency: 'JPY', limit: '1' });
  expect(choices).toEqual({ years: ['2026'], currencies: ['EUR', 'JPY', 'KWD'] });
  expect(await named({ cursor: next })).toEqual(['2026-09 JPY', '2026-08 JPY']);
  expectProblem(await finance.get('/settlements', { cursor: next, currency: 'EUR' }), 'invalid_cursor');
});

test('a sample says that it is one, and its lines of every kind add up', async () => {
  const { body, headers } = await finance.get('/settlements/sample/csv');
  expect(headers['content-disposition']).toContain('sample-statement.csv');
  const lines: Record<string, string>[] = parse(body, { columns: true, bom: true });
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['sale', 'refund', 'adjustment']));
  expect(new Set(lines.map((line) => line.settlement_id))).toEqual(new Set(['stm_sample']));
  // The statement of the last month, in the company's currency.
  expect(lines.every(({ created_at: at, currency }) => at?.startsWith('2026-10') && currency === 'EUR')).toBe(true);
  expect(lines.reduce((sum, { commission }) => sum + Number(commission), 0)).toBeCloseTo(64, 10);
  const pdf = await finance.get('/settlements/sample/pdf');
  expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
  // Nothing of it is kept, and none of it is a statement.
  expect(await api.ctx.sql`SELECT FROM settlement_documents`).toEqual([]);
  expectProblem(await finance.get('/settlements/stm_sample'), 'not_found');
});

describeWithPdfReaders('read by an outsider', () => {
  test('the sample names the company, and is marked before anything else', async () => {
    const text = pdfText((await finance.get('/settlements/sample/pdf')).rawPayload);
    expect(text).toMatch(/^\s*Settlement statement \(sample\)\s+This is a sample\. Its sales are invented/);
    expect(text).toContain(`Company ${companyId}`);
    expect(text).toMatch(/Total\s+5\s+64\.00/);
    expect(text).toContain('by bank transfer');
  });
});

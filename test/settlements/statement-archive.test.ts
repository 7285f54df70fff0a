import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import { createKey } from '../../src/access/create-key.js';
import { inventStatement } from '../../src/settlements/sample-statement.js';
import { settlementXlsx } from '../../src/settlements/statement-csv.js';
import { voidStatement } from '../../src/settlements/void-statement.js';
import { bearer, createTestApi, type TestApi } from '../support/api.js';
import { type Browser, browserOf } from '../support/dashboard/dashboard.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { expectProblem } from '../support/problem.js';

let api: TestApi;
let companyId: string;
let finance: Browser;
beforeAll(async () => {
  api = await createTestApi({ context: { now: '2026-10-02T00:00:00.000Z' } });
  const { ctx, app } = api;
  const partner = await seedPayee(ctx);
  companyId = partner.companyId;
  for (const month of ['2026-10', '2026-11']) {
    for (const currency of ['EUR', 'JPY']) await seedLine(ctx, partner, 60_000, `${month}-03T00:00:00Z`, currency);
    ctx.clock.set(`${month}-30T00:00:00Z`);
    ctx.clock.advance(2 * 86_400_000);
    await closeMonth(ctx, month);
  }
  finance = await browserOf(ctx, app, { companyId, role: 'finance' });
});
afterAll(() => api.close());

interface Cell {
  type: string | undefined;
  format: string | undefined;
  value: string;
}

/** The rows of the only sheet. Nothing that looks like a number or a date is converted. */
function cellsOf(xlsx: Uint8Array): Cell[][] {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, trimValues: false });
  const { 'xl/worksheets/sheet1.xml': sheet = new Uint8Array() } = unzipSync(xlsx);
  const { row } = parser.parse(strFromU8(sheet)).worksheet.sheetData;
  return row.map(({ c }: { c: ReturnType<typeof JSON.parse>[] }) =>
    c.map((cell): Cell => {
      const { '@_t': type, '@_s': format, is, v } = cell;
      return { type, format, value: is?.t['#text'] ?? v ?? '' };
    }),
  );
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

test('a year or a month is one download: every statement as PDF and XLSX', async () => {
  const [first] = await statementsOf(api.ctx, companyId);
  await voidStatement(api.ctx, { settlementId: first?.id ?? '', requestedBy: 'Fiona', reason: 'wrong address' });
  const answer = await finance.get('/settlements/archive', { period: '2026' });
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="statements-2026.zip"',
  ]);
  const files = unzipSync(answer.rawPayload);
  const statements = await statementsOf(api.ctx, companyId);
  const key = await createKey(api.ctx, { companyId, kind: 'server' });
  const names = statements.map(
    ({ month, currency, id, status }) => `${month}-${currency}-${id}${status === 'void' ? '-void' : ''}`,
  );
  expect(Object.keys(files).sort()).toEqual(names.flatMap((name) => [`${name}.pdf`, `${name}.xlsx`]).sort());
  for (const { id } of statements) {
    const [pdf, xlsx] = ['.pdf', '.xlsx'].map((end) => {
      const name = Object.keys(files).find((file) => file.includes(id) && file.endsWith(end)) ?? '';
      return files[name] as Uint8Array;
    });
    expect(Buffer.from(pdf as Uint8Array).equals((await finance.get(`/settlements/${id}/pdf`)).rawPayload)).toBe(true);
    const single = (await finance.get(`/settlements/${id}/xlsx`)).rawPayload;
    expect(cellsOf(xlsx as Uint8Array)).toEqual(cellsOf(single));
    const ofApi = await api.app.inject({ url: `/v1/settlements/${id}.xlsx`, headers: bearer(key) });
    expect(ofApi.headers['content-disposition']).toBe(`attachment; filename="${id}.xlsx"`);
    expect(cellsOf(ofApi.rawPayload)).toEqual(cellsOf(single));
  }
  const october = await finance.get('/settlements/archive', { period: '2026-10' });
  expect(Object.keys(unzipSync(october.rawPayload))).toEqual(
    Object.keys(files).filter((name) => /^2026-10/.test(name)),
  );
  for (const period of ['2025', '2026-03']) {
    expectProblem(await finance.get('/settlements/archive', { period }), 'not_found');
  }
  expectProblem(await finance.get('/settlements/archive', { period: '26' }), 'invalid_request');
});

test('in a workbook, click ids stay texts and amounts are numbers with all digits of their currency', async () => {
  const { settlement, lines } = await inventStatement(api.ctx, companyId);
  const subIds = ['00123', '73928e05', '=1+1', '2026-11', `a_x0041_ & <b> \u0001"'`];
  const source = {
    settlement,
    async *lines() {
      yield lines.map((line, i) => ({ ...line, sub_id: subIds[i] ?? null, currency: i === 0 ? 'KWD' : line.currency }));
    },
  };
  const [header = [], ...rows] = cellsOf(await whole(settlementXlsx(source)));
  const column = (name: string) => {
    const at = header.findIndex(({ value }) => value === name);
    return rows.map((row) => row[at] as Cell);
  };
  expect(column('sub_id')).toEqual([
    ...subIds.slice(0, 4).map((value) => ({ type: 'inlineStr', format: '1', value })),
    { type: 'inlineStr', format: '1', value: `a_x005F_x0041_ & <b> "'` },
  ]);
  expect(column('commission')).toEqual(
    lines.map(({ commission }, i) => ({
      ...{ type: undefined, format: i === 0 ? '5' : '4' },
      value: commission.toFixed(i === 0 ? 3 : 2),
    })),
  );
  expect(column('note').slice(0, 1)).toEqual([{ type: undefined, format: undefined, value: '' }]);
});

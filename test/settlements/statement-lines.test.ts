import { parse } from 'csv-parse/sync';
import { moneyText } from '../../src/core/money.js';
import { adjustCompany } from '../../src/settlements/adjust-company.js';
import { readSettlement } from '../../src/settlements/settlements.js';
import { settlementCsv } from '../../src/settlements/statement-csv.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ now: '2026-10-12T00:00:00Z' });
});
afterAll(() => ctx.close());

test('CSV lists the lines by date, with the reason of each adjustment', async () => {
  const payee = await seedPayee(ctx);
  const { companyId } = payee;
  for (const day of ['15', '03', '27', '09']) await seedLine(ctx, payee, 2_000, `2026-10-${day}T00:00:00Z`);
  const reason = 'Late tickets of Jazz Night';
  await adjustCompany(ctx, {
    ...{ company: companyId, currency: 'EUR', amount: 7.5, month: '2026-09' },
    ...{ requestedBy: 'finance', reason },
  });
  ctx.clock.set('2026-11-01T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  const id = (await statementsOf(ctx, companyId)).at(-1)?.id ?? '';
  const source = await readSettlement(ctx, { caller: { companyId, mode: 'live' }, id });
  const [header = [], ...rows] = parse(String(await settlementCsv(source, 'programs'))) as string[][];
  const lines = rows.map((row) => `${row[header.indexOf('created_at')]?.slice(8, 10)} ${row[header.indexOf('note')]}`);
  expect(lines).toEqual(['03 ', '09 ', `12 ${reason}`, '15 ', '27 ']);
});

test.each([
  [3_750, 'EUR', '37.50 EUR'],
  [5_860, 'KWD', '5.860 KWD'],
  [500, 'JPY', '500 JPY'],
  [123_456_789, 'USD', '1,234,567.89 USD'],
  [-5, 'EUR', '-0.05 EUR'],
  [0, 'EUR', '0.00 EUR'],
  [1_000, 'JPY', '1,000 JPY'],
  [999, 'BHD', '0.999 BHD'],
  [-100_000_000, 'HUF', '-1,000,000.00 HUF'],
  [12_345, 'CLF', '1.2345 CLF'],
])('moneyText writes %d %s as %s', (minor, currency, text) => {
  expect(moneyText(minor, currency)).toBe(text);
});

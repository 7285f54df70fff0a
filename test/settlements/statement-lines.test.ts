import { parse } from 'csv-parse/sync';
import type { Id } from '../../src/core/ids.js';
import { moneyText } from '../../src/core/money.js';
import { adjustCompany } from '../../src/settlements/adjust-company.js';
import { explainedLines } from '../../src/settlements/company-statements.js';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import { readSettlement } from '../../src/settlements/settlements.js';
import { settlementCsv } from '../../src/settlements/statement-csv.js';
import { voidStatement } from '../../src/settlements/void-statement.js';
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

test('the page of a statement has the same order, and says where the money of each line is now', async () => {
  ctx.clock.set('2026-12-20T00:00:00Z');
  const payee = await seedPayee(ctx, { minimum: 50 });
  const { companyId } = payee;
  for (const day of ['15', '03', '09']) await seedLine(ctx, payee, 1_000, `2026-12-${day}T00:00:00Z`);
  ctx.clock.set('2027-01-01T00:00:00Z');
  await closeMonth(ctx, '2026-12');
  const linesOf = async (month: string) => {
    const id = (await statementsOf(ctx, companyId)).find((statement) => statement.month === month)?.id ?? '';
    const first = await explainedLines(ctx, { companyId, id, limit: 2 });
    const cursor = first.next ?? undefined;
    const rest = await explainedLines(ctx, { companyId, id, cursor, limit: 2 });
    return [...first.records, ...rest.records];
  };
  const december = await linesOf('2026-12');
  expect(december.map((line) => line.created_at.slice(8, 10))).toEqual(['03', '09', '15']);
  expect(new Set(december.map((line) => line.explanation))).toEqual(
    new Set(['We corrected an earlier amount. Goes on the statement of 1 Feb 2027 (moved from December 2026).']),
  );
  await seedLine(ctx, payee, 9_000, '2027-01-09T00:00:00Z');
  ctx.clock.set('2027-02-01T00:00:00Z');
  await closeMonth(ctx, '2027-01');
  const now =
    'We corrected an earlier amount. On the January 2027 statement (moved from December 2026). We pay it on 11 Feb 2027.';
  expect((await linesOf('2026-12')).map((line) => line.explanation)).toEqual([now, now, now]);
  expect((await linesOf('2027-01')).map((line) => line.explanation)).toEqual([
    ...[now, now, now],
    'We corrected an earlier amount. On the January 2027 statement. We pay it on 11 Feb 2027.',
  ]);
});

test('the lines of void and reissued statements say where the money is now', async () => {
  ctx.clock.set('2027-02-10T00:00:00Z');
  const payee = await seedPayee(ctx, { minimum: 50 });
  const { companyId } = payee;
  await seedLine(ctx, payee, 9_000, ctx.clock.now());
  ctx.clock.set('2027-03-01T00:00:00Z');
  await closeMonth(ctx, '2027-02');
  const [first] = await statementsOf(ctx, companyId);
  const textsOf = async (id = '') => {
    const { records } = await explainedLines(ctx, { companyId, id, limit: 2 });
    return records.map((line) => line.explanation.replace('We corrected an earlier amount. ', ''));
  };
  const by = { requestedBy: 'finance', reason: 'the address was wrong' };
  await voidStatement(ctx, { settlementId: first?.id as Id<'statement'>, ...by });
  expect(await textsOf(first?.id)).toEqual(['Goes on the statement of 1 Apr 2027.']);
  await rerunStatement(ctx, { month: '2027-02', company: companyId, currency: 'EUR', ...by });
  const reissued = (await statementsOf(ctx, companyId)).find(({ version }) => version === 2);
  const now = ['On the February 2027 statement. We pay it on 11 Mar 2027.'];
  expect([await textsOf(first?.id), await textsOf(reissued?.id)]).toEqual([now, now]);
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

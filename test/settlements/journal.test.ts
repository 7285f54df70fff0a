import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { reopenDebt } from '../../src/settlements/reopen-debt.js';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import { DATEV_COLUMNS } from '../../src/settlements/rules/datev.js';
import { setVat } from '../../src/settlements/set-vat.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { advanceAll, closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

type Row = Record<string, string>;

let ctx: TestContext;
let partner: Seller;
let statementId: string;
const out = mkdtempSync(join(tmpdir(), 'journal-'));

/** October: lines in three currencies. November: the statement, its VAT, its payment, which comes back. December: a rerun of November. */
beforeAll(async () => {
  ctx = await createTestContext({ now: '2024-10-02T00:00:00Z' });
  partner = await seedPayee(ctx);
  const company = partner.companyId;
  await setVat(ctx, { company, treatment: 'rate', rate: 19, note: null, selfBilling: true });
  await seedLine(ctx, partner, 10_000, '2024-10-03T10:00:00Z');
  await seedLine(ctx, partner, -2_000, '2024-10-04T10:00:00Z');
  await seedLine(ctx, partner, 40, '2024-10-05T10:00:00Z', 'JPY');
  await seedLine(ctx, partner, 5_860, '2024-10-06T10:00:00Z', 'KWD');
  await addSale(ctx, partner, await addTicketedEvent(ctx, { reward: { kind: 'flat', amountMinor: 750 } }), {
    quantity: 1,
  });
  ctx.clock.set('2024-11-01T00:00:00Z');
  await closeMonth(ctx, '2024-10');
  const statement = (await statementsOf(ctx, company)).find(({ currency }) => currency === 'EUR');
  if (!statement) throw new Error('no statement');
  statementId = statement.id;
  ctx.clock.set('2024-11-12T00:00:00Z');
  await advanceAll(ctx, company);
  await ctx.sql.begin((tx) =>
    reopenDebt(
      ctx,
      tx,
      {
        key: 'returned 1',
        settlementId: statementId,
        companyId: company,
        month: '2024-10',
        amount: { minor: 9_520, currency: 'EUR' },
      },
      { requestedBy: 'bank', reason: 'account closed' },
    ),
  );
  await seedLine(ctx, partner, 1_000, '2024-11-20T10:00:00Z');
  ctx.clock.set('2024-12-01T00:00:00Z');
  await closeMonth(ctx, '2024-11');
  ctx.clock.set('2024-12-02T00:00:00Z');
  await seedLine(ctx, partner, 300, '2024-11-21T10:00:00Z');
  await rerunStatement(ctx, { month: '2024-11', company, currency: 'EUR', requestedBy: 'Fiona', reason: 'late' });
  ctx.clock.set('2025-01-02T00:00:00Z');
});
afterAll(() => ctx.close());

const journal = (month: string, ...options: string[]) =>
  runCli(ctx, ['settlement', 'journal', '--month', month, '--out', out, ...options]);

async function rowsOf(month: string): Promise<Row[]> {
  const { code, err } = await journal(month);
  expect([code, err]).toEqual([0, '']);
  return parse(readFileSync(join(out, `journal-${month}.csv`), 'utf8'), { columns: true, bom: true });
}

/** `account debit|credit amount currency` of each line. */
const legsOf = (rows: Row[]) =>
  rows.map(({ account, debit, credit, currency, date, kind }) =>
    [date?.slice(5), kind, account, debit ? 'D' : 'C', debit || credit, currency].join(' '),
  );

test('the journal of the sales has each line of the ledger in its currency', async () => {
  const rows = await rowsOf('2024-10');
  expect(legsOf(rows)).toEqual([
    ...['10-02 sale 4760 D 7.50 EUR', '10-02 sale 1700 C 7.50 EUR'],
    ...['10-03 adjustment 4760 D 100.00 EUR', '10-03 adjustment 1700 C 100.00 EUR'],
    ...['10-04 adjustment 1700 D 20.00 EUR', '10-04 adjustment 4760 C 20.00 EUR'],
    ...['10-05 adjustment 4760 D 40 JPY', '10-05 adjustment 1700 C 40 JPY'],
    ...['10-06 adjustment 4760 D 5.860 KWD', '10-06 adjustment 1700 C 5.860 KWD'],
  ]);
  expect(rows[2]).toMatchObject({
    entry: '2',
    partner_id: partner.companyId,
    account_name: 'Adjustments of partner commissions',
  });
  expect(rows[0]?.reference).toMatch(/^ern_/);
});

test('the journal of the payment has VAT, the payment and its return', async () => {
  expect(legsOf(await rowsOf('2024-11'))).toEqual([
    ...['11-01 vat 1570 D 15.20 EUR', '11-01 vat 1700 C 15.20 EUR'],
    ...['11-12 owed_again 1360 D 95.20 EUR', '11-12 owed_again 1700 C 95.20 EUR'],
    ...['11-12 payment 1700 D 95.20 EUR', '11-12 payment 1360 C 95.20 EUR'],
    ...['11-20 adjustment 4760 D 10.00 EUR', '11-20 adjustment 1700 C 10.00 EUR'],
    ...['11-21 adjustment 4760 D 3.00 EUR', '11-21 adjustment 1700 C 3.00 EUR'],
  ]);
});

test('a void statement takes its VAT back on the day it became void', async () => {
  const legs = legsOf(await rowsOf('2024-12'));
  expect(legs).toEqual(
    expect.arrayContaining([
      '12-01 vat 1570 D 1.90 EUR',
      '12-02 vat 1570 D 2.47 EUR',
      '12-02 vat_void 1570 C 1.90 EUR',
    ]),
  );
});

test('debit and credit of every currency are equal, and the command prints them', async () => {
  const { out: json } = await journal('2024-10', '--json');
  expect(JSON.parse(json).totals).toEqual([
    { currency: 'EUR', postings: 3, debit: 127.5, credit: 127.5 },
    { currency: 'JPY', postings: 1, debit: 40, credit: 40 },
    { currency: 'KWD', postings: 1, debit: 5.86, credit: 5.86 },
  ]);
});

const DATEV = ['--format', 'datev', '--consultant', '1001', '--client', '42'];

test('a DATEV file has euros only, and names the currencies that it leaves out', async () => {
  const { code, out: text } = await journal('2024-10', ...DATEV);
  expect([code, text]).toEqual([1, expect.stringContaining('Left out: 1 postings in JPY.')]);
  const file = readFileSync(join(out, 'EXTF_Buchungsstapel_2024-10_1.csv'), 'latin1');
  expect(file.endsWith('\r\n')).toBe(true);
  const [head, ...rows]: string[][] = parse(file, { delimiter: ';', relax_column_count: true });
  expect(head).toHaveLength(31);
  expect(head?.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13']);
  expect(head?.[5]).toMatch(/^\d{17}$/);
  expect(head?.slice(10, 16)).toEqual(['1001', '42', '20240101', '4', '20241001', '20241031']);
  expect(head?.[21]).toBe('EUR');
  expect(rows[0]).toEqual(DATEV_COLUMNS);
  expect(DATEV_COLUMNS).toHaveLength(125);
  const bookings = rows.slice(1);
  expect(bookings.map((row) => [row[0], row[1], row[6], row[7], row[9]])).toEqual([
    ['7,50', 'S', '4760', '1700', '0210'],
    ['100,00', 'S', '4760', '1700', '0310'],
    ['20,00', 'S', '1700', '4760', '0410'],
  ]);
  for (const row of bookings) {
    expect(row).toHaveLength(125);
    expect(row[10]).toMatch(/^ern-[A-Za-z0-9]{20}$/);
    expect((row[13] ?? '').length).toBeLessThanOrEqual(60);
  }
  expect(bookings[0]?.[13]).toBe(`Commission, Company ${partner.companyId}`.slice(0, 60));
});

test('a month in euros alone is a complete DATEV file in the accounts of another chart', async () => {
  const chart = ['commissions=6770', 'adjustments=6770', 'input_vat=1400', 'partners=3500', 'transit=1460'];
  const options = [...DATEV, '--year-start', '2024-07-01', ...chart.flatMap((account) => ['--account', account])];
  expect((await journal('2024-11', ...options)).code).toBe(0);
  const file = readFileSync(join(out, 'EXTF_Buchungsstapel_2024-11_1.csv'), 'latin1');
  const [head, , ...rows]: string[][] = parse(file, { delimiter: ';', relax_column_count: true });
  expect(head?.[12]).toBe('20240701');
  expect(rows.map((row) => [row[0], row[6], row[7]])).toEqual([
    ['15,20', '1400', '3500'],
    ['95,20', '1460', '3500'],
    ['95,20', '3500', '1460'],
    ['10,00', '6770', '3500'],
    ['3,00', '6770', '3500'],
  ]);
});

test.each<[string, string[], string]>([
  ['a month that is not over', ['2999-01'], 'ends at 2999-02-01'],
  ['DATEV without a consultant', ['2024-10', '--format', 'datev', '--client', '42'], 'consultant: is required'],
  [
    'a consultant of three digits',
    ['2024-10', '--format', 'datev', '--client', '42', '--consultant', '100'],
    'consultant: must be',
  ],
  ['an account that does not exist', ['2024-10', '--account', 'bank=1200'], 'must be one of commissions'],
  ['an account of letters', ['2024-10', '--account', 'transit=bank'], 'transit must have 4 to 8 digits'],
  ['accounts of different lengths', ['2024-10', '--account', 'transit=13600'], 'must all have the same length'],
  ['a folder that does not exist', ['2024-10', '--out', '/does/not/exist'], 'does not exist'],
])('settlement journal refuses %s', async (_, [month = '', ...options], message) => {
  const { code, err } = await journal(month, ...options);
  expect([code === 0, err]).toEqual([false, expect.stringContaining(message)]);
});

import { parse } from 'csv-parse/sync';
import type { Caller } from '../../src/core/viewer.js';
import { getStatementDocument } from '../../src/settlements/get-statement-document.js';
import { reopenDebt } from '../../src/settlements/reopen-debt.js';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import { readSettlement } from '../../src/settlements/settlements.js';
import type { SettlementRow } from '../../src/settlements/sql/settlements.js';
import { settlementCsv } from '../../src/settlements/statement-csv.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import type { Seller } from '../support/data/build.js';
import { advanceAll, closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { describeWithPdfReaders, pdfText } from '../support/read/pdf.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ now: '2026-10-02T00:00:00Z' });
});
afterAll(() => ctx.close());
beforeEach(() => ctx.clock.set('2026-10-02T00:00:00Z'));

const vatSet = ({ companyId }: Seller, ...options: string[]) =>
  runCli(ctx, ['vat', 'set', '--company', companyId, ...options]);
const read = ({ companyId, id }: SettlementRow) => readSettlement(ctx, { caller: { companyId, mode: 'live' }, id });

async function closeOctober(partner: Seller): Promise<SettlementRow> {
  ctx.clock.set('2026-11-01T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  const statement = (await statementsOf(ctx, partner.companyId)).at(-1);
  if (!statement) throw new Error('no statement');
  return statement;
}

test.each<[string, string[], string]>([
  ['a rate without its treatment', ['--treatment', 'none', '--rate', '19'], 'rate: must be absent with none'],
  ['a treatment without its rate', ['--treatment', 'rate'], 'rate: is required, such as 19'],
  ['a rate of 100 %', ['--treatment', 'rate', '--rate', '100'], 'rate: must be a percentage from 0 to 99.999'],
  ['four decimals', ['--treatment', 'rate', '--rate', '8.1234'], 'rate: must be a percentage'],
  ['a word', ['--treatment', 'rate', '--rate', 'full'], 'rate: must be a percentage'],
  ['a negative rate', ['--treatment', 'rate', '--rate=-1'], 'rate: must be a percentage'],
  ['a reverse charge without its sentence', ['--treatment', 'reverse_charge'], 'note: is required'],
  [
    'a sentence without a font',
    ['--treatment', 'none', '--note', 'ᠮᠣᠩᠭᠣᠯ'],
    'note: has letters that statements cannot print',
  ],
])('vat set refuses %s', async (_, options, message) => {
  const partner = await seedPayee(ctx);
  const { code, err } = await vatSet(partner, ...options);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(JSON.parse((await runCli(ctx, ['company', 'show', partner.companyId, '--json'])).out)).toMatchObject({
    vat: null,
  });
});

/** Lines in minor units, VAT options, then net, VAT and total in minor units. */
test.each<[string, number[], string[], number, number, number]>([
  ['EUR', [10_000], ['--treatment', 'none'], 10_000, 0, 10_000],
  ['EUR', [10_000], ['--treatment', 'rate', '--rate', '19'], 10_000, 1_900, 11_900],
  ['EUR', [10_000], ['--treatment', 'rate', '--rate', '0'], 10_000, 0, 10_000],
  // 104.07 × 8.1 % = 8.42967; each line alone would give 8.42.
  ['EUR', [5_203, 5_204], ['--treatment', 'rate', '--rate', '8.1'], 10_407, 843, 11_250],
  // Half a cent is rounded away from zero: 50.50 × 9.975 % = 5.037375, 90.10 × 5 % = 4.505.
  ['EUR', [5_050], ['--treatment', 'rate', '--rate', '9.975'], 5_050, 504, 5_554],
  ['EUR', [9_010], ['--treatment', 'rate', '--rate', '5'], 9_010, 451, 9_461],
  ['EUR', [12_000, -2_000], ['--treatment', 'rate', '--rate', '19'], 10_000, 1_900, 11_900],
  ['JPY', [10_005], ['--treatment', 'rate', '--rate', '10'], 10_005, 1_001, 11_006],
  ['KWD', [60_001], ['--treatment', 'rate', '--rate', '5'], 60_001, 3_000, 63_001],
  ['EUR', [10_000], ['--treatment', 'reverse_charge', '--note', 'VAT due to the recipient.'], 10_000, 0, 10_000],
])('a statement of %s %j with %j has net %i, VAT %i, total %i', async (currency, lines, options, net, vat, total) => {
  const partner = await seedPayee(ctx, { currency });
  expect((await vatSet(partner, ...options, '--self-billing')).code).toBe(0);
  for (const minor of lines) await seedLine(ctx, partner, minor, '2026-10-03T00:00:00Z', currency);
  const row = await closeOctober(partner);
  expect([row.amount.minor - row.vatMinor, row.vatMinor, row.amount.minor]).toEqual([net, vat, total]);
  const { settlement } = await read(row);
  const unit = { EUR: 100, JPY: 1, KWD: 1_000 }[currency] ?? 0;
  expect(settlement).toMatchObject({
    amount: net / unit,
    vat: { amount: vat / unit, total: total / unit, self_billing: true },
  });
  const csv: Record<string, string>[] = parse(String(await settlementCsv(await read(row), 'programs')), {
    columns: true,
  });
  expect(csv).toHaveLength(lines.length);
  for (const line of csv) {
    const amounts = [line.statement_net, line.statement_vat, line.statement_total].map((text) => Number(text) * unit);
    expect(amounts.map(Math.round)).toEqual([net, vat, total]);
  }
  // The payment has the total.
  ctx.clock.set('2026-11-12T00:00:00Z');
  await advanceAll(ctx, partner.companyId);
  const [transfer] = await ctx.sql<{ amount: number }[]>`
    SELECT amount_minor AS amount FROM settlements WHERE id = ${row.id} AND status = 'paid'`;
  expect(transfer).toEqual({ amount: total });
});

test('a company without VAT has statements without VAT', async () => {
  const partner = await seedPayee(ctx);
  await seedLine(ctx, partner, 10_000, '2026-10-03T00:00:00Z');
  const row = await closeOctober(partner);
  expect([row.vat, row.vatMinor, row.amount.minor]).toEqual([null, 0, 10_000]);
  expect(await read(row)).toMatchObject({ settlement: { amount: 100 } });
  expect((await read(row)).settlement).not.toHaveProperty('vat');
});

test.each([
  // 45 of a minimum of 50: with VAT it is 53.55.
  ['issues', 4_500, '19', 'issued', 5_355],
  ['carries without VAT', 4_000, '19', 'carried', 4_000],
])('the minimum counts with VAT: a close %s %i', async (_, minor, rate, status, total) => {
  const partner = await seedPayee(ctx);
  await vatSet(partner, '--treatment', 'rate', '--rate', rate);
  await seedLine(ctx, partner, minor, '2026-10-03T00:00:00Z');
  expect(await closeOctober(partner)).toMatchObject({ status, amount: { minor: total } });
});

test('an issued statement keeps its VAT, and a rerun takes the new VAT', async () => {
  const partner = await seedPayee(ctx);
  await vatSet(partner, '--treatment', 'rate', '--rate', '19');
  await seedLine(ctx, partner, 10_000, '2026-10-03T00:00:00Z');
  const first = await closeOctober(partner);
  await vatSet(partner, '--treatment', 'rate', '--rate', '7');
  expect((await read(first)).settlement.vat?.total).toBe(119);
  await expect(ctx.sql`UPDATE settlements SET vat_minor = 0 WHERE id = ${first.id}`).rejects.toThrow('and VAT');
  const by = {
    month: '2026-10',
    company: partner.companyId,
    currency: 'EUR',
    requestedBy: 'Fiona',
    reason: 'wrong rate',
  };
  const { before, after } = await rerunStatement(ctx, by);
  expect([before?.id, after?.amount.minor, after?.vatMinor]).toEqual([first.id, 10_700, 700]);
  expect(await rerunStatement(ctx, by)).toMatchObject({ outcome: 'unchanged' });
});

test('a payment that is owed again has no VAT on top', async () => {
  const partner = await seedPayee(ctx);
  await vatSet(partner, '--treatment', 'rate', '--rate', '19');
  await seedLine(ctx, partner, 10_000, '2026-10-03T00:00:00Z');
  const first = await closeOctober(partner);
  ctx.clock.set('2026-11-12T00:00:00Z');
  await advanceAll(ctx, partner.companyId);
  const { id: settlementId, companyId, amount } = first;
  await ctx.sql.begin((tx) =>
    reopenDebt(
      ctx,
      tx,
      { key: 'returned 1', settlementId, companyId, month: '2026-10', amount },
      { requestedBy: 'bank', reason: 'account closed' },
    ),
  );
  await seedLine(ctx, partner, 1_000, '2026-11-13T00:00:00Z');
  ctx.clock.set('2026-12-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  const second = (await statementsOf(ctx, companyId)).at(-1);
  // 119 again, and 10 with 1.90 VAT.
  expect([second?.vat?.base_minor, second?.vatMinor, second?.amount.minor]).toEqual([1_000, 190, 13_090]);
});

describeWithPdfReaders('documents with VAT', () => {
  test.each<[string, string[], RegExp[]]>([
    [
      'a rate',
      ['--treatment', 'rate', '--rate', '19', '--self-billing'],
      [
        /Net\s+100\.00/,
        /VAT 19 %\s+19\.00/,
        /Total\s+1\s+119\.00/,
        /Amount\s+119\.00 EUR/,
        /Self-billing\s+this document is the/,
      ],
    ],
    [
      'a reverse charge',
      ['--treatment', 'reverse_charge', '--note', 'Steuerschuldnerschaft des Leistungsempfängers.'],
      [/VAT \(reverse charge\)\s+0\.00/, /Total\s+1\s+100\.00/, /Steuerschuldnerschaft des Leistungsempfängers\./],
    ],
    ['no VAT', ['--treatment', 'none', '--note', 'Kleinunternehmer.'], [/Total\s+1\s+100\.00/, /Kleinunternehmer\./]],
  ])('a PDF shows %s', async (_, options, expected) => {
    const partner = await seedPayee(ctx);
    await vatSet(partner, ...options);
    await seedLine(ctx, partner, 10_000, '2026-10-03T00:00:00Z');
    const { companyId, id } = await closeOctober(partner);
    const text = pdfText(await getStatementDocument(ctx, { caller: { companyId, mode: 'live' } as Caller, id }));
    for (const pattern of expected) expect(text).toMatch(pattern);
    if (options.includes('none')) expect(text).not.toMatch(/VAT/);
  });
});

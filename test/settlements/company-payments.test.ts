import { makeBankFiles, withdrawBankFile } from '../../src/settlements/bank-files.js';
import type { CompanyPayment } from '../../src/settlements/company-payments.js';
import { importBankStatement } from '../../src/settlements/import-bank-statement.js';
import { readPostings } from '../../src/settlements/journal.js';
import { payStatement } from '../../src/settlements/pay-statement.js';
import { setPayoutAccount } from '../../src/settlements/payout-account.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { type Browser, browserOf } from '../support/dashboard/dashboard.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { expectProblem } from '../support/problem.js';
import { type Booking, dutchStatement } from './bank/statements.js';

const BY = { requestedBy: 'finance', reason: 'month end' };

let api: TestApi;
let companyId: string;
let finance: Browser;

const settle = async (month: string, now: string) => {
  const { ctx } = api;
  ctx.clock.set(now);
  await closeMonth(ctx, month);
};
const statementOf = async (month: string, currency = 'EUR') => {
  const found = (await statementsOf(api.ctx, companyId)).find(
    (statement) => statement.month === month && statement.currency === currency,
  );
  if (!found) throw new Error(`no statement of ${month} in ${currency}`);
  return found;
};
const account = (iban: string, bic: string | null = null) =>
  setPayoutAccount(api.ctx, { company: companyId, holder: 'Lodz Tickets', iban, bic, town: null, country: null });
const book = (...bookings: Booking[]) => importBankStatement(api.ctx, { file: dutchStatement(bookings), ...BY });
const referenceOf = (statement: { id: string }, attempt = 1) => `${statement.id.replace('stm_', 'trf-')}-${attempt}`;

/**
 * October is paid and comes back. November, which pays it again, is in a withdrawn file, then paid in January, and a part comes back.
 * A statement in zloty is paid by hand, and December is on its way to another account.
 */
beforeAll(async () => {
  const BANK_ACCOUNTS = 'EUR=DE89370400440532013000:COBADEFFXXX,PLN=PL61109010140000071219812874';
  api = await createTestApi({
    context: { now: '2026-10-01T00:00:00.000Z', env: { PAYMENTS: 'none', BANK_ACCOUNTS } },
  });
  const { ctx, app } = api;
  const partner = await seedPayee(ctx, { reference: 'PO 7' });
  companyId = partner.companyId;
  await account('DE75512108001245126199');
  await seedLine(ctx, partner, 12_345, '2026-10-03T00:00:00Z');
  await seedLine(ctx, partner, 80_000, '2026-10-03T00:00:00Z', 'PLN');
  await settle('2026-10', '2026-11-01T00:00:00Z');
  ctx.clock.set('2026-11-11T08:00:00Z');
  await makeBankFiles(ctx, { month: '2026-10', currency: 'EUR', ...BY });
  const zloty = await statementOf('2026-10', 'PLN');
  await payStatement(ctx, { settlementId: zloty.id, ...BY, paymentReference: 'by hand 7' });
  const october = referenceOf(await statementOf('2026-10'));
  await book({ direction: 'DBIT', amount: '123.45', reference: october, bankReference: 'B1' });
  const returned = { amount: '123.45', reference: october, bankReference: 'B2', day: '2026-11-14', returned: 'AC04' };
  await book({ direction: 'CRDT', ...returned });
  await seedLine(ctx, partner, 5_000, '2026-11-20T00:00:00Z');
  await settle('2026-11', '2026-12-01T00:00:00Z');
  ctx.clock.set('2026-12-11T08:00:00Z');
  const { files } = await makeBankFiles(ctx, { month: '2026-11', ...BY });
  await withdrawBankFile(ctx, { fileId: files[0]?.id ?? '', ...BY });
  await seedLine(ctx, partner, 7_000, '2026-12-20T00:00:00Z');
  await settle('2026-12', '2027-01-01T00:00:00Z');
  await account('NL91ABNA0417164300');
  ctx.clock.set('2027-01-12T08:00:00Z');
  const november = await statementOf('2026-11');
  await payStatement(ctx, { settlementId: november.id, ...BY });
  await makeBankFiles(ctx, { month: '2026-11', ...BY });
  const part = { reference: referenceOf(november, 2), day: '2027-01-13' };
  await book({ direction: 'DBIT', amount: '173.45', bankReference: 'B3', ...part });
  await book({ direction: 'CRDT', amount: '20.00', bankReference: 'B4', returned: 'MS03', ...part });
  ctx.clock.set('2027-01-14T08:00:00Z');
  await makeBankFiles(ctx, { month: '2026-12', ...BY });
  finance = await browserOf(ctx, app, { companyId, role: 'finance' });
});
afterAll(() => api.close());

type Page = { data: CompanyPayment[]; next: string | null; choices: unknown };
const list = (query: Record<string, string> = {}): Promise<Page> => finance.read('/payments', query);
const months = ({ data }: Page) => data.map(({ statement, currency }) => `${statement.month} ${currency}`);

test('each payment has its day, account, reference, statement and state', async () => {
  const { data, next, choices } = await list();
  expect(next).toBeNull();
  expect(choices).toEqual({ years: ['2027', '2026'], currencies: ['EUR', 'PLN'] });
  const rows = data.map(({ on, status, amount, kept, account: end, statement }) =>
    [on, status, amount, kept, end, statement.month].join(' '),
  );
  expect(rows).toEqual([
    '2027-01-14 on_its_way 70 0 4300 2026-12',
    '2027-01-13 paid 173.45 153.45 4300 2026-11',
    '2026-12-11 cancelled 173.45 0 6199 2026-11',
    '2026-11-12 returned 123.45 0 6199 2026-10',
    '2026-11-11 paid 800 800  2026-10',
  ]);
  expect(data.map(({ explanation }) => explanation)).toEqual([
    'On its way, by bank transfer.',
    'Paid by bank transfer. 20.00 EUR came back on 13 Jan 2027: MS03 (the bank gave no reason). We owe it to you again: a later statement lists it.',
    'We cancelled the payment. No money moved.',
    '123.45 EUR came back on 14 Nov 2026: AC04 (the account is closed). We owe it to you again: a later statement lists it.',
    'Paid by bank transfer.',
  ]);
  const october = await statementOf('2026-10');
  expect(data[3]?.reference).toBe(`Statement 2026-10 ${october.id.replace('_', '-')} PO 7`);
  expect(data[4]?.reference).toBe('by hand 7');
});

test("the kept amounts equal the journal's payments without the amounts owed again", async () => {
  const booked = new Map<string, number>();
  const all = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2028-01-01T00:00:00Z') };
  for await (const postings of readPostings(api.ctx.sql, all)) {
    for (const { kind, debit, minor, currency } of postings) {
      if (kind !== 'payment' && kind !== 'owed_again') continue;
      booked.set(currency, (booked.get(currency) ?? 0) + (debit === 'partners' ? minor : -minor));
    }
  }
  const kept = new Map<string, number>();
  for (const statement of (await list()).data) {
    kept.set(statement.currency, (kept.get(statement.currency) ?? 0) + Math.round(statement.kept * 100));
  }
  expect([...kept].sort()).toEqual([...booked].sort());
  expect(Object.fromEntries(kept)).toEqual({ EUR: 15_345, PLN: 80_000 });
});

test('filters and pages: a cursor is of its filters', async () => {
  expect(months(await list({ year: '2027' }))).toEqual(['2026-12 EUR', '2026-11 EUR']);
  expect(months(await list({ currency: 'PLN' }))).toEqual(['2026-10 PLN']);
  expect(months(await list({ status: 'returned' }))).toEqual(['2026-10 EUR']);
  expect((await list({ status: 'failed' })).data).toEqual([]);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await list({ currency: 'EUR', limit: '1', ...(cursor && { cursor }) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next;
  }
  expect(seen).toEqual((await list({ currency: 'EUR' })).data.map(({ id }) => id));
  const { next } = await list({ currency: 'EUR', limit: '1' });
  expectProblem(await finance.get('/payments', { cursor: String(next), currency: 'PLN' }), 'invalid_cursor');
  expectProblem(await finance.get('/settlements', { cursor: String(next) }), 'invalid_cursor');
  const stranger = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'finance' });
  expectProblem(await stranger.get('/payments', { cursor: String(next) }), 'invalid_cursor');
  expect((await stranger.read('/payments')).data).toEqual([]);
  expectProblem(await finance.get('/payments', { year: '26' }), 'invalid_request');
});

test('a statement has its own payments', async () => {
  const { id } = await statementOf('2026-11');
  const { payments } = await finance.read(`/settlements/${id}`);
  expect(payments).toEqual((await list()).data.filter(({ statement }) => statement.id === id));
  expect(payments).toHaveLength(2);
});

test.each(['viewer', 'developer', 'marketing'] as const)('a %s sees no payments', async (role) => {
  const other = await browserOf(api.ctx, api.app, { companyId, role });
  expect((await other.get('/payments')).statusCode).toBe(403);
});

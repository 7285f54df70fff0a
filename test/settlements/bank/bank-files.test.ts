import { XMLParser } from 'fast-xml-parser';
import { advancePayment, payLines } from '../../../src/settlements/advance-payment.js';
import { makeBankFiles, readBankFile, withdrawBankFile } from '../../../src/settlements/bank-files.js';
import { importBankStatement } from '../../../src/settlements/import-bank-statement.js';
import { payStatement } from '../../../src/settlements/pay-statement.js';
import { setPayoutAccount } from '../../../src/settlements/payout-account.js';
import { listBankFiles } from '../../../src/settlements/sql/bank-files.js';
import { findSettlement } from '../../../src/settlements/sql/settlements.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../../support/data/settle.js';
import { batchStatement, dutchStatement, germanStatement, nordicStatement } from './statements.js';

const BY = { requestedBy: 'finance', reason: 'month end' };
const IBANS = ['DE75512108001245126199', 'NL91ABNA0417164300', 'PL61109010140000071219812874', 'FI2112345600000785'];
const DAY = 86_400_000;

let ctx: TestContext;
beforeEach(async () => {
  const accounts = 'EUR=DE89370400440532013000:COBADEFFXXX,PLN=PL61109010140000071219812874';
  ctx = await createTestContext({
    now: '2026-11-01T00:00:00.000Z',
    env: { PAYMENTS: 'none', BANK_ACCOUNTS: accounts },
  });
});
afterEach(() => ctx.close());

/** Companies with a statement each, due on 11 November, and a bank account. */
async function issue(amounts: readonly number[], currency = 'EUR') {
  const found: { id: string; companyId: string }[] = [];
  for (const [i, minor] of amounts.entries()) {
    const { companyId } = await seedPayee(ctx, { currency });
    await seedLine(ctx, { companyId } as never, minor, '2026-10-03T00:00:00Z', currency);
    const bic = currency === 'EUR' ? null : 'BREXPLPWXXX';
    const place = { town: 'Łódź', country: 'PL' };
    await setPayoutAccount(ctx, {
      company: companyId,
      holder: `Müller & Söhne ${i}`,
      iban: IBANS[i % 4] as string,
      bic,
      ...place,
    });
    found.push({ id: '', companyId });
  }
  await closeMonth(ctx, '2026-10');
  for (const statement of found) statement.id = (await statementsOf(ctx, statement.companyId))[0]?.id ?? '';
  ctx.clock.set('2026-11-11T08:00:00Z');
  return found;
}

const make = (more = {}) => makeBankFiles(ctx, { month: '2026-10', ...BY, ...more });
const take = (xml: string) => importBankStatement(ctx, { file: xml, ...BY });
const status = async (id: string) => (await findSettlement(ctx.sql, id))?.status;
const referenceOf = (statement: string, attempt = 1) => `${statement.replace('stm_', 'trf-')}-${attempt}`;

/** One payment that was put into a file. */
async function filed(minor = 12_345): Promise<{ id: string; companyId: string; reference: string; fileId: string }> {
  const [statement] = await issue([minor]);
  const { files } = await make();
  const { id, companyId } = statement as { id: string; companyId: string };
  return { id, companyId, reference: referenceOf(id), fileId: files[0]?.id ?? '' };
}

test('a month goes into one file a currency, with exact sums, plain letters and structured addresses', async () => {
  await issue([12_345, 1_000_010, 5_001]);
  const { files, leftOut } = await make();
  expect(leftOut).toEqual([]);
  expect(files).toMatchObject([{ currency: 'EUR', payments: 3, sumMinor: 1_017_356, executeOn: '2026-11-11' }]);
  const read = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(files[0]?.content ?? '');
  const info = read.Document.CstmrCdtTrfInitn.PmtInf;
  expect(info).toMatchObject({
    CtrlSum: '10173.56',
    NbOfTxs: '3',
    BtchBookg: 'false',
    DbtrAcct: { Id: { IBAN: 'DE89370400440532013000' } },
  });
  expect(info.CdtTrfTxInf).toHaveLength(3);
  for (const payment of info.CdtTrfTxInf) {
    expect(payment.Cdtr).toEqual({
      Nm: expect.stringMatching(/^Muller \+ Sohne \d$/),
      PstlAdr: { TwnNm: 'Lodz', Ctry: 'PL' },
    });
    expect(payment.PmtId.EndToEndId).toMatch(/^trf-[0-9A-Za-z]{20}-1$/);
  }
  expect((await readBankFile(ctx, files[0]?.id ?? '')).content).toBe(files[0]?.content);
});

test('euro payments outside SEPA get a file of their own, with a BIC and shared charges', async () => {
  const issued = await issue([12_345, 7_000, 9_000]);
  const accounts = [
    ['TR330006100519786457841326', 'TCZBTR2AXXX'],
    ['GB29NWBK60161331926819', 'NWBKGB2LXXX'],
  ] as const;
  for (const [i, [iban, bic]] of accounts.entries()) {
    const account = { company: issued[i]?.companyId ?? '', holder: 'A', iban, town: null, country: null };
    await expect(setPayoutAccount(ctx, { ...account, bic: null })).rejects.toMatchObject({
      errors: [{ field: 'bic', message: `is needed for accounts in ${iban.slice(0, 2)}` }],
    });
    await setPayoutAccount(ctx, { ...account, bic });
  }
  const { files, leftOut } = await make();
  expect(leftOut).toEqual([]);
  const facts = files.map(({ content, sumMinor }) => [
    sumMinor,
    /<Cd>SEPA<\/Cd>/.test(content),
    /<ChrgBr>(\w+)/.exec(content)?.[1],
  ]);
  expect(facts).toEqual([
    [12_345, false, 'SHAR'],
    [16_000, true, 'SLEV'],
  ]);
});

test('a statement is in one file, for any number of runs, also concurrent ones', async () => {
  const issued = await issue([12_345, 7_000, 9_000]);
  const runs = await Promise.all(Array.from({ length: 6 }, () => make()));
  expect(runs.flatMap(({ files }) => files)).toHaveLength(1);
  expect((await make()).files).toEqual([]);
  for (const { id } of issued) {
    expect(await advancePayment(ctx, id)).toEqual({
      status: 'paying',
      waitMs: DAY,
      bank: { file: expect.any(String) },
    });
    await expect(payStatement(ctx, { settlementId: id, ...BY, paymentReference: 'by hand' })).rejects.toThrow(
      'is paying',
    );
  }
  expect(await listBankFiles(ctx.sql, '2026-10', 100)).toMatchObject([{ open: 3, paid: 0, failed: 0 }]);
});

test('a dry run changes nothing, and unpayable statements are left out with their reason', async () => {
  const [statement] = await issue([12_345]);
  const { companyId } = await seedPayee(ctx, { currency: 'SEK' });
  await ctx.sql`DELETE FROM payout_accounts WHERE company_id = ${statement?.companyId ?? ''}`;
  expect(await make()).toEqual({
    files: [],
    leftOut: [expect.objectContaining({ why: expect.stringContaining('no bank account') })],
  });
  await setPayoutAccount(ctx, {
    company: statement?.companyId ?? '',
    holder: 'A',
    iban: IBANS[0] as string,
    bic: null,
    town: null,
    country: null,
  });
  const dry = await makeBankFiles(ctx, { month: '2026-10', ...BY }, true);
  expect(dry.files).toMatchObject([{ payments: 1, sumMinor: 12_345 }]);
  expect(await status(statement?.id ?? '')).toBe('issued');
  expect(await statementsOf(ctx, companyId)).toEqual([]);
});

test('a later statement waits for its day, unless the bank pays on that day', async () => {
  await issue([12_345]);
  ctx.clock.set('2026-11-10T23:00:00Z');
  expect((await make()).files).toEqual([]);
  expect((await make({ executeOn: '2026-11-11' })).files).toHaveLength(1);
  await expect(make({ executeOn: '2026-11-09' })).rejects.toMatchObject({
    errors: [{ field: 'executeOn', message: 'is past' }],
  });
});

test.each([
  ['Dutch', dutchStatement],
  ['German', germanStatement],
  ['Nordic', nordicStatement],
])('a %s statement pays it, once, however often it is imported', async (_, write) => {
  const { id, companyId, reference } = await filed();
  const xml = write([{ direction: 'DBIT', amount: '123.45', reference, bankReference: 'BANK-1' }]);
  expect((await take(xml)).entries).toMatchObject([
    { outcome: 'paid', settlementId: id, companyId, amount: { minor: 12_345 } },
  ]);
  expect(await findSettlement(ctx.sql, id)).toMatchObject({ status: 'paid', paymentReference: 'BANK-1' });
  expect((await take(xml)).entries).toMatchObject([{ outcome: 'known' }]);
  expect(await advancePayment(ctx, id)).toEqual({ status: 'paid', waitMs: null });
  await payLines(ctx, id, '');
  expect(await ctx.sql`SELECT status FROM earnings WHERE company_id = ${companyId}`).toEqual([{ status: 'paid' }]);
});

test('a file that the bank booked as one amount pays all of it', async () => {
  const issued = await issue([12_345, 7_000]);
  const { files } = await make();
  const reference = files[0]?.id.replace('_', '-') ?? '';
  expect((await take(batchStatement(reference, '193.46', 'BANK-1'))).entries).toMatchObject([{ outcome: 'unknown' }]);
  expect((await take(batchStatement(reference, '193.45', 'BANK-1'))).entries).toMatchObject([
    { outcome: 'paid' },
    { outcome: 'paid' },
  ]);
  for (const { id } of issued) expect(await status(id)).toBe('paid');
});

test('entries that are not booked, or not ours, change nothing', async () => {
  const { id, reference } = await filed();
  const booking = { direction: 'DBIT' as const, amount: '123.45', reference, bankReference: 'BANK-1' };
  expect(await take(germanStatement([], [booking]))).toEqual({ entries: [], others: [], pending: 1, unread: [] });
  const strange = { ...booking, reference: 'invoice 17', amount: '17.00' };
  const missing = { ...booking, reference: `trf-${'A'.repeat(20)}-1` };
  expect(await take(dutchStatement([strange, missing]))).toMatchObject({
    entries: [{ outcome: 'unknown' }],
    others: [{}, {}],
  });
  expect(await status(id)).toBe('paying');
});

test('money that comes back before it was booked is a failure, and finance can pay it anew', async () => {
  const { id, reference } = await filed();
  const returned = {
    direction: 'CRDT' as const,
    amount: '123.45',
    reference,
    bankReference: 'BANK-2',
    returned: 'AC04',
  };
  expect((await take(dutchStatement([returned]))).entries).toMatchObject([{ outcome: 'returned', note: 'AC04' }]);
  expect(await findSettlement(ctx.sql, id)).toMatchObject({
    status: 'failed',
    failure: expect.stringContaining('AC04'),
    payFrom: null,
  });
  // The debit that belongs to it comes with an older statement.
  const debit = { direction: 'DBIT' as const, amount: '123.45', reference, bankReference: 'BANK-1' };
  expect((await take(dutchStatement([debit]))).entries).toMatchObject([{ outcome: 'offset' }]);
  expect((await make()).files).toEqual([]);
  await payStatement(ctx, { settlementId: id, ...BY });
  expect((await make()).files).toHaveLength(1);
  const again = { ...debit, reference: referenceOf(id, 2), bankReference: 'BANK-3' };
  expect((await take(dutchStatement([again]))).entries).toMatchObject([{ outcome: 'paid' }]);
});

test('money that comes back afterwards is owed again, once, on the next statement', async () => {
  const { id, companyId, reference } = await filed();
  const debit = { direction: 'DBIT' as const, amount: '123.45', reference, bankReference: 'BANK-1' };
  const credit = { direction: 'CRDT' as const, amount: '123.45', reference, bankReference: 'BANK-2', returned: 'AC04' };
  const charges = dutchStatement([{ ...credit, amount: '3.45', bankReference: 'BANK-0' }]);
  expect((await take(charges)).entries).toMatchObject([{ outcome: 'amount_differs' }]);
  // The newest first, as some banks list them.
  const both = germanStatement([credit, debit]);
  expect((await take(both)).entries.map(({ outcome }) => outcome)).toEqual(['paid', 'returned']);
  await take(both);
  const again = dutchStatement([{ ...credit, bankReference: 'BANK-3' }]);
  expect((await take(again)).entries).toMatchObject([{ outcome: 'amount_differs' }]);
  const owed =
    await ctx.sql`SELECT commission_minor FROM earnings WHERE company_id = ${companyId} AND settlement_id IS NULL ORDER BY created_at, id`;
  expect(owed.map(({ commissionMinor }) => commissionMinor).sort()).toEqual([12_000, 345]);
  expect(await status(id)).toBe('paid');
  ctx.clock.set('2026-12-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  expect((await statementsOf(ctx, companyId)).at(-1)).toMatchObject({ month: '2026-11', amount: { minor: 12_345 } });
});

test('a debit of another amount leaves the payment open, and its file cannot be withdrawn', async () => {
  const { id, reference, fileId } = await filed();
  const debit = { direction: 'DBIT' as const, amount: '123.44', reference, bankReference: 'BANK-1' };
  expect((await take(dutchStatement([debit]))).entries).toMatchObject([
    { outcome: 'amount_differs', nextStep: expect.stringContaining('settlement end-payment trf_') },
  ]);
  expect(await status(id)).toBe('paying');
  await expect(withdrawBankFile(ctx, { fileId, ...BY })).rejects.toThrow('is being executed');
});

test('a file is withdrawn once, and never after the bank executed a payment of it', async () => {
  const { id, reference, fileId } = await filed();
  expect(await withdrawBankFile(ctx, { fileId, ...BY })).toEqual([id]);
  await expect(withdrawBankFile(ctx, { fileId, ...BY })).rejects.toThrow('was withdrawn before');
  const { files } = await make();
  const debit = {
    direction: 'DBIT' as const,
    amount: '123.45',
    reference: referenceOf(id, 2),
    bankReference: 'BANK-2',
  };
  await take(dutchStatement([debit]));
  await expect(withdrawBankFile(ctx, { fileId: files[0]?.id ?? '', ...BY })).rejects.toThrow('is being executed');
  expect(reference).not.toBe(referenceOf(id, 2));
});

test("a partner's own statement, on which our payment is a credit, changes nothing", async () => {
  const { id, companyId, reference } = await filed();
  const debit = { direction: 'DBIT' as const, amount: '123.45', reference, bankReference: 'BANK-1' };
  await take(dutchStatement([debit]));
  const theirs = dutchStatement([{ ...debit, direction: 'CRDT' }]).replace(
    'DE89370400440532013000',
    IBANS[0] as string,
  );
  expect((await take(theirs)).entries).toMatchObject([{ outcome: 'unknown' }]);
  expect(await status(id)).toBe('paid');
  expect(await ctx.sql`SELECT FROM earnings WHERE company_id = ${companyId} AND settlement_id IS NULL`).toHaveLength(0);
});

test('a file that is no bank statement is refused by name, and nothing of it is imported', async () => {
  const fault = (message: string) => ({
    code: 'invalid_request',
    errors: [{ field: 'file', message: expect.stringContaining(message) }],
  });
  await expect(take(':20:STARTUMSE')).rejects.toMatchObject(fault('is an MT940'));
  await expect(take('<Document><BkToCstmrAcctRpt/></Document>')).rejects.toMatchObject(fault('is a camt.052'));
  await expect(take('<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>')).rejects.toMatchObject(
    fault('document type'),
  );
});

test('an account number is checked, kept sealed and never shown whole', async () => {
  const { companyId } = await seedPayee(ctx);
  const account = {
    company: companyId,
    holder: 'Chopin Łódź',
    iban: 'pl61 1090 1014 0000 0712 1981 2874',
    bic: null,
    town: null,
    country: null,
  };
  const refused = (field: string) => ({ code: 'invalid_request', errors: [expect.objectContaining({ field })] });
  await expect(setPayoutAccount(ctx, { ...account, iban: 'PL61109010140000071219812875' })).rejects.toMatchObject(
    refused('iban'),
  );
  await expect(setPayoutAccount(ctx, { ...account, iban: 'PL61' })).rejects.toMatchObject(refused('iban'));
  await expect(setPayoutAccount(ctx, { ...account, holder: '东京' })).rejects.toMatchObject(refused('holder'));
  await expect(setPayoutAccount(ctx, { ...account, bic: 'X' })).rejects.toMatchObject(refused('bic'));
  await expect(setPayoutAccount(ctx, { ...account, town: 'Łódź' })).rejects.toMatchObject(refused('country'));
  expect(await setPayoutAccount(ctx, account)).toMatchObject({ holder: 'Chopin Lodz', ibanEnd: '2874' });
  const [row] = await ctx.sql`SELECT iban::text FROM payout_accounts WHERE company_id = ${companyId}`;
  expect(Buffer.from(String(row?.iban).slice(2), 'hex').toString('latin1')).not.toContain('PL6110');
  const [audit] = await ctx.sql`SELECT details::text FROM audit_log WHERE action = 'payout_account.set'`;
  expect(String(audit?.details)).not.toContain('10901014');
});

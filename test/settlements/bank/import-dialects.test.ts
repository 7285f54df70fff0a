import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { makeBankFiles } from '../../../src/settlements/bank-files.js';
import { importBankStatement } from '../../../src/settlements/import-bank-statement.js';
import { setPayoutAccount } from '../../../src/settlements/payout-account.js';
import { findSettlement } from '../../../src/settlements/sql/settlements.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../../support/data/settle.js';
import { dutchStatement } from './statements.js';

const BY = { requestedBy: 'finance', reason: 'month end' };

let ctx: TestContext;
let first: string;
let second: string;
let fileId: string;

/** Two statements of 104.07 and 50.00 EUR in one bank file. */
beforeEach(async () => {
  const env = {
    PAYMENTS: 'none',
    BANK_ACCOUNTS: 'EUR=DE89370400440532013000:COBADEFFXXX',
    PAYMENT_APPROVERS: 'ada,ben',
  };
  ctx = await createTestContext({ now: '2026-11-01T00:00:00.000Z', env });
  const owners: string[] = [];
  for (const [minor, iban] of [
    [10_407, 'NL91ABNA0417164300'],
    [5_000, 'DE75512108001245126199'],
  ] as const) {
    const payee = await seedPayee(ctx);
    await seedLine(ctx, payee, minor, '2026-10-03T00:00:00Z');
    await setPayoutAccount(ctx, { company: payee.companyId, holder: 'A', iban, bic: null, town: null, country: null });
    owners.push(payee.companyId);
  }
  await closeMonth(ctx, '2026-10');
  [first = '', second = ''] = await Promise.all(
    owners.map(async (owner) => (await statementsOf(ctx, owner))[0]?.id ?? ''),
  );
  ctx.clock.set('2026-11-11T08:00:00Z');
  const { files } = await makeBankFiles(ctx, { month: '2026-10', ...BY });
  fileId = files[0]?.id ?? '';
});
afterEach(() => ctx.close());

function fixture(name: string): string {
  const reference = (statement: string) => `${statement.replace('stm_', 'trf-')}-1`;
  const marks = {
    REF1: reference(first),
    REF2: reference(second),
    FILE: fileId.replace('_', '-'),
    STM1: first.replace('_', '-'),
    WRAP1: reference(first).replace(/^(.{22})/, '$1\n'),
    UPPER1: reference(first).toUpperCase(),
  };
  const xml = readFileSync(join(projectRoot(), 'test/fixtures/bank-statements', `${name}.xml`), 'utf8');
  return Object.entries(marks).reduce((text, [mark, value]) => text.replaceAll(mark, value), xml);
}

const take = (name: string) => importBankStatement(ctx, { file: Buffer.from(fixture(name)), ...BY });
const outcomes = async (name: string) => (await take(name)).entries.map(({ outcome }) => outcome);
const statuses = async () =>
  Promise.all([first, second].map(async (id) => (await findSettlement(ctx.sql, id))?.status));

test.each([
  ['sparkasse-single', ['paid'], ['paid', 'paying']],
  ['sparkasse-batch', ['paid', 'paid'], ['paid', 'paid']],
  ['commerzbank-text', ['paid'], ['paid', 'paying']],
  ['commerzbank-entry-text', ['paid'], ['paid', 'paying']],
  ['deutsche-bank-return', ['paid', 'returned'], ['paid', 'paying']],
  ['deutsche-bank-reversal', ['paid', 'paid_twice', 'offset'], ['paid', 'paying']],
  ['ing-single', ['paid'], ['paid', 'paying']],
  ['ing-batch-no-amounts', ['paid', 'paid'], ['paid', 'paid']],
  ['abn-amro-text', ['paid'], ['paid', 'paying']],
  ['rabobank-value-date', ['paid'], ['paid', 'paying']],
  ['bnp-prefixed', ['paid'], ['paid', 'paying']],
  ['postfinance-proprietary-status', ['paid'], ['paid', 'paying']],
  ['nordea-batch', ['paid', 'paid'], ['paid', 'paid']],
  ['danske-whole-file', ['paid', 'paid'], ['paid', 'paid']],
  ['wise-remittance', ['paid'], ['paid', 'paying']],
  ['revolut-no-reference', ['unassigned'], ['paying', 'paying']],
  ['kbc-repeated-statement', ['paid', 'paid_twice'], ['paid', 'paying']],
  ['santander-partial-return', ['paid', 'returned'], ['paid', 'paying']],
  ['unicredit-odd-entry', ['paid'], ['paid', 'paying']],
  ['postbank-camt054', ['paid'], ['paid', 'paying']],
  ['pain002-one-refused', ['refused'], ['failed', 'paying']],
  ['pain002-file-refused', ['refused', 'refused'], ['failed', 'failed']],
])('import of %s has the right outcome for each payment, once', async (name, expected, after) => {
  expect(await outcomes(name)).toEqual(expected);
  expect(await statuses()).toEqual(after);
  expect(await outcomes(name)).toEqual(expected.map(() => 'known'));
  expect(await statuses()).toEqual(after);
});

test('an entry without our reference names the payment that it fits and the command', async () => {
  const [entry] = (await take('revolut-no-reference')).entries;
  expect(entry?.nextStep).toMatch(
    new RegExp(
      `^A debit of 104\\.07 EUR( \\(.+\\))? like that of ${first} \\(.+\\): .settlement assign [0-9a-f]{64} ${first.replace('stm_', 'trf_')}_1.$`,
    ),
  );
});

/** A debit of the account; `day` is the day of November. */
const debit = (amount: string, reference: string, day: number) => ({
  direction: 'DBIT' as const,
  amount,
  reference,
  bankReference: `B-${reference}-${day}`,
  day: `2026-11-${day}`,
});

test('an entry is suggested for a payment that is open at its day, and for no paid one', async () => {
  const own = `${first.replace('stm_', 'trf-')}-1`;
  const bookings = [debit('104.07', 'RENT 11', 11), debit('104.07', own, 12), debit('104.07', 'RENT 12', 13)];
  const { entries, others } = await importBankStatement(ctx, { file: dutchStatement(bookings), ...BY });
  expect(entries.map(({ outcome }) => outcome)).toEqual(['unassigned', 'paid']);
  // The account fees, and the rent after the payment.
  expect(others).toHaveLength(2);
});

test('an import reads the open payments once, however many entries are not ours', async () => {
  let reads = 0;
  const sql = new Proxy(ctx.sql, {
    apply(target, self, args) {
      if (String(args[0]).includes("t.state IN ('filed', 'withdrawn')")) reads += 1;
      return Reflect.apply(target, self, args);
    },
  });
  const bookings = Array.from({ length: 30 }, (_, index) => debit(`${index + 1}.00`, `INVOICE ${index}`, 12));
  const { others } = await importBankStatement({ ...ctx, sql }, { file: dutchStatement(bookings), ...BY });
  expect({ others: others.length, reads }).toEqual({ others: 31, reads: 1 });
});

test('import reports unreadable parts and reads the others', async () => {
  expect(await take('unicredit-odd-entry')).toMatchObject({
    unread: [
      { reason: 'has no readable amount: one hundred', mayBeOurs: true },
      { reason: 'has the status REVD, not BOOK', mayBeOurs: false },
    ],
  });
  expect(await take('pain002-one-refused')).toMatchObject({ pending: 1 });
});

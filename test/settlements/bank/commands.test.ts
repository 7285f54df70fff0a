import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setPayoutAccount } from '../../../src/settlements/payout-account.js';
import { runCli } from '../../support/command.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../../support/data/settle.js';
import { type Booking, dutchStatement } from './statements.js';

const SETTINGS = {
  PAYMENTS: 'none',
  BANK_ACCOUNTS: 'EUR=DE89370400440532013000',
  PAYMENT_APPROVERS: 'ada,ben',
};
const MONTH = '2026-07';

let ctx: TestContext;
let folder: string;
beforeEach(async () => {
  // Commands read the clock of the database: the month end is in the past.
  ctx = await createTestContext({ now: '2026-08-01T00:00:00.000Z', env: SETTINGS });
  folder = mkdtempSync(join(tmpdir(), 'bank-commands-'));
});
afterEach(async () => {
  await ctx.close();
  rmSync(folder, { recursive: true });
});

interface Issued {
  id: string;
  companyId: string;
  payment: string;
}

/** Statements of 100.00 EUR for July. */
async function issue(count = 1): Promise<Issued[]> {
  const issued: Issued[] = [];
  for (let i = 0; i < count; i += 1) {
    const { companyId } = await seedPayee(ctx);
    await seedLine(ctx, { companyId } as never, 10_000, '2026-07-03T00:00:00Z');
    const place = { bic: null, town: null, country: null };
    await setPayoutAccount(ctx, { company: companyId, holder: 'Partner', iban: 'DE75512108001245126199', ...place });
    issued.push({ id: '', companyId, payment: '' });
  }
  await closeMonth(ctx, MONTH);
  for (const one of issued) {
    one.id = (await statementsOf(ctx, one.companyId))[0]?.id ?? '';
    one.payment = `${one.id.replace('stm_', 'trf_')}_1`;
  }
  return issued;
}

const settlement = (...args: string[]) => runCli(ctx, ['settlement', ...args], { env: SETTINGS });
const json = async (...args: string[]) => JSON.parse((await settlement(...args, '--json')).out);
const file = () => settlement('pay-file', '--month', MONTH, '--reason', 'month end', '--out', folder);
const because = ['--reason', 'the bank said so', '--by', 'ada'];

/** Ada proposes, and Ben approves. */
async function decide(...args: string[]): Promise<void> {
  const { decision } = await json(...args, ...because);
  expect((await settlement('approve', decision, '--by', 'ben')).code).toBe(0);
}

const booked = ({ payment }: Issued, more: Partial<Booking> = {}): Booking => ({
  ...{ direction: 'DBIT', amount: '100.00', reference: payment.replaceAll('_', '-'), bankReference: `B ${payment}` },
  ...more,
});

function take(xml: string) {
  const path = join(folder, 'bank.xml');
  writeFileSync(path, xml);
  return settlement('import-bank', path);
}

test('a payment after a refusal is in the next bank file, and nobody is asked to pay it by hand', async () => {
  const [{ companyId, payment }] = (await issue()) as [Issued];
  await file();
  await decide('end-payment', payment, '--outcome', 'refused');
  const pay = ['pay', '--month', MONTH, '--company', companyId, '--reason', 'new account'];
  expect((await settlement(...pay, '--dry-run')).out).toContain('100.00 EUR would be in the next bank file.');
  const { out } = await settlement(...pay);
  expect(out).toContain(`It is in the next bank file: \`partner-events settlement pay-file --month ${MONTH}\`.`);
  expect(out).not.toMatch(/being paid|No payouts/);
  expect((await file()).out).toContain('1 payment');
});

test('an entry that a person assigned is known when its file is imported again, with its statement', async () => {
  const [first, second] = (await issue(2)) as [Issued, Issued];
  await file();
  const bank = dutchStatement([
    booked(first, { reference: 'NOTPROVIDED', bankReference: 'stray' }),
    booked(first, { reference: 'NOTPROVIDED', bankReference: 'other' }),
  ]);
  expect((await take(bank)).code).toBe(1);
  const { entries } = await json('payments');
  const entryOf = (reference: string) =>
    entries.find(({ bank_reference }: { bank_reference: string }) => bank_reference === reference).id;
  await decide('assign', entryOf('stray'), first.payment);
  await decide('assign', entryOf('other'), second.payment);
  const again = await take(bank);
  expect(again.code).toBe(0);
  expect(again.out).toMatch(new RegExp(`known +${first.id}`));
  expect(again.out).toMatch(new RegExp(`known +${second.id}`));
  expect(again.out).toContain('1 other entries');
});

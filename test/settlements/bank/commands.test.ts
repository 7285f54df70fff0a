import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostings } from '../../../src/settlements/journal.js';
import { setPayoutAccount } from '../../../src/settlements/payout-account.js';
import { readBankMoney } from '../../../src/settlements/read-money.js';
import { endOfMonth, startOfMonth } from '../../../src/settlements/rules/settlement.js';
import { findSettlement } from '../../../src/settlements/sql/settlements.js';
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
  for (const statement of issued) {
    statement.id = (await statementsOf(ctx, statement.companyId))[0]?.id ?? '';
    statement.payment = `${statement.id.replace('stm_', 'trf_')}_1`;
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

test('a payment after a refusal is in the next bank file, and no command asks to pay it by hand', async () => {
  const [{ companyId, payment }] = (await issue()) as [Issued];
  await file();
  await decide('end-payment', payment, '--outcome', 'refused');
  const pay = ['pay', '--month', MONTH, '--company', companyId, '--reason', 'new account'];
  expect((await settlement(...pay, '--dry-run')).out).toContain('100.00 EUR would be in the next bank file.');
  const { out } = await settlement(...pay);
  expect(out).toContain(`It is in the next bank file: \`partner-events settlement pay-file --month ${MONTH}\`.`);
  expect(out).not.toMatch(/being paid|No payouts/);
  expect((await file()).out).toContain('1 payment, 100.00 EUR');
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

/** Movements between us and partners in a month, as day and amount: of the journal, and of our side of the reconciliation. */
async function movementsOf(month: string): Promise<{ journal: string[]; reconciled: string[] }> {
  const range = { from: startOfMonth(month), to: endOfMonth(month) };
  const movements = { journal: [] as string[], reconciled: [] as string[] };
  for await (const postings of readPostings(ctx.sql, range))
    for (const { kind, day, minor } of postings)
      if (kind === 'payment' || kind === 'owed_again')
        movements.journal.push(`${day} ${kind === 'payment' ? -minor : minor}`);
  for await (const money of readBankMoney(ctx.sql, range))
    for (const { side, on, amount } of money)
      if (side === 'ours' && on.startsWith(month)) movements.reconciled.push(`${on} ${amount.minor}`);
  return { journal: movements.journal.sort(), reconciled: movements.reconciled.sort() };
}

test('the journal has payments and returns on the booking days of the bank, like the reconciliation', async () => {
  const [paid, returned, partly] = (await issue(3)) as [Issued, Issued, Issued];
  await file();
  const back = { direction: 'CRDT' as const, returned: 'AC04', day: '2026-09-02' };
  const bank = dutchStatement([
    booked(paid, { day: '2026-08-31' }),
    booked(returned, { day: '2026-08-31' }),
    booked(partly, { day: '2026-09-01' }),
    booked(returned, { ...back, bankReference: 'back' }),
    booked(partly, { ...back, amount: '4.07', bankReference: 'part' }),
  ]);
  expect((await take(bank)).code).toBe(0);
  const august = ['2026-08-31 -10000', '2026-08-31 -10000'];
  const september = ['2026-09-01 -10000', '2026-09-02 10000', '2026-09-02 407'];
  expect(await movementsOf('2026-08')).toEqual({ journal: august, reconciled: august });
  expect(await movementsOf('2026-09')).toEqual({ journal: september, reconciled: september });
  const { late, totals } = await json('journal', '--month', '2026-09', '--out', folder);
  expect([late.entries, totals]).toEqual([3, [{ currency: 'EUR', postings: 3, debit: 204.07, credit: 204.07 }]]);
  const { out } = await settlement('journal', '--month', '2026-09', '--out', folder);
  expect(out).toContain(
    'Entries of the bank in 2026-09 that were imported or assigned after the month: 3, the last 20',
  );
  expect((await json('journal', '--month', '2026-10', '--out', folder)).late).toBeNull();
});

test('after an entry moved to another payment, both statements have the reference and day of the entry that paid them', async () => {
  const [one, other] = (await issue(2)) as [Issued, Issued];
  await file();
  const wrong = { reference: 'NOTPROVIDED', bankReference: 'WRONG', day: '2026-08-30' };
  await take(dutchStatement([booked(one, wrong)]));
  const { entries } = await json('payments');
  await decide('assign', entries[0].id, one.payment);
  expect(await findSettlement(ctx.sql, one.id)).toMatchObject({ status: 'paid', paymentReference: 'WRONG' });
  await take(dutchStatement([booked(one, { day: '2026-09-01', bankReference: 'RIGHT' })]));
  await decide('assign', entries[0].id, other.payment);
  expect(await findSettlement(ctx.sql, one.id)).toMatchObject({ status: 'paid', paymentReference: 'RIGHT' });
  expect(await findSettlement(ctx.sql, other.id)).toMatchObject({ status: 'paid', paymentReference: 'WRONG' });
  const [august, september] = [['2026-08-30 -10000'], ['2026-09-01 -10000']];
  expect(await movementsOf('2026-08')).toEqual({ journal: august, reconciled: august });
  expect(await movementsOf('2026-09')).toEqual({ journal: september, reconciled: september });
});

test('after a wrong assignment, the next step names the entry, who assigned it and the command that moves it', async () => {
  const [one, other] = (await issue(2)) as [Issued, Issued];
  await file();
  const stray = await take(dutchStatement([booked(one, { reference: 'NOTPROVIDED', bankReference: 'stray' })]));
  const { entries } = await json('payments');
  for (const { id, payment } of [one, other]) {
    const { company: name } = await json('show', id);
    expect(stray.out).toContain(`that of ${id} (${name}): \`settlement assign ${entries[0].id} ${payment}\``);
  }
  await decide('assign', entries[0].id, one.payment);
  const { out } = await take(dutchStatement([booked(one)]));
  expect(out).toContain(`paid_twice: ada assigned the entry ${entries[0].id} to ${one.payment}, approved by ben.`);
  expect(out).toContain(`\`settlement assign ${entries[0].id} ${other.payment}\``);
  const shown = await settlement('show', one.id);
  expect(shown.out).toMatch(new RegExp(`${entries[0].id} .* ada, approved by ben`));
});

test('a returned payment says on its statement when it came back, why, and which earning pays it again', async () => {
  const [{ id, companyId, payment }] = (await issue()) as [Issued];
  await file();
  const back = { direction: 'CRDT' as const, returned: 'AC04', day: '2026-09-02', bankReference: 'BACK-1' };
  const whole = booked({ id, companyId, payment }, { day: '2026-09-01' });
  const { out } = await take(dutchStatement([whole, { ...whole, ...back }]));
  expect(out).toContain('AC04 (the account is closed)');
  expect(out).toContain(`returned: Correct the account: \`payout-account set --company ${companyId}\`.`);
  expect(out).toMatch(/other: 2026-11-12, debit of 12.00 EUR {2}Account fees & charges/);
  const shown = await settlement('show', id);
  expect(shown.out).toMatch(
    /Owed again: 100\.00 EUR, booked on 2026-09-02, as ern_\w+ on the company's next statement/,
  );
  expect(shown.out).toContain('returned on 2026-09-02 by BACK-1 AC04 (the account is closed)');
});

test('payments lists a refused payment as not paid, and says when nothing is open', async () => {
  expect((await settlement('payments')).out).toBe('Nothing is open.\n');
  const [{ id, payment }] = (await issue()) as [Issued];
  await file();
  await decide('end-payment', payment, '--outcome', 'refused');
  const { out } = await settlement('payments');
  expect(out).toContain('Not paid: correct the account, then `settlement pay` and the next bank file');
  expect(out).toMatch(new RegExp(`${id} \\(.*, 2026-07\\): 100.00 EUR; the bank refused it: the bank said so`));
});

test('a dry run of pay-file lists each payment with its company and the end of the account', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  const { out } = await settlement('pay-file', '--month', MONTH, '--reason', 'month end', '--dry-run');
  expect(out).toContain('Dry run: a file of 1 payment, 100.00 EUR, executed on 20');
  expect(out).toMatch(new RegExp(`${id} +${companyId} +.+ +100\\.00 EUR +…6199`));
});

test.each(['statement.xml', 'refusal.xml'])(
  'the template %s of the docs is a file that the import reads',
  async (name) => {
    const [{ id, payment }] = (await issue()) as [Issued];
    await file();
    const values = {
      AMOUNT: '100.00',
      DIRECTION: 'DBIT',
      DAY: '2026-08-31',
      REFERENCE: 'B-1',
      PAYMENT: payment.replaceAll('_', '-'),
    };
    let xml = readFileSync(join(__dirname, '../../../docs/bank', name), 'utf8');
    for (const [word, value] of Object.entries(values)) xml = xml.replace(`>${word}<`, `>${value}<`);
    const { out } = await take(xml);
    expect(out).toMatch(new RegExp(`${name === 'refusal.xml' ? 'refused' : 'paid'} +${id}`));
    expect((await findSettlement(ctx.sql, id))?.status).toBe(name === 'refusal.xml' ? 'failed' : 'paid');
  },
);

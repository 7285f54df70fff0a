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

let ctx: TestContext;
let folder: string;
beforeAll(async () => {
  // Commands read the clock of the database: the month end is in the past.
  ctx = await createTestContext({ now: '2026-08-01T00:00:00.000Z', env: SETTINGS });
  folder = mkdtempSync(join(tmpdir(), 'month-end-'));
});
afterAll(async () => {
  await ctx.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  code: number;
  json: Record<string, unknown>;
}

async function run(...args: string[]): Promise<Answer> {
  const { code, out, err } = await runCli(ctx, ['settlement', ...args, '--json'], { env: SETTINGS });
  if (out === '') throw new Error(err);
  return { code, json: JSON.parse(out) };
}

/** Ada proposes, and Ben approves. */
async function decide(...args: string[]): Promise<void> {
  const { json } = await run(...args, '--reason', 'the bank said so', '--by', 'ada');
  expect(await run('approve', json.decision as string, '--by', 'ben')).toMatchObject({
    code: 0,
    json: { state: 'applied' },
  });
}

test('a month with a refused, a returned, a doubled and an unknown payment ends reconciled', async () => {
  const names = ['refused', 'returned', 'doubled', 'unknown'];
  const ids = new Map<string, string>();
  for (const [i, name] of names.entries()) {
    const { companyId } = await seedPayee(ctx);
    await seedLine(ctx, { companyId } as never, 10_000 + i, '2026-07-03T00:00:00Z');
    const place = { bic: null, town: null, country: null };
    await setPayoutAccount(ctx, { company: companyId, holder: name, iban: 'DE75512108001245126199', ...place });
    ids.set(name, companyId);
  }
  await closeMonth(ctx, '2026-07');
  for (const [name, companyId] of ids) ids.set(name, (await statementsOf(ctx, companyId))[0]?.id ?? '');
  const idOf = (name: string) => ids.get(name) ?? '';
  const paymentOf = (name: string) => `${idOf(name).replace('stm_', 'trf_')}_1`;

  // Today, also at a weekend: a later booking is not in the reconciliation yet.
  const day = new Date().toISOString().slice(0, 10);
  await run('pay-file', '--month', '2026-07', '--reason', 'month end', '--execute-on', day, '--out', folder);
  const booked = (name: string, more: Partial<Booking>): Booking => ({
    ...{
      direction: 'DBIT',
      amount: `${100 + names.indexOf(name) / 100}`,
      day,
      reference: paymentOf(name).replaceAll('_', '-'),
    },
    ...{ bankReference: `${name} ${more.direction}`, ...more },
  });
  const path = join(folder, 'bank.xml');
  const bookings = [
    booked('returned', { amount: '100.01' }),
    booked('returned', { amount: '100.01', direction: 'CRDT', returned: 'AC04' }),
    booked('doubled', { amount: '100.02' }),
    booked('doubled', { amount: '100.02', bankReference: 'once more' }),
    booked('unknown', { amount: '100.03', reference: 'NOTPROVIDED' }),
  ];
  writeFileSync(path, dutchStatement(bookings));
  expect(await run('import-bank', path)).toMatchObject({ code: 1 });

  expect((await run('payments')).json).toMatchObject({
    payments: [{ state: 'filed' }, { state: 'filed' }],
    differences: [{ statement: idOf('doubled'), amount: 100.02 }],
  });
  const month = day.slice(0, 7);
  const before = await run('reconcile', '--month', month);
  expect(before.code).toBe(1);

  await decide('end-payment', paymentOf('refused'), '--outcome', 'refused');
  const { entries } = (await run('payments')).json as { entries: { id: string }[] };
  // An entry that the import kept is assigned; an entry that it only counts is recorded by hand.
  if (entries[0]) await decide('assign', entries[0].id, paymentOf('unknown'));
  else await decide('end-payment', paymentOf('unknown'), '--outcome', 'executed', '--bank-reference', 'unknown');
  await decide('settle', idOf('doubled'), '--recover');
  const after = (await run('reconcile', '--month', month)).json as { differences: { id: number; name: string }[] };
  for (const { id } of after.differences) await decide('settle', String(id));

  expect(await run('reconcile', '--month', month)).toMatchObject({ code: 0 });
  expect((await run('payments')).json).toMatchObject({ payments: [], entries: [], differences: [], decisions: [] });
  const states = await Promise.all(names.map(async (name) => (await run('show', idOf(name))).json.status));
  expect(states).toEqual(['failed', 'paid', 'paid', 'paid']);
});

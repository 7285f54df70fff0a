import { beginReconciliation, compareNext, endReconciliation, readOurs } from '../../src/reconciliation/reconcile.js';
import { showReconciliation } from '../../src/reconciliation/reconciliations.js';
import { makeBankFiles, withdrawBankFile } from '../../src/settlements/bank-files.js';
import { importBankStatement } from '../../src/settlements/import-bank-statement.js';
import { setPayoutAccount } from '../../src/settlements/payout-account.js';
import { type Booking, dutchStatement } from '../settlements/bank/statements.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

const BY = { requestedBy: 'finance', reason: 'month end' };
const IBAN = 'DE89370400440532013000';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({
    now: '2026-11-01T00:00:00.000Z',
    env: { PAYMENTS: 'none', BANK_ACCOUNTS: `EUR=${IBAN}` },
  });
});
afterAll(() => ctx.close());

async function reconcile(month: string) {
  const run = await beginReconciliation(ctx, { month, requestedBy: 'test' });
  await readOurs(ctx, run);
  for (let account: string | null = ''; account !== null; ) account = await compareNext(ctx, run, account);
  await endReconciliation(ctx, run);
  return showReconciliation(ctx, run, 100);
}

test("payments by bank file match the bank's bookings, and each difference has its name and its statement", async () => {
  const names = ['paid', 'returned early', 'returned late', 'twice', 'not booked', 'less', 'withdrawn', 'carried out'];
  const of = new Map<string, string>();
  for (const [i, name] of names.entries()) {
    const { companyId } = await seedPayee(ctx);
    await seedLine(ctx, { companyId } as never, 10_000 + i * 100, '2026-10-03T00:00:00Z');
    const place = { bic: null, town: null, country: null };
    await setPayoutAccount(ctx, { company: companyId, holder: 'Partner', iban: 'DE75512108001245126199', ...place });
    of.set(name, companyId);
  }
  await closeMonth(ctx, '2026-10');
  for (const [name, companyId] of of) of.set(name, (await statementsOf(ctx, companyId))[0]?.id ?? '');
  ctx.clock.set('2026-11-11T08:00:00Z');
  const make = async () => (await makeBankFiles(ctx, { month: '2026-10', ...BY })).files[0]?.id ?? '';
  const booked = (name: string, more: Partial<Booking> = {}): Booking => ({
    ...{ direction: 'DBIT', amount: `${100 + names.indexOf(name)}.00`, day: '2026-11-12' },
    ...{
      reference: `${of.get(name)?.replace('stm_', 'trf-')}-1`,
      bankReference: `BANK ${name} ${more.direction}`,
      ...more,
    },
  });
  const take = (...bookings: Booking[]) => importBankStatement(ctx, { file: dutchStatement(bookings), ...BY });
  const back = { direction: 'CRDT', returned: 'AC04' } as const;

  // Two files, one of them withdrawn; the bank still executes a payment of it.
  const withdrawn = await make();
  await withdrawBankFile(ctx, { fileId: withdrawn, ...BY });
  await take(booked('carried out'));
  await make();
  const second = (booking: Booking): Booking => ({ ...booking, reference: booking.reference.replace(/-1$/, '-2') });
  const all = [
    ...['paid', 'returned late', 'twice'].map((name) => booked(name)),
    booked('returned early', back),
    { ...booked('twice'), bankReference: 'once more' },
    booked('less', { amount: '99.00' }),
  ];
  await take(...all.map(second));
  await take(second(booked('returned late', { ...back, day: '2026-11-20' })));
  ctx.clock.set('2026-12-02T04:00:00Z');

  const { run, totals, differences } = await reconcile('2026-11');
  const statements = new Map([...of].map(([name, id]) => [id, name]));
  expect(differences.map(({ name, about }) => `${name} ${statements.get(about ?? '')}`).sort()).toEqual([
    'bank_payment_amount_differs less',
    'bank_payment_missing not booked',
    'bank_payment_missing returned early',
    'bank_payment_missing withdrawn',
    'bank_payment_unknown_to_us twice',
  ]);
  expect(run.differences).toBe(5);
  // Ours: one payment each, and returns of two. Theirs: two payments of `twice`, none of three statements.
  expect(totals).toMatchObject([
    { account: `bank:${IBAN}`, kind: 'bank_payment', oursCount: 8, theirsCount: 6 },
    {
      account: `bank:${IBAN}`,
      kind: 'bank_return',
      oursCount: 2,
      oursMinor: 20_300,
      theirsCount: 2,
      theirsMinor: 20_300,
    },
  ]);
  expect((await reconcile('2026-10')).differences).toEqual([]);
});

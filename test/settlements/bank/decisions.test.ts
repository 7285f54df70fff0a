import { assignToPayment } from '../../../src/settlements/assign-entry.js';
import { makeBankFiles, withdrawBankFile } from '../../../src/settlements/bank-files.js';
import {
  type Apply,
  approveDecision,
  type Decision,
  proposeDecision,
  rejectDecision,
} from '../../../src/settlements/decide.js';
import { summarizeEarnings } from '../../../src/settlements/earnings-summary.js';
import { endPayment } from '../../../src/settlements/end-payment.js';
import { importBankStatement } from '../../../src/settlements/import-bank-statement.js';
import { payStatement } from '../../../src/settlements/pay-statement.js';
import { setPayoutAccount } from '../../../src/settlements/payout-account.js';
import { recordRefusal, recordStrayEntry } from '../../../src/settlements/record-bank-entry.js';
import { rerunStatement } from '../../../src/settlements/rerun-statement.js';
import { settleStatement } from '../../../src/settlements/settle-statement.js';
import { insertImport, listEntries } from '../../../src/settlements/sql/bank-entries.js';
import { listExcessPayments } from '../../../src/settlements/sql/settlement-checks.js';
import { listTransfers } from '../../../src/settlements/sql/settlement-payments.js';
import { findSettlement } from '../../../src/settlements/sql/settlements.js';
import { listPayments } from '../../../src/settlements/statements.js';
import { voidStatement } from '../../../src/settlements/void-statement.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../../support/data/settle.js';
import { type Booking, dutchStatement } from './statements.js';

const BY = { requestedBy: 'ada', reason: 'month end' };
const MINOR = 10_407;

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext({
    now: '2026-11-01T00:00:00.000Z',
    env: { PAYMENTS: 'none', BANK_ACCOUNTS: 'EUR=DE89370400440532013000', PAYMENT_APPROVERS: 'ada,ben' },
  });
});
afterEach(() => ctx.close());

interface Issued {
  id: string;
  companyId: string;
}

/** Statements of 104.07 EUR for October, due on 11 November. */
async function issue(count = 1): Promise<Issued[]> {
  const issued: Issued[] = [];
  for (let i = 0; i < count; i += 1) {
    const { companyId } = await seedPayee(ctx);
    await seedLine(ctx, { companyId } as never, MINOR, '2026-10-03T00:00:00Z');
    const place = { bic: null, town: null, country: null };
    await setPayoutAccount(ctx, { company: companyId, holder: 'Partner', iban: 'DE75512108001245126199', ...place });
    issued.push({ id: '', companyId });
  }
  await closeMonth(ctx, '2026-10');
  for (const statement of issued) statement.id = (await statementsOf(ctx, statement.companyId))[0]?.id ?? '';
  ctx.clock.set('2026-11-11T08:00:00Z');
  return issued;
}

const paymentOf = (statement: string, attempt = 1) => `${statement.replace('stm_', 'trf_')}_${attempt}`;
const file = async (month = '2026-10') => (await makeBankFiles(ctx, { month, ...BY })).files;
const withdraw = (fileId: string) => withdrawBankFile(ctx, { fileId, ...BY });
let entries = 0;
const booked = (statement: string, attempt = 1, more: Partial<Booking> = {}): Booking => ({
  ...{ direction: 'DBIT', amount: '104.07', reference: paymentOf(statement, attempt).replaceAll('_', '-') },
  ...{ bankReference: `BANK-${++entries}`, ...more },
});
const back = { direction: 'CRDT', returned: 'AC04' } as const;
const take = async (...bookings: Booking[]) =>
  (await importBankStatement(ctx, { file: dutchStatement(bookings), ...BY })).entries;
const outcomes = async (...bookings: Booking[]) => (await take(...bookings)).map(({ outcome }) => outcome);
const status = async (id: string) => (await findSettlement(ctx.sql, id))?.status;
const states = async (id: string) => (await listTransfers(ctx.sql, id)).map(({ state }) => state);
/** Lines that wait for the company's next statement, in order of their addition. */
const waiting = async (companyId: string) =>
  (
    await ctx.sql<{ minor: number }[]>`
      SELECT commission_minor AS minor FROM earnings WHERE company_id = ${companyId} AND settlement_id IS NULL ORDER BY created_at, id`
  ).map(({ minor }) => minor);

async function decide(decision: Decision, apply: Apply): Promise<string[]> {
  const { id, effects } = await proposeDecision(ctx, decision, apply, BY);
  await approveDecision(ctx, { id: id ?? '', approvedBy: 'ben' }, apply);
  return effects;
}

const end = (object: string, outcome: string, amountMinor: number | null = null) =>
  decide({ kind: 'end_payment', object, input: { outcome, amountMinor, reference: null } }, endPayment);
const settle = (object: string, recover: boolean) =>
  decide({ kind: 'settle', object, input: { recover } }, settleStatement);

test('a payment that the bank refused ends alone, and the next file pays its statement', async () => {
  const [refused, paid] = (await issue(2)) as [Issued, Issued];
  await file();
  await take(booked(paid.id));
  expect(await status(refused.id)).toBe('paying');
  expect(await end(paymentOf(refused.id), 'refused')).toEqual([
    `${paymentOf(refused.id)} (104.07 EUR) was filed and becomes refused.`,
    `${refused.id} was paying and becomes failed.`,
    'No file pays it until `settlement pay`.',
  ]);
  expect([await status(refused.id), await status(paid.id)]).toEqual(['failed', 'paid']);
  expect(await file()).toEqual([]);
  await payStatement(ctx, { settlementId: refused.id, ...BY });
  expect(await file()).toMatchObject([{ payments: 1, sumMinor: MINOR }]);
});

test('a payment that an earlier file executed is in no later file', async () => {
  const [{ id }] = (await issue()) as [Issued];
  const [first] = await file();
  await withdraw(first?.id ?? '');
  const [second] = await file();
  expect(await take(booked(id))).toMatchObject([
    { outcome: 'after_withdrawal', nextStep: expect.stringContaining('withdraw-file') },
  ]);
  // The statement is paid, and the second payment may still follow.
  expect(await listExcessPayments(ctx.sql, 10)).toEqual([id]);
  expect([await status(id), await states(id)]).toEqual(['paid', ['executed', 'filed']]);
  await withdraw(second?.id ?? '');
  expect(await listExcessPayments(ctx.sql, 10)).toEqual([]);
  expect(await file()).toEqual([]);
  await expect(payStatement(ctx, { settlementId: id, ...BY })).rejects.toThrow('is paid');
  expect([await status(id), await states(id)]).toEqual(['paid', ['executed', 'withdrawn']]);
});

test('lines of a void statement stay off others after its payment was executed', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  const [first] = await file();
  await withdraw(first?.id ?? '');
  await voidStatement(ctx, { settlementId: id, ...BY });
  expect(await take(booked(id))).toMatchObject([
    { outcome: 'after_withdrawal', nextStep: expect.stringContaining(`settlement settle ${id} --recover`) },
  ]);
  const rerun = { company: companyId, month: '2026-10', currency: 'EUR', ...BY };
  expect(await rerunStatement(ctx, rerun)).toMatchObject({
    outcome: 'refused',
    message: expect.stringContaining(`settlement settle ${id} --recover`),
  });
  ctx.clock.set('2026-12-01T00:00:00Z');
  // The overview promises no payment of lines that a close leaves out.
  const overview = await summarizeEarnings(ctx, { companyId, mode: 'live', span: '30d' });
  expect([overview.statement?.amounts, overview.payments]).toEqual([[], []]);
  await closeMonth(ctx, '2026-11');
  expect((await statementsOf(ctx, companyId)).map((statement) => statement.status)).toEqual(['void']);
  // A person takes the money off the next statement: the lines and the adjustment make nothing together.
  await settle(id, true);
  ctx.clock.set('2027-01-01T00:00:00Z');
  await closeMonth(ctx, '2026-12');
  expect((await statementsOf(ctx, companyId)).at(-1)).toMatchObject({
    month: '2026-12',
    status: 'carried',
    amount: { minor: 0 },
  });
});

test('a rerun before the late execution leaves a version that no file pays', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  const [first] = await file();
  await withdraw(first?.id ?? '');
  await voidStatement(ctx, { settlementId: id, ...BY });
  await rerunStatement(ctx, { company: companyId, month: '2026-10', currency: 'EUR', ...BY });
  await take(booked(id));
  const made = await makeBankFiles(ctx, { month: '2026-10', ...BY });
  expect(made.files).toEqual([]);
  expect(made.leftOut).toMatchObject([{ why: expect.stringContaining(`of the void version ${id}`) }]);
  await settle(id, true);
  expect(await file()).toHaveLength(1);
  expect(await waiting(companyId)).toEqual([-MINOR]);
});

test.each([
  ['a credit of the duplicate', ['104.07'], ['offset'], []],
  ['credits of the duplicate and of a part', ['104.07', '4.07'], ['offset', 'returned'], [407]],
  ['a credit of more than the duplicate', ['110.00'], ['returned'], [593]],
  ['credits of both payments', ['104.07', '104.07'], ['offset', 'returned'], [MINOR]],
])('%s offsets the duplicate before it counts as a return', async (_, amounts, expected, owed) => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  await file();
  expect(await outcomes(booked(id), booked(id))).toEqual(['paid', 'paid_twice']);
  const credits = amounts.map((amount) => booked(id, 1, { direction: 'CRDT', amount, isReversal: true }));
  expect(await outcomes(...credits)).toEqual(expected);
  expect(await waiting(companyId)).toEqual(owed);
  expect(await status(id)).toBe('paid');
});

test('a payment recorded by hand is owed again after its return', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  const [first] = await file();
  await withdraw(first?.id ?? '');
  // Finance sees the payment in online banking before the file of the bank is there.
  await payStatement(ctx, { settlementId: id, ...BY, paymentReference: 'BANK-77' });
  expect(await outcomes(booked(id, 1, { bankReference: 'BANK-77' }))).toEqual(['confirmed']);
  expect([await status(id), await states(id)]).toEqual(['paid', ['executed', 'withdrawn']]);
  expect(await outcomes(booked(id, 1, back))).toEqual(['returned']);
  expect(await waiting(companyId)).toEqual([MINOR]);
});

test('a late execution that is returned is owed again', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  const [first] = await file();
  await withdraw(first?.id ?? '');
  expect(await outcomes(booked(id))).toEqual(['after_withdrawal']);
  expect(await outcomes(booked(id, 1, { ...back, amount: '100.00' }))).toEqual(['returned']);
  expect(await waiting(companyId)).toEqual([10_000]);
  expect(await status(id)).toBe('paid');
});

test('a payment ends as executed in part, and the rest is owed again', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  await file();
  expect(await outcomes(booked(id, 1, { amount: '100.00' }))).toEqual(['amount_differs']);
  await end(paymentOf(id), 'executed', 10_000);
  expect([await status(id), await waiting(companyId)]).toEqual(['paid', [407]]);
});

test('a payment that a person ended as executed is confirmed by the entry of the bank', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  await file();
  await end(paymentOf(id), 'executed');
  expect(await status(id)).toBe('paid');
  expect(await outcomes(booked(id))).toEqual(['confirmed']);
  expect(await outcomes(booked(id))).toEqual(['paid_twice']);
  await end(paymentOf(id), 'returned', MINOR);
  expect([await status(id), await waiting(companyId)]).toEqual(['paid', []]);
});

test('an entry moves to the payment that a person assigns it to', async () => {
  const [statement, other] = (await issue(2)) as [Issued, Issued];
  await file();
  await take(booked(statement.id));
  const [entry] = await listEntries(ctx.sql, [paymentOf(statement.id)]);
  const payment = paymentOf(other.id);
  await decide({ kind: 'assign', object: entry?.id ?? '', input: { payment } }, assignToPayment);
  expect(await status(other.id)).toBe('paid');
  // The first was paid before: its part without a payment is owed again.
  expect([await status(statement.id), await waiting(statement.companyId)]).toEqual(['paid', [MINOR]]);
});

test('a difference that is settled stays settled, until the bank books another entry', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  await file();
  await take(booked(id), booked(id));
  expect(await settle(id, false)).toEqual([
    `The bank paid 104.07 EUR beyond what ${id} (paid) pays. The difference is settled.`,
    'It is written off: no statement takes it off or pays it.',
  ]);
  await expect(settle(id, false)).rejects.toThrow('no difference to settle');
  expect(await outcomes(booked(id))).toEqual(['paid_twice']);
  await settle(id, true);
  expect(await waiting(companyId)).toEqual([-MINOR]);
});

test('a return after its difference was settled names the command for the difference', async () => {
  const [{ id, companyId }] = (await issue()) as [Issued];
  await file();
  await take(booked(id), booked(id));
  await settle(id, false);
  const [returned] = await take(booked(id, 1, back));
  expect(returned?.nextStep).toContain(`settlement settle ${id} --recover`);
  expect(await waiting(companyId)).toEqual([]);
});

test('list of failed statements leaves out payments that the next file repeats', async () => {
  const [statement, other] = (await issue(2)) as [Issued, Issued];
  const [made] = await file();
  await withdraw(made?.id ?? '');
  expect([await status(statement.id), (await listPayments(ctx, 10)).failed]).toEqual(['failed', []]);
  await file();
  await end(paymentOf(other.id, 2), 'refused');
  expect((await listPayments(ctx, 10)).failed).toMatchObject([{ id: other.id, companyId: other.companyId }]);
});

test('a decision takes effect when a second person approves it, once', async () => {
  const [{ id }] = (await issue()) as [Issued];
  await file();
  const decision = {
    kind: 'end_payment' as const,
    object: paymentOf(id),
    input: { outcome: 'refused', amountMinor: null, reference: null },
  };
  const dry = await proposeDecision(ctx, decision, endPayment, BY, true);
  expect(dry).toMatchObject({ id: null, approvers: ['ben'] });
  const first = await proposeDecision(ctx, decision, endPayment, BY);
  const again = await proposeDecision(ctx, decision, endPayment, BY);
  expect(again.id).toBe(first.id);
  expect(await status(id)).toBe('paying');
  const approve = (approvedBy: string, dryRun = false) =>
    approveDecision(ctx, { id: first.id ?? '', approvedBy }, endPayment, dryRun);
  await expect(approve('ada')).rejects.toThrow('another person must approve it');
  await expect(approve('eve')).rejects.toThrow('PAYMENT_APPROVERS does not name them');
  expect(await approve('ben', true)).toMatchObject({ state: 'proposed' });
  const both = await Promise.all([approve('ben'), approve('ben')]);
  expect(both.map(({ state }) => state)).toEqual(['applied', 'applied']);
  expect(await states(id)).toEqual(['refused']);
  await expect(rejectDecision(ctx, { id: first.id ?? '', requestedBy: 'ada' })).rejects.toThrow('was approved by ben');
  const audit =
    await ctx.sql`SELECT actor, action FROM audit_log WHERE action LIKE 'settlement.%' AND object_id = ${first.id}`;
  expect(audit.map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual([
    'ada settlement.propose',
    'ben settlement.approve',
  ]);
});

test('an approval is refused after the effects have changed', async () => {
  const [{ id }] = (await issue()) as [Issued];
  await file();
  const input = { outcome: 'executed', amountMinor: null, reference: null };
  const decision = { kind: 'end_payment' as const, object: paymentOf(id), input };
  const { id: proposed } = await proposeDecision(ctx, decision, endPayment, BY);
  await take(booked(id, 1, { amount: '104.00' }), booked(id, 1, { amount: '0.07' }));
  await expect(approveDecision(ctx, { id: proposed ?? '', approvedBy: 'ben' }, endPayment)).rejects.toThrow(
    'is executed already',
  );
  await rejectDecision(ctx, { id: proposed ?? '', requestedBy: 'ada' });
});

test('a decision is refused while no other person may approve it', async () => {
  const [{ id }] = (await issue()) as [Issued];
  await file();
  const alone = { ...ctx, config: { ...ctx.config, paymentApprovers: ['ada'] } };
  const input = { outcome: 'refused', amountMinor: null, reference: null };
  await expect(
    proposeDecision(alone, { kind: 'end_payment', object: paymentOf(id), input }, endPayment, BY),
  ).rejects.toThrow('PAYMENT_APPROVERS names nobody but you');
});

test('a refusal that the bank reports ends the payment, once, and not after its execution', async () => {
  const [refused, paid] = (await issue(2)) as [Issued, Issued];
  await file();
  await take(booked(paid.id));
  const report = (statement: string) =>
    ctx.sql.begin((tx) => recordRefusal(ctx, tx, paymentOf(statement), 'AC04', { requestedBy: 'ada' }));
  expect((await report(refused.id)).outcome).toBe('refused');
  expect((await report(refused.id)).outcome).toBe('known');
  expect((await report(paid.id)).outcome).toBe('known');
  expect(await findSettlement(ctx.sql, refused.id)).toMatchObject({
    status: 'failed',
    failure: expect.stringContaining('AC04'),
  });
  expect(await status(paid.id)).toBe('paid');
});

test('an entry without a payment is listed with its suggestion, and pays after a person assigned it', async () => {
  const [{ id }] = (await issue()) as [Issued];
  await file();
  const entry = {
    ...{
      id: 'entry-1',
      iban: 'DE89370400440532013000',
      direction: 'debit' as const,
      isReversal: false,
      instructed: null,
    },
    ...{
      amount: { minor: MINOR, currency: 'EUR' },
      bookedOn: '2026-11-12',
      bankReference: 'BANK-9',
      returnReason: null,
    },
  };
  const stray = () =>
    ctx.sql.begin(async (tx) => recordStrayEntry(ctx, tx, entry, await insertImport(tx, BY, ctx.clock.now())));
  expect([await stray(), await stray()]).toEqual([true, false]);
  expect(await listPayments(ctx, 10)).toMatchObject({
    payments: [{ id: paymentOf(id), state: 'filed' }],
    entries: [{ id: 'entry-1', suggestions: [paymentOf(id)] }],
  });
  await decide({ kind: 'assign', object: 'entry-1', input: { payment: paymentOf(id) } }, assignToPayment);
  expect(await findSettlement(ctx.sql, id)).toMatchObject({ status: 'paid', paymentReference: 'BANK-9' });
  expect(await listPayments(ctx, 10)).toMatchObject({ payments: [], entries: [], differences: [], decisions: [] });
});

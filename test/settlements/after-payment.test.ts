import { reverseSale } from '../../src/earnings/reverse-sale.js';
import { adjustCompany } from '../../src/settlements/adjust-company.js';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import { showStatement } from '../../src/settlements/statements.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { advanceAll, closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

let ctx: TestContext;
let partner: Seller;
let paid: string;
let sales: { saleId: string }[];

const who = { requestedBy: 'Fiona', reason: 'the rate was 12 %' };

/** October with two sales of 60 each, paid on 11 November. */
beforeEach(async () => {
  ctx = await createTestContext({ now: '2026-10-01T00:00:00.000Z' });
  partner = await seedPayee(ctx, { minimum: 0 });
  const at = '2026-10-10T18:00:00Z';
  const event = await addTicketedEvent(ctx, { startsAt: at, endsAt: at, reward: { kind: 'flat', amountMinor: 6000 } });
  sales = [await addSale(ctx, partner, event), await addSale(ctx, partner, event)];
  ctx.clock.set('2026-11-01T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  ctx.clock.set('2026-11-11T00:00:00Z');
  await advanceAll(ctx, partner.companyId);
  const [statement] = await statementsOf(ctx, partner.companyId);
  expect(statement).toMatchObject({ status: 'paid', amount: { minor: 12000 } });
  paid = statement?.id ?? '';
});
afterEach(() => ctx.close());

const rerun = () => rerunStatement(ctx, { month: '2026-10', company: partner.companyId, currency: 'EUR', ...who }, {});
const adjust = (amount: number, currency = 'EUR') =>
  adjustCompany(ctx, { company: partner.companyId, currency, amount, month: '2026-10', ...who });

/** The next month's lines, by kind; the ledger's total equals all past and future payments of statements. */
async function nextMonth(): Promise<[string, number][]> {
  ctx.clock.set('2026-12-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  await closeMonth(ctx, '2026-11');
  const statements = await statementsOf(ctx, partner.companyId);
  const [sum] = await ctx.sql`SELECT sum(commission_minor)::bigint AS ledger FROM ledger_entries`;
  expect(statements.reduce((total, { amount }) => total + amount.minor, 0)).toBe(sum?.ledger);
  const lines = await ctx.sql<{ kind: string; minor: number }[]>`
    SELECT e.kind, l.commission_minor AS minor FROM settlement_lines l JOIN earnings e ON e.id = l.earning_id
    WHERE l.settlement_id <> ${paid} ORDER BY 2`;
  return lines.map(({ kind, minor }) => [kind, minor]);
}

test.each<[string, () => Promise<unknown>, [string, number][]]>([
  [
    'a sale that should not have been on it',
    () => reverseSale(ctx, { saleId: sales[0]?.saleId ?? '', reason: 'fraud' }),
    [['refund', -6000]],
  ],
  [
    'a part of one',
    () => reverseSale(ctx, { saleId: sales[0]?.saleId ?? '', reason: 'chargeback', amount: 22.2 }),
    [['refund', -3000]],
  ],
  ['a line that came late', () => seedLine(ctx, partner, 500, '2026-10-30T00:00:00Z'), [['adjustment', 500]]],
])('%s: the rerun tells it, refuses, and the next month lists it once', async (_what, happen, lines) => {
  await happen();
  for (const _ of [1, 2]) {
    expect(await rerun()).toMatchObject({
      outcome: 'refused',
      differences: lines.map(([, after]) => ({ before: null, after })),
    });
  }
  expect(await nextMonth()).toEqual(lines);
  expect(await rerun()).toMatchObject({ outcome: 'unchanged' });
});

test('a wrong rate is adjusted by hand: a line of the next month, with who and why on both statements', async () => {
  expect(await rerun()).toMatchObject({
    outcome: 'unchanged',
    message: expect.stringMatching(/corrected with `adjust`/),
  });
  const id = await adjust(24);
  expect(await rerun()).toMatchObject({ outcome: 'refused', differences: [{ earningId: id, after: 2400 }] });
  expect(await nextMonth()).toEqual([['adjustment', 2400]]);
  for (const statement of await statementsOf(ctx, partner.companyId)) {
    const { runs } = await showStatement(ctx, statement.id, { lines: 1 });
    expect(runs.filter(({ kind }) => kind === 'adjust')).toMatchObject([
      { ...who, month: '2026-10', result: { earningId: id, amount: 24 } },
    ]);
  }
});

test('all of it at once', async () => {
  await reverseSale(ctx, { saleId: sales[1]?.saleId ?? '', reason: 'duplicate' });
  await seedLine(ctx, partner, 9000, '2026-10-31T23:59:59.999Z');
  await adjust(-1.5);
  expect((await rerun()).differences).toHaveLength(3);
  expect(await nextMonth()).toEqual([
    ['refund', -6000],
    ['adjustment', -150],
    ['adjustment', 9000],
  ]);
});

test('the amount must not be zero, or with more digits than its currency, is refused', async () => {
  await expect(adjust(0)).rejects.toThrow('amount: must not be zero');
  await expect(adjust(1.005)).rejects.toThrow('1.005 has more digits than EUR');
  await expect(adjust(10.5, 'JPY')).rejects.toThrow('10.5 has more digits than JPY');
  await expect(adjust(0.001, 'KWD')).resolves.toMatch(/^ern_/);
});

import { matureEarnings } from '../../src/earnings/mature-earnings.js';
import { reverseSale } from '../../src/earnings/reverse-sale.js';
import { adjustCompany } from '../../src/settlements/adjust-company.js';
import { advancePayment } from '../../src/settlements/advance-payment.js';
import { transferId } from '../../src/settlements/begin-attempt.js';
import { payStatement } from '../../src/settlements/pay-statement.js';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import { listTransfers } from '../../src/settlements/sql/settlement-payments.js';
import { voidStatement } from '../../src/settlements/void-statement.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { advanceAll, closeMonth, listedMinor, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

const DAY = 86_400_000;

let ctx: TestContext;
let partner: Seller;
beforeEach(async () => {
  ctx = await createTestContext({ now: '2026-11-01T00:00:00.000Z' });
  partner = await seedPayee(ctx);
});
afterEach(() => ctx.close());

const asked = { requestedBy: 'Fiona', reason: 'a late line' };
const rerun = (month = '2026-10') =>
  rerunStatement(ctx, { month, company: partner.companyId, currency: 'EUR', ...asked });
const adjust = (amount: number, more: { again?: boolean; reason?: string } = {}) =>
  adjustCompany(ctx, { company: partner.companyId, currency: 'EUR', amount, month: '2026-10', ...asked, ...more });
const shown = async () =>
  (await statementsOf(ctx, partner.companyId)).map(({ month, version, status, amount }) =>
    [month, version, status, amount.minor].join(' '),
  );

async function issued(amountMinor = 6000): Promise<string> {
  await seedLine(ctx, partner, amountMinor, '2026-10-03T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  return (await statementsOf(ctx, partner.companyId))[0]?.id ?? '';
}

/** How two requests at once ended. */
async function both(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<string[]> {
  const ended = await Promise.allSettled([one(), other()]);
  return ended.map((end) => (end.status === 'fulfilled' ? 'done' : String(end.reason.message))).sort();
}

describe('two people at once', () => {
  test('rerun: one new version', async () => {
    await issued();
    await seedLine(ctx, partner, 100, '2026-10-04T00:00:00Z');
    const outcomes = await Promise.all([rerun(), rerun()]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['reissued', 'unchanged']);
    expect(await shown()).toEqual(['2026-10 1 void 6000', '2026-10 2 issued 6100']);
  });

  test('void: once', async () => {
    const id = await issued();
    const take = () => voidStatement(ctx, { settlementId: id, ...asked });
    expect(await both(take, take)).toEqual(['done', expect.stringMatching(/is void: only an issued or failed/)]);
  });

  test('pay by hand: one payment', async () => {
    const id = await issued();
    const pay = (paymentReference: string) => () => payStatement(ctx, { settlementId: id, ...asked, paymentReference });
    expect(await both(pay('WIRE 1'), pay('WIRE 2'))).toEqual([
      'done',
      expect.stringMatching(/is paid: only an issued or failed/),
    ]);
    expect(await listTransfers(ctx.sql, id)).toHaveLength(1);
  });

  test('pay and void: only one succeeds, and a void statement is never paid', async () => {
    const id = await issued();
    await both(
      () => voidStatement(ctx, { settlementId: id, ...asked }),
      () => payStatement(ctx, { settlementId: id, ...asked }),
    );
    await advanceAll(ctx, partner.companyId);
    const [statement] = await statementsOf(ctx, partner.companyId);
    const sent = await ctx.sql`SELECT key FROM simulated_transfers`;
    expect(sent).toHaveLength(statement?.status === 'paid' ? 1 : 0);
    expect(['void', 'paid']).toContain(statement?.status);
  });

  test('the same adjustment: once; with another reason, or marked as another one: again', async () => {
    expect(
      await both(
        () => adjust(12),
        () => adjust(12),
      ),
    ).toEqual([
      'done',
      expect.stringMatching(/^the same adjustment was made by Fiona at 2026-11-01T00:00:00.000Z: ern_\w+\. .*--again$/),
    ]);
    await expect(adjust(12)).rejects.toThrow(/the same adjustment/);
    await adjust(12, { again: true });
    await adjust(12, { reason: 'x'.repeat(5000) });
    expect(await ctx.sql`SELECT id FROM earnings`).toHaveLength(3);
    expect(await ctx.sql`SELECT id FROM settlement_runs WHERE kind = 'adjust'`).toHaveLength(3);
  });

  test('a close, a rerun and a refund at the same time: no line twice, none lost', async () => {
    ctx.clock.set('2026-10-01T00:00:00Z');
    const at = '2026-10-10T18:00:00Z';
    const event = await addTicketedEvent(ctx, {
      startsAt: at,
      endsAt: at,
      reward: { kind: 'flat', amountMinor: 6000 },
    });
    const sales = [];
    for (let n = 0; n < 6; n += 1) sales.push(await addSale(ctx, partner, event));
    ctx.clock.set('2026-11-01T00:00:00Z');
    while ((await matureEarnings(ctx, { limit: 500 })).more);
    await Promise.all([
      closeMonth(ctx, '2026-10'),
      rerun(),
      ...sales.slice(0, 3).map(({ saleId }) => reverseSale(ctx, { saleId, reason: 'fraud' })),
    ]);
    ctx.clock.set('2026-12-01T00:00:00Z');
    await closeMonth(ctx, '2026-11');
    const [ledger] = await ctx.sql`SELECT sum(commission_minor)::bigint AS minor FROM ledger_entries`;
    const marked = await ctx.sql`SELECT sum(commission_minor)::bigint AS minor FROM earnings WHERE settles`;
    expect(marked).toEqual([{ minor: ledger?.minor }]);
    const valid = (await statementsOf(ctx, partner.companyId)).filter(({ status }) => status !== 'void');
    for (const { id, amount } of valid) expect(await listedMinor(ctx, id)).toBe(amount.minor);
    expect(await ctx.sql`SELECT id FROM earnings WHERE settles AND settlement_id IS NULL`).toEqual([]);
  });
});

test('while a transfer has no answer yet, the statement can be neither void, nor rerun, nor paid by hand', async () => {
  const id = await issued();
  ctx.clock.set('2026-11-11T00:00:00Z');
  const silent = { ...ctx.payouts, send: () => Promise.reject(new Error('no answer')) };
  await expect(advancePayment({ ...ctx, payouts: silent }, id)).rejects.toThrow('no answer');
  await seedLine(ctx, partner, 100, '2026-10-04T00:00:00Z');
  await expect(voidStatement(ctx, { settlementId: id, ...asked })).rejects.toThrow(/is paying/);
  await expect(payStatement(ctx, { settlementId: id, ...asked, paymentReference: 'W' })).rejects.toThrow(/is paying/);
  expect(await rerun()).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/is paying/) });
  expect(await shown()).toEqual(['2026-10 1 paying 6000']);
});

test('failed three times and rerun: the new version is paid with transfer ids of its own, the old one never', async () => {
  const bad = await seedPayee(ctx, { reference: 'SIM-FAIL-2' });
  partner = bad;
  const old = await issued();
  ctx.clock.set('2026-11-11T00:00:00Z');
  await advancePayment(ctx, old);
  ctx.clock.advance(DAY);
  await advancePayment(ctx, old);
  await seedLine(ctx, partner, -1000, '2026-10-05T00:00:00Z');
  const { settlementId } = await rerun();
  ctx.clock.advance(30 * DAY);
  for (let n = 0; n < 4; n += 1) {
    await advanceAll(ctx, partner.companyId);
    ctx.clock.advance(5 * DAY);
  }
  expect(await shown()).toEqual(['2026-10 1 void 6000', '2026-10 2 paid 5000']);
  const sent = await ctx.sql`SELECT key, amount_minor FROM simulated_transfers WHERE outcome = 'succeeded'`;
  expect(sent).toEqual([{ key: transferId(settlementId ?? '', 3), amountMinor: 5000 }]);
});

test('adjustments, reruns and closes in turn: each adjustment is listed once', async () => {
  await issued();
  await adjust(-5);
  expect(await rerun()).toMatchObject({ outcome: 'unchanged' });
  ctx.clock.set('2026-12-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  await adjust(70, { reason: 'goodwill' });
  expect(await rerun()).toMatchObject({ outcome: 'unchanged' });
  ctx.clock.set('2027-01-01T00:00:00Z');
  await closeMonth(ctx, '2026-12');
  expect(await rerun('2026-11')).toMatchObject({
    outcome: 'refused',
    message: expect.stringMatching(/2026-12: rerun that/),
  });
  await rerun('2026-12');
  expect(await shown()).toEqual(['2026-10 1 issued 6000', '2026-11 1 carried -500', '2026-12 1 issued 6500']);
});

import type { PayoutsPort } from '../../src/payments/payouts-port.js';
import { advancePayment, payLines } from '../../src/settlements/advance-payment.js';
import { listTransfers } from '../../src/settlements/sql/settlement-payments.js';
import { findSettlement } from '../../src/settlements/sql/settlements.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

const DAY = 86_400_000;

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext({ now: '2026-11-01T00:00:00.000Z' });
});
afterEach(() => ctx.close());

/** A statement of 60 EUR, due on 11 November. */
async function issue(reference?: string): Promise<{ id: string; companyId: string }> {
  const partner = await seedPayee(ctx, { reference });
  await seedLine(ctx, partner, 7000, '2026-10-03T00:00:00Z');
  await seedLine(ctx, partner, -1000, '2026-10-03T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  const [statement] = await statementsOf(ctx, partner.companyId);
  return { id: statement?.id ?? '', companyId: partner.companyId };
}

const sendings = async () =>
  (await ctx.sql<{ n: number }[]>`SELECT sum(sendings)::int AS n FROM simulated_transfers`)[0]?.n;

test('is paid on its day and not before, and its earnings follow', async () => {
  const { id, companyId } = await issue();
  expect(await advancePayment(ctx, id)).toEqual({ status: 'issued', waitMs: 10 * DAY });
  ctx.clock.set('2026-11-10T23:59:59.999Z');
  expect(await advancePayment(ctx, id)).toEqual({ status: 'issued', waitMs: 1 });
  ctx.clock.advance(1);
  expect(await advancePayment(ctx, id)).toEqual({ status: 'paid', waitMs: null });
  expect(await findSettlement(ctx.sql, id)).toMatchObject({
    status: 'paid',
    paidAt: new Date('2026-11-11T00:00:00Z'),
    paymentReference: expect.stringMatching(/^sim_wire_/),
    linesPaidAt: null,
  });
  expect(await payLines(ctx, id, '')).toBeNull();
  const earnings =
    await ctx.sql`SELECT status, commission_minor FROM earnings WHERE company_id = ${companyId} ORDER BY 2`;
  expect(earnings.map((earning) => earning.status)).toEqual(['reversed', 'paid']);
  expect((await findSettlement(ctx.sql, id))?.linesPaidAt).not.toBeNull();
});

test('repeating every step, side by side, sends one transfer', async () => {
  const { id } = await issue();
  ctx.clock.set('2026-11-11T00:00:00Z');
  await Promise.all(Array.from({ length: 8 }, () => advancePayment(ctx, id)));
  await advancePayment(ctx, id);
  const transfers = await ctx.sql`SELECT key, amount_minor FROM simulated_transfers`;
  expect(transfers).toMatchObject([{ amountMinor: 6000 }]);
  expect(await listTransfers(ctx.sql, id)).toMatchObject([{ attempt: 1, state: 'executed', executedMinor: 6_000 }]);
});

test('a transfer that timed out is looked up and not sent again', async () => {
  const { id } = await issue('SIM-TIMEOUT');
  ctx.clock.set('2026-11-11T00:00:00Z');
  await expect(advancePayment(ctx, id)).rejects.toThrow('no answer');
  expect(await findSettlement(ctx.sql, id)).toMatchObject({ status: 'paying', attempts: 1 });
  expect(await advancePayment(ctx, id)).toEqual({ status: 'paid', waitMs: null });
  expect(await sendings()).toBe(1);
});

test('a transfer that never arrived is sent again under its own name', async () => {
  const { id } = await issue();
  ctx.clock.set('2026-11-11T00:00:00Z');
  const keys: string[] = [];
  const lost: PayoutsPort = {
    ...ctx.payouts,
    send: async ({ key }) => {
      keys.push(key);
      throw new Error('the line is down');
    },
  };
  await expect(advancePayment({ ...ctx, payouts: lost }, id)).rejects.toThrow('the line is down');
  await expect(advancePayment({ ...ctx, payouts: lost }, id)).rejects.toThrow('the line is down');
  expect(await advancePayment(ctx, id)).toEqual({ status: 'paid', waitMs: null });
  expect(new Set(keys).size).toBe(1);
  expect(await ctx.sql`SELECT key FROM simulated_transfers`).toEqual([{ key: keys[0] }]);
});

test('a refused transfer is tried again after 1, 3 and 5 days, and then never', async () => {
  const { id } = await issue('SIM-FAIL');
  ctx.clock.set('2026-11-11T00:00:00Z');
  for (const days of [1, 3, 5]) {
    expect(await advancePayment(ctx, id)).toEqual({ status: 'failed', waitMs: days * DAY });
    ctx.clock.advance(days * DAY - 1);
    expect(await advancePayment(ctx, id)).toEqual({ status: 'failed', waitMs: 1 });
    ctx.clock.advance(1);
  }
  const alerts = jest.spyOn(ctx.log, 'error');
  expect(await advancePayment(ctx, id)).toEqual({ status: 'failed', waitMs: null });
  expect(alerts).toHaveBeenCalledWith(expect.objectContaining({ alert: 'settlement_unpaid' }), expect.any(String));
  expect(await listTransfers(ctx.sql, id)).toHaveLength(4);
});

test('a statement that failed twice is paid by the third transfer', async () => {
  const { id } = await issue('SIM-FAIL-2');
  ctx.clock.set('2026-11-11T00:00:00Z');
  await advancePayment(ctx, id);
  ctx.clock.advance(DAY);
  await advancePayment(ctx, id);
  ctx.clock.advance(3 * DAY);
  expect(await advancePayment(ctx, id)).toEqual({ status: 'paid', waitMs: null });
  expect((await listTransfers(ctx.sql, id)).map(({ state }) => state)).toEqual(['refused', 'refused', 'executed']);
});

test('without a processor for transfers, a due statement waits and does not fail', async () => {
  const { id } = await issue();
  ctx.clock.set('2026-11-11T00:00:00Z');
  const without = { ...ctx, payouts: { ...ctx.payouts, methods: [] } };
  expect(await advancePayment(without, id)).toEqual({ status: 'issued', waitMs: 3_600_000 });
});

test('the database refuses a second transfer that may arrive, and a statement going backwards', async () => {
  const { id } = await issue();
  ctx.clock.set('2026-11-11T00:00:00Z');
  await advancePayment(ctx, id);
  const now = ctx.clock.now();
  await expect(
    ctx.sql`INSERT INTO settlement_transfers (id, settlement_id, attempt, state, amount_minor, currency, begun_at)
      VALUES ('x', ${id}, 9, 'begun', 1, 'EUR', ${now}), ('y', ${id}, 10, 'filed', 1, 'EUR', ${now})`,
  ).rejects.toThrow(/settlement_transfers_once/);
  await expect(ctx.sql`UPDATE settlements SET status = 'void', paid_at = NULL WHERE id = ${id}`).rejects.toThrow(
    /cannot go from paid to void/,
  );
});

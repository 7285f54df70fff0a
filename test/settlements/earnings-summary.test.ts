import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { toDecimal, toMinor } from '../../src/core/money.js';
import { DAY } from '../../src/core/time.js';
import { type Caller, UNLIMITED_AGREEMENT } from '../../src/core/viewer.js';
import { endpointNotices } from '../../src/deliveries/endpoints/alerts.js';
import { listEarnings } from '../../src/earnings/list-earnings.js';
import { reverseSale } from '../../src/earnings/reverse-sale.js';
import type { EarningsQuery } from '../../src/earnings/wire.js';
import { summarizeEarnings } from '../../src/settlements/earnings-summary.js';
import { earningsCsv, STATEMENT_PARTS } from '../../src/settlements/explained-earnings.js';
import { endOfMonth, monthOf } from '../../src/settlements/rules/settlement.js';
import { setVat } from '../../src/settlements/set-vat.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ now: '2026-10-03T10:00:00.000Z' });
});
afterAll(() => ctx.close());

const step = fc.oneof(
  fc.record({ what: fc.constant('sale' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('adjust' as const), minor: fc.integer({ min: -300, max: 9_000 }) }),
  fc.record({ what: fc.constant('reverse' as const), which: fc.nat(5) }),
  fc.record({ what: fc.constant('advance' as const), days: fc.integer({ min: 1, max: 4 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Sales, corrections, reversals and days, for a partner of its own. */
async function play(currency: string, steps: readonly Step[]): Promise<Seller> {
  ctx.clock.set('2026-10-03T10:00:00.000Z');
  // What earlier histories owe is not closed again.
  await ctx.sql`DELETE FROM settlement_terms`;
  const partner = await seedPayee(ctx, { currency, minimum: 0 });
  const event = await addTicketedEvent(ctx, { currency, reward: { kind: 'flat', amountMinor: 500 } });
  const sales: string[] = [];
  for (const step of steps) {
    if (step.what === 'sale') sales.push((await addSale(ctx, partner, event, step)).saleId);
    else if (step.what === 'adjust' && step.minor !== 0)
      await seedLine(ctx, partner, step.minor, ctx.clock.now(), currency);
    else if (step.what === 'advance') ctx.clock.advance(step.days * DAY);
    else if (step.what === 'reverse') {
      const saleId = sales.splice(step.which % Math.max(1, sales.length), 1)[0];
      if (saleId) await reverseSale(ctx, { saleId, reason: 'fraud' });
    }
  }
  return partner;
}

const callerOf = ({ companyId, keyId }: Seller) =>
  ({ companyId, keyId, mode: 'live', kind: 'server', agreement: UNLIMITED_AGREEMENT }) as unknown as Caller;

/** The ledger's amount of these records: a sale that was reversed before it was paid, and its reversal, count zero. */
const counted = (
  rows: readonly { id: string; commission: number | string }[],
  settling: Set<string>,
  currency: string,
) =>
  rows
    .filter(({ id }) => settling.has(id))
    .reduce((sum, { commission }) => sum + toMinor(Number(commission), currency), 0);

test("every figure of the overview equals the API's, the CSV's and the next statement's", async () => {
  const histories = fc.asyncProperty(
    fc.constantFrom('EUR', 'JPY', 'KWD'),
    fc.array(step, { minLength: 4, maxLength: 14 }),
    async (currency, steps) => {
      const partner = await play(currency, steps);
      const { companyId } = partner;
      const api = async (query: Partial<EarningsQuery>) =>
        listEarnings(ctx, {
          caller: callerOf(partner),
          query: { currency, limit: 1_000, ...query },
          parts: STATEMENT_PARTS,
          endpointNotices,
        });
      const { totals, earnings } = await api({});
      const { currencies, statement } = await summarizeEarnings(ctx, { companyId, mode: 'live', span: '30d' });
      if (earnings.length === 0) return expect(currencies).toEqual([]);
      const [shown] = currencies;
      if (!shown) throw new Error('nothing is shown');
      expect(shown).toMatchObject({ ...totals, currency });
      const minor = (amount: number) => toMinor(amount, currency);
      expect(minor(shown.never_counted) + minor(shown.deducted)).toBe(minor(totals.reversed));

      const rows = await ctx.sql<{ id: string }[]>`SELECT id FROM earnings WHERE company_id = ${companyId} AND settles`;
      const settling = new Set(rows.map(({ id }) => id));
      const all = counted(earnings, settling, currency);
      for (const { period: day, sales, earned, reversed_amount: reversed } of shown.periods) {
        const then = await api({ from: day, to: day });
        expect([day, toMinor(earned, currency)]).toEqual([day, counted(then.earnings, settling, currency)]);
        expect([day, reversed]).toEqual([day, (await api({ from: day, to: day, status: 'reversed' })).totals.reversed]);
        expect([day, sales]).toEqual([
          day,
          then.earnings.filter(({ kind, id }) => kind === 'sale' && settling.has(id)).length,
        ]);
      }
      const sumOf = (periods: { earned: number }[]) =>
        periods.reduce((sum, { earned }) => sum + toMinor(earned, currency), 0);
      const months = await summarizeEarnings(ctx, { companyId, mode: 'live', span: '12m' });
      expect(sumOf(months.currencies[0]?.periods ?? [])).toBe(all);
      expect(months.currencies[0]?.reversed_amount).toBe(totals.reversed);
      const [ledger] = await ctx.sql<{ minor: number }[]>`
        SELECT sum(commission_minor)::bigint AS minor FROM ledger_entries WHERE company_id = ${companyId}`;
      expect(all).toBe(Number(ledger?.minor));
      expect(minor(shown.net)).toBe(all);
      const counting = minor(totals.pending) + minor(totals.approved) + minor(totals.ready) + minor(totals.paid);
      expect(counting + minor(shown.deducted)).toBe(all);

      const owner = { surface: 'test', mode: 'live' as const, companyId };
      const csv: { id: string; commission: string }[] = parse(await text(earningsCsv(ctx, owner, {})), {
        columns: true,
        bom: true,
      });
      expect(counted(csv, settling, currency)).toBe(all);

      const estimate = statement?.amounts.find((amount) => amount.currency === currency);
      const month = monthOf(ctx.clock.now());
      ctx.clock.set(endOfMonth(month));
      await closeMonth(ctx, month);
      const written = (await statementsOf(ctx, companyId)).at(-1);
      expect(estimate?.amount ?? 0).toBe(toDecimal(written?.amount.minor ?? 0, currency));
    },
  );
  await fc.assert(histories, { numRuns: 15 });
});

test('a carried amount is in the next estimate, and test earnings are on none', async () => {
  ctx.clock.set('2026-10-20T10:00:00.000Z');
  const { companyId } = await (async () => {
    const partner = await seedPayee(ctx, { minimum: 50 });
    await seedLine(ctx, partner, 3_000, ctx.clock.now());
    return partner;
  })();
  ctx.clock.set('2026-11-01T00:00:00.000Z');
  await closeMonth(ctx, '2026-10');
  await seedLine(ctx, { companyId } as Seller, 1_500, ctx.clock.now());
  const { statement } = await summarizeEarnings(ctx, { companyId, mode: 'live', span: '30d' });
  expect(statement).toEqual({
    month: '2026-11',
    issued_on: '2026-12-01',
    due_on: '2026-12-11',
    account_missing: false,
    amounts: [{ currency: 'EUR', amount: 45, vat: 0, carried: 30, minimum: 50 }],
  });
  // The minimum is compared with the total, as when the month is closed.
  await setVat(ctx, { company: companyId, treatment: 'rate', rate: 19, note: null, selfBilling: false });
  const withVat = await summarizeEarnings(ctx, { companyId, mode: 'live', span: '30d' });
  expect(withVat.statement?.amounts).toEqual([{ currency: 'EUR', amount: 53.55, vat: 8.55, carried: 30, minimum: 50 }]);
  ctx.clock.set('2026-12-01T00:00:00.000Z');
  await closeMonth(ctx, '2026-11');
  expect((await statementsOf(ctx, companyId)).at(-1)).toMatchObject({ status: 'issued', amount: { minor: 5_355 } });
  expect((await summarizeEarnings(ctx, { companyId, mode: 'test', span: '30d' })).statement).toBeNull();
});

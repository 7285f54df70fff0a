// Over twenty seconds: forty histories, each some thirty commands one after the other, then twenty days of payments.
import fc from 'fast-check';
import { toDecimal } from '../../src/core/money.js';
import { matureEarnings } from '../../src/earnings/mature-earnings.js';
import { reverseSale } from '../../src/earnings/reverse-sale.js';
import { advancePayment } from '../../src/settlements/advance-payment.js';
import { readPostings } from '../../src/settlements/journal.js';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import { lastEndedMonth } from '../../src/settlements/rules/settlement.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { setVat } from '../../src/settlements/set-vat.js';
import { voidStatement } from '../../src/settlements/void-statement.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPartner, addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { advanceAll, closeMonth, seedLine, statementsOf } from '../support/data/settle.js';

const RUNS = Number(process.env.SETTLEMENT_RUNS ?? 40);
jest.setTimeout(300_000 + RUNS * 10_000);

const DAY = 86_400_000;
const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
const TICKETS = 4;
const UNIT_PAID = 3337;
/** The same histories each time, so that they meet the cases required below; name another seed to look further. */
const SEED = Number(process.env.SETTLEMENT_SEED ?? 7);

type Command =
  | { do: 'sell'; currency: number; reward: number; budget: number | null; days: number }
  | { do: 'refund'; sale: number; paid: number | null }
  | { do: 'move'; sale: number; days: number | null }
  | { do: 'days_pass'; days: number }
  | { do: 'close' }
  | { do: 'pay' }
  | { do: 'rerun'; statement: number }
  | { do: 'void'; statement: number }
  | { do: 'adjust'; currency: number; minor: number; daysAgo: number }
  | { do: 'terms'; minimum: number; failing: boolean };

const which = fc.nat({ max: 8 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      currency: fc.nat({ max: 2 }),
      reward: fc.integer({ min: 1, max: 2500 }),
      budget: fc.option(fc.integer({ min: 0, max: 6000 })),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      sale: which,
      paid: fc.option(fc.integer({ min: 1, max: UNIT_PAID * TICKETS })),
    }),
  },
  fc.record({ do: fc.constant('move' as const), sale: which, days: fc.option(fc.integer({ min: 1, max: 30 })) }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('days_pass' as const), days: fc.integer({ min: 1, max: 35 }) }) },
  { weight: 4, arbitrary: fc.constant({ do: 'close' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'pay' as const }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rerun' as const), statement: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), statement: which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      currency: fc.nat({ max: 2 }),
      minor: fc.integer({ min: -800, max: 6000 }).filter((minor) => minor !== 0),
      daysAgo: fc.integer({ min: 0, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('terms' as const),
      minimum: fc.integer({ min: 0, max: 60 }),
      failing: fc.boolean(),
    }),
  },
);

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

async function agree(partner: Seller, minimum: number, failing: boolean): Promise<void> {
  const reference = failing ? 'SIM-FAIL-2' : null;
  await setTerms(ctx, {
    company: partner.companyId,
    method: 'processor_transfer',
    netDays: 7,
    minimum,
    minimums: { JPY: minimum * 100 },
    reference,
  });
  // From the minimum, so that the histories of a seed stay the same.
  const vat = VATS[minimum % VATS.length];
  if (vat) await setVat(ctx, { company: partner.companyId, ...vat, note: null, selfBilling: false });
}

const VATS = [
  null,
  { treatment: 'rate', rate: 19 },
  { treatment: 'rate', rate: 8.1 },
  { treatment: 'none', rate: null },
] as const;

interface Sold {
  saleId: string;
  currency: string;
  eventId: string;
}

async function step(partner: Seller, sold: Sold[], one: Command): Promise<void> {
  const pick = (index: number) => sold[index % Math.max(1, sold.length)];
  const now = ctx.clock.now().getTime();
  if (one.do === 'sell') {
    const at = new Date(now + one.days * DAY).toISOString();
    const event = await addTicketedEvent(ctx, {
      startsAt: at,
      endsAt: at,
      currency: CURRENCIES[one.currency],
      reward: { kind: 'flat', amountMinor: one.reward },
      priceMinor: 3000,
      totalMinor: UNIT_PAID,
      budgetMinor: one.budget,
    });
    const { saleId } = await addSale(ctx, partner, event, { quantity: TICKETS });
    sold.push({ saleId, eventId: event.eventId, currency: CURRENCIES[one.currency] ?? 'EUR' });
  } else if (one.do === 'refund') {
    const sale = pick(one.sale);
    if (sale)
      await reverseSale(ctx, {
        saleId: sale.saleId,
        reason: 'chargeback',
        ...(one.paid !== null && { amount: toDecimal(one.paid, sale.currency) }),
      });
  } else if (one.do === 'move') {
    const sale = pick(one.sale);
    const at = one.days === null ? null : new Date(now + one.days * DAY);
    if (sale && at)
      await ctx.sql`UPDATE events SET status = 'rescheduled', starts_at = ${at}, ends_at = ${at} WHERE id = ${sale.eventId} AND status <> 'completed'`;
    else if (sale)
      await ctx.sql`UPDATE events SET status = 'postponed' WHERE id = ${sale.eventId} AND status <> 'completed'`;
  } else if (one.do === 'days_pass') ctx.clock.advance(one.days * DAY);
  else if (one.do === 'close') await closeMonth(ctx, lastEndedMonth(ctx.clock.now()));
  else if (one.do === 'pay') await advanceAll(ctx, partner.companyId);
  else if (one.do === 'terms') await agree(partner, one.minimum, one.failing);
  else if (one.do === 'adjust') {
    // Also a late one: it was ready in a closed month.
    const currency = CURRENCIES[one.currency] ?? 'EUR';
    await seedLine(ctx, partner, one.minor, new Date(now - one.daysAgo * DAY), currency);
  } else {
    // Earnings that can still change come first.
    const statements = (await statementsOf(ctx, partner.companyId)).sort(
      (a, b) => Number(a.status === 'paid') - Number(b.status === 'paid'),
    );
    const statement = statements[one.statement % Math.max(1, statements.length)];
    if (!statement) return;
    if (one.do === 'void') {
      if (['issued', 'failed'].includes(statement.status))
        await voidStatement(ctx, { settlementId: statement.id, requestedBy: 'p', reason: 'p' });
    } else {
      const { month, currency } = statement;
      const input = { month, currency, company: partner.companyId, requestedBy: 'p', reason: 'p' };
      await rerunStatement(ctx, input);
      expect(['unchanged', 'refused', 'nothing']).toContain((await rerunStatement(ctx, input)).outcome);
    }
  }
  while ((await matureEarnings(ctx, { limit: 500 })).more);
}

async function check(companyId: string): Promise<void> {
  const wrong = await ctx.sql`
    SELECT s.id, s.amount_minor, s.vat_minor, s.lines, sum(l.commission_minor)::bigint AS listed, count(*)::int AS count
    FROM settlements s LEFT JOIN settlement_lines l ON l.settlement_id = s.id WHERE s.company_id = ${companyId}
    GROUP BY s.id HAVING sum(l.commission_minor) + s.vat_minor <> s.amount_minor OR count(*) <> s.lines`;
  expect(wrong).toEqual([]);
  const twice = await ctx.sql`
    SELECT l.earning_id FROM settlement_lines l JOIN settlements s ON s.id = l.settlement_id
    WHERE s.company_id = ${companyId} AND s.status IN ('issued', 'paying', 'paid', 'failed') GROUP BY 1 HAVING count(*) > 1`;
  expect(twice).toEqual([]);
  const payouts = await ctx.sql`
    SELECT s.id FROM settlements s JOIN settlement_transfers t ON t.settlement_id = s.id JOIN simulated_transfers m ON m.key = t.id
    WHERE s.company_id = ${companyId} AND m.outcome = 'succeeded'
    GROUP BY s.id, s.amount_minor, s.status HAVING count(*) <> 1 OR sum(m.amount_minor) <> s.amount_minor OR s.status <> 'paid'`;
  expect(payouts).toEqual([]);
  // Every cent of the ledger is paid, on its way, carried, or waits for a statement.
  const sums = await ctx.sql`
    SELECT currency, sum(ledger)::bigint AS ledger, sum(paid)::bigint AS paid, sum(open)::bigint AS open, sum(carried)::bigint AS carried,
      sum(waiting)::bigint AS waiting
    FROM (
      SELECT currency, commission_minor AS ledger, 0 AS paid, 0 AS open, 0 AS carried, 0 AS waiting FROM ledger_entries WHERE company_id = ${companyId}
      UNION ALL SELECT currency, 0, CASE WHEN status = 'paid' THEN amount_minor - vat_minor ELSE 0 END,
        CASE WHEN status IN ('issued', 'paying', 'failed') THEN amount_minor - vat_minor ELSE 0 END, 0, 0 FROM settlements WHERE company_id = ${companyId}
      UNION ALL SELECT e.currency, 0, 0, 0, CASE WHEN e.settlement_id IS NOT NULL THEN commission_minor ELSE 0 END,
        CASE WHEN e.settlement_id IS NULL THEN commission_minor ELSE 0 END
        FROM earnings e LEFT JOIN settlements s ON s.id = e.settlement_id
        WHERE e.company_id = ${companyId} AND settles AND (s.id IS NULL OR s.status = 'carried')
    ) every GROUP BY currency`;
  for (const { ledger, paid, open, carried, waiting } of sums) expect(paid + open + carried + waiting).toBe(ledger);
  await checkJournal(companyId);
}

/** The journal of all time has the sums of the ledger, and its account of partners has the unpaid rest. */
async function checkJournal(companyId: string): Promise<void> {
  const balances = new Map<string, number>();
  const add = (account: string, currency: string, minor: number) =>
    balances.set(`${account} ${currency}`, (balances.get(`${account} ${currency}`) ?? 0) + minor);
  const range = { from: new Date('2020-01-01'), to: new Date('2040-01-01') };
  for await (const postings of readPostings(ctx.sql, range)) {
    for (const { debit, credit, minor, currency } of postings.filter((posting) => posting.companyId === companyId)) {
      add(debit, currency, minor);
      add(credit, currency, -minor);
    }
  }
  const expected = await ctx.sql<{ currency: string; ledger: number; vat: number; paid: number; owed: number }[]>`
    SELECT currency, sum(ledger)::bigint AS ledger, sum(vat)::bigint AS vat, sum(paid)::bigint AS paid, sum(owed)::bigint AS owed FROM (
      SELECT currency, commission_minor AS ledger, 0 AS vat, 0 AS paid, 0 AS owed FROM ledger_entries WHERE company_id = ${companyId}
      UNION ALL SELECT currency, 0, CASE WHEN status <> 'void' THEN vat_minor ELSE 0 END,
        CASE WHEN status = 'paid' THEN amount_minor ELSE 0 END,
        CASE WHEN status IN ('issued', 'paying', 'failed') THEN vat_minor ELSE 0 END FROM settlements WHERE company_id = ${companyId}
      UNION ALL SELECT e.currency, 0, 0, 0, e.commission_minor FROM earnings e LEFT JOIN settlements s ON s.id = e.settlement_id
        WHERE e.company_id = ${companyId} AND e.settles AND s.status IS DISTINCT FROM 'paid'
    ) every GROUP BY currency`;
  for (const { currency, ledger, vat, paid, owed } of expected) {
    const balance = (account: string) => balances.get(`${account} ${currency}`) ?? 0;
    const all = ['commissions', 'adjustments', 'input_vat', 'partners', 'transit'].map(balance);
    expect(balance('commissions') + balance('adjustments')).toBe(ledger);
    expect([balance('input_vat'), 0 - balance('transit'), 0 - balance('partners')]).toEqual([vat, paid, owed]);
    expect(all.reduce((sum, minor) => sum + minor, 0)).toBe(0);
  }
}

test('whatever happens, statements add up, nothing is on two and nothing is paid twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 45 }), async (commands) => {
      ctx.clock.set('2026-11-02T09:00:00Z');
      const partner = await addPartner(ctx);
      await agree(partner, 30, false);
      const sold: Sold[] = [];
      for (const command of commands) await step(partner, sold, command);
      await check(partner.companyId);

      // Time goes on until all is ripe; then closing again, and paying again, changes nothing.
      ctx.clock.advance(90 * DAY);
      await closeMonth(ctx, lastEndedMonth(ctx.clock.now()));
      await check(partner.companyId);
      const before = await statementsOf(ctx, partner.companyId);
      await closeMonth(ctx, lastEndedMonth(ctx.clock.now()));
      expect(await statementsOf(ctx, partner.companyId)).toEqual(before);
      for (let day = 0; day < 20; day += 1) {
        ctx.clock.advance(DAY);
        await advanceAll(ctx, partner.companyId);
      }
      for (const { id } of await statementsOf(ctx, partner.companyId)) await advancePayment(ctx, id);
      await check(partner.companyId);
      expect(
        (await statementsOf(ctx, partner.companyId)).filter(({ status }) => ['issued', 'paying'].includes(status)),
      ).toEqual([]);
      await ctx.sql`DELETE FROM settlement_terms`;
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  // The histories have been where it matters.
  const met = await ctx.sql<{ what: string }[]>`
    SELECT DISTINCT status AS what FROM settlements UNION SELECT DISTINCT 'transfer ' || state FROM settlement_transfers
    UNION SELECT DISTINCT 'rerun ' || (result ->> 'outcome') FROM settlement_runs WHERE kind = 'rerun'
    UNION SELECT 'in ' || currency FROM settlements WHERE status = 'paid'
    UNION SELECT 'VAT ' || status FROM settlements WHERE vat_minor > 0`;
  expect(met.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      ...['carried', 'paid', 'void', 'transfer refused', 'transfer executed', 'rerun unchanged', 'rerun reissued'],
      ...['in EUR', 'in JPY', 'in KWD', 'VAT paid', 'VAT void'],
    ]),
  );
});

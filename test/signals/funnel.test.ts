import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { toDecimal, toMinor } from '../../src/core/money.js';
import { REPORT_BY, type ReportBy } from '../../src/core/reports.js';
import { HOUR } from '../../src/core/time.js';
import { reverseSale } from '../../src/earnings/reverse-sale.js';
import { type CampaignInput, campaignsCsv, readCampaigns } from '../../src/signals/campaigns.js';
import { deleteOldSignals } from '../../src/signals/delete-old-signals.js';
import { type FunnelInput, funnelCsv, readFunnel } from '../../src/signals/funnel.js';
import { columnOf, FUNNEL_STEPS, type FunnelStep } from '../../src/signals/rules/funnel.js';
import { addSignals } from '../../src/signals/sql/signals.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPaidOrder, addPartner, addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { seedLine } from '../support/data/settle.js';

const START = '2026-11-01T11:00:00.000Z';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ now: START });
});
afterAll(() => ctx.close());

const SUB_IDS = [undefined, 'mail', 'blog.1'] as const;
const COUNTRIES = ['DE', 'NZ', null] as const;

const at = fc.record({ event: fc.nat(2), subId: fc.constantFrom(...SUB_IDS) });
const step = fc.oneof(
  fc.record({
    what: fc.constantFrom('impression', 'event_view', 'event_click', 'list' as const),
    at,
    count: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ what: fc.constant('checkout' as const), at, count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    what: fc.constantFrom('sale', 'api_sale', 'hold', 'api' as const),
    at,
    count: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ what: fc.constant('reverse' as const), at, count: fc.nat(5) }),
  fc.record({ what: fc.constant('adjust' as const), at, count: fc.integer({ min: 1, max: 3_000 }) }),
  // Past midnight in Auckland, where it is eleven or twelve hours later, before it is in UTC.
  fc.record({ what: fc.constant('advance' as const), at, count: fc.integer({ min: 1, max: 40 }) }),
);

type Event = Awaited<ReturnType<typeof addTicketedEvent>>;

interface History {
  partner: Seller;
  events: Event[];
}

async function play(currency: string, steps: readonly Step[]): Promise<History> {
  ctx.clock.set(START);
  await deleteOldSignals(ctx);
  const partner = await addPartner(ctx, 'server', currency);
  const events: Event[] = [];
  for (const country of COUNTRIES) {
    const event = await addTicketedEvent(ctx, { currency, startsAt: '2027-03-01T19:00:00Z', endsAt: null });
    await ctx.sql`UPDATE events SET country = ${country} WHERE id = ${event.eventId}`;
    events.push(event);
  }
  const sales: string[] = [];
  for (const { what, at: where, count } of steps) {
    const event = events[where.event] as Event;
    const { subId } = where;
    const given = subId === undefined ? {} : { subId };
    if (what === 'advance') {
      ctx.clock.advance(count * HOUR);
      await deleteOldSignals(ctx);
    } else if (what === 'sale' || what === 'api_sale') {
      const source = what === 'sale' ? 'buy_link' : 'api';
      sales.push((await addSale(ctx, partner, event, { quantity: count, source, ...given })).saleId);
    } else if (what === 'hold' || what === 'api') {
      const { orderId } = await addPaidOrder(ctx, partner, event, given);
      const source = what === 'api' ? 'api' : 'buy_link';
      await ctx.sql`UPDATE orders SET status = 'expired', source = ${source} WHERE id = ${orderId}`;
    } else if (what === 'reverse') {
      const saleId = sales.splice(count % Math.max(1, sales.length), 1)[0];
      if (saleId) await reverseSale(ctx, { saleId, reason: 'fraud' });
    } else if (what === 'adjust') await seedLine(ctx, partner, count, ctx.clock.now(), currency);
    else {
      const type = what === 'list' ? 'impression' : what;
      const one = { ...partner, type, eventId: what === 'list' ? '' : event.eventId, shown: 0, digest: null } as const;
      const marks = what === 'checkout' ? { subId: subId ?? null } : {};
      await addSignals(
        ctx.sql,
        Array.from({ length: count }, () => ({ ...one, ...marks, at: ctx.clock.now() })),
        ctx.clock.now(),
      );
    }
  }
  return { partner, events };
}
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Fact {
  at: Date;
  eventId: string | null;
  subId: string | null;
  country: string | null;
  what: FunnelStep | 'earned';
  currency: string | null;
  minor: number;
}

/** The recorded steps, a row each, from their tables. */
async function factsOf({ companyId }: Seller): Promise<Fact[]> {
  return ctx.sql<Fact[]>`
    SELECT f.*, e.country FROM (
      SELECT at, nullif(event_id, '') AS event_id, sub_id, NULL AS currency, 0 AS minor,
        CASE type WHEN 'impression' THEN 'impressions' WHEN 'event_click' THEN 'clicks' WHEN 'checkout' THEN 'checkouts' END AS what
      FROM signals WHERE company_id = ${companyId} AND type <> 'event_view'
      UNION ALL SELECT created_at, event_id, sub_id, NULL, 0, CASE source WHEN 'api' THEN 'apiOrders' ELSE 'holds' END FROM orders WHERE company_id = ${companyId}
      UNION ALL SELECT s.created_at, s.event_id, s.sub_id, o.currency, o.total_minor, CASE o.source WHEN 'api' THEN 'apiSales' ELSE 'sales' END
        FROM sales s JOIN orders o ON o.id = s.order_id WHERE s.company_id = ${companyId}
      UNION ALL SELECT created_at, event_id, sub_id, currency, commission_minor, 'earned' FROM earnings WHERE company_id = ${companyId} AND settles
    ) f LEFT JOIN events e ON e.id = f.event_id`;
}

const KEYS: Record<ReportBy, (fact: Fact) => string | null> = {
  day: ({ at: when }) => when.toISOString().slice(0, 10),
  month: ({ at: when }) => when.toISOString().slice(0, 7),
  event: ({ eventId }) => eventId,
  country: ({ country }) => country,
  sub_id: ({ subId }) => subId,
};

interface Counts {
  [step: string]: number;
}

/** By key, what matches, without zeros. */
function expected(facts: readonly Fact[], by: ReportBy, { from, to, eventId, subId, country }: FunnelInput) {
  const found: Record<string, Counts> = {};
  for (const fact of facts) {
    const day = fact.at.toISOString().slice(0, 10);
    if (day < (from ?? '') || day > (to ?? '9')) continue;
    if (eventId !== undefined && fact.eventId !== eventId) continue;
    if (subId !== undefined && fact.subId !== subId) continue;
    if (country !== undefined && fact.country !== country) continue;
    const key = String(KEYS[by](fact));
    const row = found[key] ?? {};
    found[key] = row;
    const name = fact.what === 'earned' ? `earned ${fact.currency}` : fact.what;
    row[name] = (row[name] ?? 0) + (fact.what === 'earned' ? Number(fact.minor) : 1);
  }
  return withoutZeros(found);
}

function withoutZeros(rows: Record<string, Counts>): Record<string, Counts> {
  const kept = Object.entries(rows).map(([key, row]) => [
    key,
    Object.fromEntries(Object.entries(row).filter(([, n]) => n !== 0)),
  ]);
  return Object.fromEntries(kept.filter(([, row]) => Object.keys(row as Counts).length > 0));
}

type Line = Awaited<ReturnType<typeof readFunnel>>['rows'][number];

const countsOf = (line: Line): Counts => ({
  ...Object.fromEntries(FUNNEL_STEPS.map((name) => [name, line[name]])),
  ...Object.fromEntries(
    (line.earned ?? []).map(({ currency, amount }) => [`earned ${currency}`, toMinor(amount, currency)]),
  ),
});

const sumOf = (facts: readonly Fact[]) => facts.reduce((sum, { minor }) => sum + Number(minor), 0);

/** A line of a campaign, counted by hand. */
function campaignLine(facts: readonly Fact[], currency: string) {
  const of = (...whats: Fact['what'][]) => facts.filter(({ what }) => whats.includes(what));
  const [clicks, linkSales, sales] = [of('checkouts').length, of('sales').length, of('sales', 'apiSales')];
  const [earned, paid] = [sumOf(of('earned')), sumOf(sales)];
  const amounts = (minor: number, some: boolean) =>
    some ? [{ currency, amount: toDecimal(Math.round(minor), currency) }] : [];
  return {
    clicks,
    sales: sales.length,
    apiSales: sales.length - linkSales,
    conversion: clicks === 0 ? null : Math.min(1, linkSales / clicks),
    earned: amounts(earned, earned !== 0),
    earningsPerClick: amounts(earned / clicks, earned !== 0 && clicks > 0 && sales.length === linkSales),
    averageOrder: amounts(paid / sales.length, sales.length > 0),
  };
}

async function checkCampaigns(all: readonly Fact[], input: CampaignInput): Promise<void> {
  const currency = all.find((fact) => fact.currency !== null)?.currency ?? 'EUR';
  const within = (fact: Fact, { from = '', to = '9' }: { from?: string; to?: string }) => {
    const day = fact.at.toISOString().slice(0, 10);
    return day >= from && day <= to;
  };
  const marked = all.filter(
    ({ subId, eventId, country, what }) =>
      subId?.startsWith(input.subIdPrefix) &&
      what !== 'holds' &&
      what !== 'apiOrders' &&
      (input.eventId === undefined || eventId === input.eventId) &&
      (input.country === undefined || country === input.country),
  );
  const facts = marked.filter((fact) => within(fact, input));
  for (const by of REPORT_BY) {
    const { rows, total, previous } = await readCampaigns(ctx, input, { by, money: true, compare: true });
    const active = rows.filter(({ clicks, sales, earned }) => clicks + sales > 0 || earned?.length);
    const keys = [...new Set(facts.map(KEYS[by]))];
    const lines = keys.map((key) => [
      String(key),
      campaignLine(
        facts.filter((fact) => KEYS[by](fact) === key),
        currency,
      ),
    ]);
    const shown = active.map(({ key, name: _name, ...line }) => [String(key), line]);
    const isActive = ([, line]: unknown[]) =>
      (line as { clicks: number; sales: number; earned: unknown[] }).clicks + (line as { sales: number }).sales > 0 ||
      (line as { earned: unknown[] }).earned.length > 0;
    expect([by, input, Object.fromEntries(shown)]).toEqual([by, input, Object.fromEntries(lines.filter(isActive))]);
    expect(total).toEqual({ key: null, name: null, ...campaignLine(facts, currency) });
    expect(previous?.to).toBe(new Date(Date.parse(input.from ?? '') - 24 * HOUR).toISOString().slice(0, 10));
    expect(previous?.total).toEqual({
      ...{ key: null, name: null },
      ...campaignLine(
        marked.filter((fact) => within(fact, previous ?? {})),
        currency,
      ),
    });

    const csv = await campaignsCsv(ctx, input, { by, money: true });
    const read: Record<string, string>[] = parse(csv, { columns: true, bom: true });
    const sums = { clicks: 0, sales: 0, earned: 0 };
    for (const line of read) {
      sums.clicks += Number(line.clicks);
      sums.sales += Number(line.sales);
      sums.earned += toMinor(Number(line[`earned_${currency}`] ?? 0), currency);
    }
    expect(sums).toEqual({
      clicks: total.clicks,
      sales: total.sales,
      earned: sumOf(facts.filter(({ what }) => what === 'earned')),
    });
  }
}

test('every figure of a funnel equals the signals, orders, sales and ledger, and its CSV', async () => {
  const history = fc.asyncProperty(
    fc.constantFrom('EUR', 'JPY', 'KWD'),
    fc.array(step, { minLength: 6, maxLength: 24 }),
    async (currency, steps) => {
      const { partner, events } = await play(currency, steps);
      const facts = await factsOf(partner);
      const range = { companyId: partner.companyId, mode: 'live' as const, from: '2026-10-30', to: '2027-01-15' };
      const [one] = events as [Event];
      const filters: FunnelInput[] = [
        range,
        { ...range, from: '2026-11-02', to: '2026-11-03' },
        { ...range, from: '2026-11-02', to: '2026-12-31' },
        { ...range, eventId: one.eventId },
        { ...range, subId: 'mail' },
        { ...range, country: 'NZ' },
        { ...range, subId: 'blog.1', country: 'DE' },
      ];
      for (const filter of filters) {
        for (const by of REPORT_BY) {
          const { rows, total, more } = await readFunnel(ctx, filter, { by, money: true });
          const shown = Object.fromEntries(rows.map((row) => [String(row.key), countsOf(row)]));
          expect([by, filter, withoutZeros(shown)]).toEqual([by, filter, expected(facts, by, filter)]);
          expect(more).toBe(false);
          const sum: Counts = {};
          for (const row of Object.values(shown))
            for (const [name, n] of Object.entries(row)) sum[name] = (sum[name] ?? 0) + n;
          expect(withoutZeros({ all: countsOf(total) })).toEqual(withoutZeros({ all: sum }));

          const csv = await funnelCsv(ctx, filter, { by, money: true });
          const lines: Record<string, string>[] = parse(csv, { columns: true, bom: true });
          const read = lines.map((line) => [
            line[by] === '' ? 'null' : line[by],
            Object.fromEntries([
              ...FUNNEL_STEPS.map((name) => [name, Number(line[columnOf(name)])]),
              ...Object.entries(line).flatMap(([name, value]) =>
                name.startsWith('earned_') ? [[`earned ${name.slice(7)}`, toMinor(Number(value), name.slice(7))]] : [],
              ),
            ]),
          ]);
          expect(withoutZeros(Object.fromEntries(read))).toEqual(withoutZeros(shown));
        }
      }
      for (const campaign of [
        { ...range, subIdPrefix: '' },
        { ...range, from: '2026-11-01', to: '2026-11-02', subIdPrefix: 'ma' },
        { ...range, subIdPrefix: 'blog.', country: 'NZ' },
        { ...range, subIdPrefix: '_', eventId: one.eventId },
      ]) {
        await checkCampaigns(facts, campaign);
      }
      const [ledger] = await ctx.sql<{ minor: number }[]>`
        SELECT coalesce(sum(commission_minor), 0)::bigint AS minor FROM ledger_entries WHERE company_id = ${partner.companyId}`;
      const { total } = await readFunnel(ctx, range, { by: 'day', money: true });
      const earned = total.earned?.find((sum) => sum.currency === currency)?.amount ?? 0;
      expect(earned).toBe(toDecimal(Number(ledger?.minor), currency));
    },
  );
  await fc.assert(history, { numRuns: 12 });
});

test('without the right to see earnings, neither the funnel nor its CSV has them', async () => {
  ctx.clock.set(START);
  const partner = await addPartner(ctx);
  await addSale(ctx, partner, await addTicketedEvent(ctx), { subId: 'mail' });
  const input = { companyId: partner.companyId, mode: 'live' as const };
  const { rows, total } = await readFunnel(ctx, input, { by: 'sub_id', money: false });
  expect(rows).toMatchObject([{ key: 'mail', sales: 1, earned: null }]);
  expect(total.earned).toBeNull();
  expect(await funnelCsv(ctx, input, { by: 'sub_id', money: false })).toBe(
    '\uFEFFsub_id,impressions,clicks,checkouts,holds,sales,api_orders,api_sales\r\nmail,0,0,0,1,1,0,0\r\n',
  );
  expect((await readFunnel(ctx, { ...input, mode: 'test' }, { by: 'sub_id', money: true })).rows).toEqual([]);
});

test.each([
  ['days in the wrong order', { from: '2026-11-02', to: '2026-11-01' }],
  ['more than a year', { from: '2025-10-31', to: '2026-11-01' }],
])('%s are refused', async (_what, days) => {
  await expect(
    readFunnel(ctx, { companyId: 'cmp_a', mode: 'live', ...days }, { by: 'day', money: true }),
  ).rejects.toThrow('from');
});

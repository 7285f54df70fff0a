import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createKey } from '../../../src/access/create-key.js';
import { toDecimal, toMinor } from '../../../src/core/money.js';
import { REPORT_BY } from '../../../src/core/reports.js';
import { DAY, dayOf } from '../../../src/core/time.js';
import { matureEarnings } from '../../../src/earnings/mature-earnings.js';
import { recordChargeback, recordRefund, restoreChargeback } from '../../../src/earnings/order-reversals.js';
import { reverseSale } from '../../../src/earnings/reverse-sale.js';
import type { Earning, EarningsReport } from '../../../src/earnings/wire.js';
import type { CompanyPayment } from '../../../src/settlements/company-payments.js';
import { monthOf } from '../../../src/settlements/rules/settlement.js';
import type { Settlement } from '../../../src/settlements/wire.js';
import type { FunnelReport } from '../../../src/signals/wire.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard/dashboard.js';
import { addSale, addTicketedEvent, type Seller } from '../../support/data/build.js';
import { advanceAll, closeMonth, seedLine, seedPayee } from '../../support/data/settle.js';

/** Two days before a month ends, at an hour at which it is the next day in Auckland: pages still count in UTC. */
const START = '2026-10-29T12:30:00.000Z';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ context: { now: START } });
});
afterAll(() => api.close());

const which = fc.nat(9);
const step = fc.oneof(
  fc.record({ do: fc.constant('sale' as const), quantity: fc.integer({ min: 1, max: 4 }), late: fc.boolean() }),
  fc.record({ do: fc.constant('refund' as const), which, share: fc.constantFrom(0.25, 0.5, 1) }),
  fc.record({ do: fc.constant('dispute' as const), which, won: fc.boolean() }),
  fc.record({ do: fc.constant('reverse' as const), which }),
  fc.record({ do: fc.constant('adjust' as const), minor: fc.integer({ min: -900, max: 900 }).filter((n) => n !== 0) }),
  fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 16 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Sold {
  saleId: string;
  orderId: string;
  totalMinor: number;
  keptMinor: number;
}

/** Plays a history of a partner of its own: sales of events in Auckland, and what becomes of them, month by month. */
class History {
  readonly sold: Sold[] = [];

  constructor(
    readonly partner: Seller,
    readonly currency: string,
    readonly events: { eventId: string; ticketTypeId: string }[],
  ) {}

  static async begin(currency: string): Promise<History> {
    const { ctx } = api;
    ctx.clock.set(START);
    // What earlier histories owe is not closed again.
    await ctx.sql`DELETE FROM settlement_terms`;
    const partner = await seedPayee(ctx, { currency, minimum: 9, netDays: 3 });
    const reward = { kind: 'percent' as const, percent: 7.5 };
    const common = { currency, reward, priceMinor: 3_333, startsAt: '2026-10-31T10:00:00Z' };
    const events = [
      await addTicketedEvent(ctx, { ...common, endsAt: '2026-10-31T13:00:00Z' }),
      await addTicketedEvent(ctx, { ...common, startsAt: '2026-11-20T10:00:00Z', endsAt: null }),
    ];
    await ctx.sql`UPDATE events SET timezone = 'Pacific/Auckland' WHERE id = ANY (${events.map(({ eventId }) => eventId)})`;
    return new History(partner, currency, events);
  }

  async take(one: Step): Promise<void> {
    const { ctx } = api;
    const now = ctx.clock.now();
    if (one.do === 'sale') {
      const event = this.events[one.late ? 1 : 0] as { eventId: string; ticketTypeId: string };
      const made = await addSale(ctx, this.partner, event, {
        quantity: one.quantity,
        subId: one.late ? 'late' : 'early',
      });
      this.sold.push({ ...made, keptMinor: made.totalMinor });
    } else if (one.do === 'adjust') await seedLine(ctx, this.partner, one.minor, now, this.currency);
    else if (one.do === 'days') await this.pass(one.days);
    else await this.takeBack(one);
  }

  private async takeBack(one: Step & { which: number }): Promise<void> {
    const { ctx } = api;
    const now = ctx.clock.now();
    const open = this.sold.filter(({ keptMinor }) => keptMinor > 0);
    const sale = open[one.which % Math.max(1, open.length)];
    if (!sale) return;
    const { orderId, saleId } = sale;
    const money = (minor: number) => ({ minor, currency: this.currency });
    if (one.do === 'reverse') return void (await reverseSale(ctx, { saleId, reason: 'fraud' }));
    await ctx.sql.begin(async (tx) => {
      if (one.do === 'refund') {
        const amount = money(Math.max(1, Math.floor(sale.keptMinor * one.share)));
        sale.keptMinor -= amount.minor;
        const full = sale.keptMinor === 0 && amount.minor === sale.totalMinor;
        await recordRefund(tx, { orderId, amount, kept: money(sale.keptMinor), full }, now);
      } else if (one.do === 'dispute') {
        const taken = money(sale.keptMinor);
        const reversedMinor = await recordChargeback(tx, { orderId, taken, kept: money(0) }, now);
        if (one.won) await restoreChargeback(tx, { orderId, kept: taken, reversedMinor }, now);
        else sale.keptMinor = 0;
      }
    });
  }

  private async pass(days: number): Promise<void> {
    const { ctx } = api;
    const before = monthOf(ctx.clock.now());
    ctx.clock.advance(days * DAY);
    while ((await matureEarnings(ctx, { limit: 500 })).more);
    if (monthOf(ctx.clock.now()) !== before) await closeMonth(ctx, before);
    await advanceAll(ctx, this.partner.companyId);
  }
}

/** Every page of a list of the dashboard. */
async function all<T>(finance: Browser, path: string, query: Record<string, string> = {}): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: T[]; next: string | null } = await finance.read(path, {
      limit: '7',
      ...query,
      ...(cursor && { cursor }),
    });
    found.push(...page.data);
    cursor = page.next;
  }
  return found;
}

const csvOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true });

async function check({ partner: { companyId }, currency }: History): Promise<void> {
  const { ctx, app } = api;
  const finance = await browserOf(ctx, app, { companyId, role: 'finance' });
  const key = await createKey(ctx, { companyId, kind: 'server' });
  const partners = async (path: string) => (await app.inject({ url: `/v1${path}`, headers: bearer(key) })).json();
  const sum = (rows: readonly { commission: number | string }[]) =>
    rows.reduce((minor, { commission }) => minor + toMinor(Number(commission), currency), 0);

  // Earnings: the page, its totals, the overview, the API and the CSV.
  const mode = 'live';
  const { totals: partnerTotals, earnings } = await partners('/earnings?limit=1000');
  const listed = await all<Earning>(finance, '/earnings', { mode });
  expect(listed).toMatchObject(earnings);
  const { totals } = await finance.read('/earnings', { mode });
  const overview = await finance.read('/earnings/summary', { mode, span: '12m' });
  const daily = await finance.read('/earnings/summary', { mode, span: '30d' });
  if (earnings.length > 0) {
    expect(totals).toMatchObject([{ currency, ...partnerTotals, records: earnings.length }]);
    expect(overview.currencies).toMatchObject([{ currency, ...partnerTotals }]);
  }
  const file = csvOf((await finance.get('/earnings/csv', { mode })).body);
  const figures = (one: Earning | Record<string, string>) => {
    const { id, kind, status, commission, transaction_value: value, currency: of, created_at: at, sale_id: sale } = one;
    const order = one.order_id || null;
    return { id, kind, status, of, at, sale, order, commission: Number(commission), value: Number(value) };
  };
  expect(file.map(figures)).toEqual(earnings.map(figures));
  for (const name of ['event_id', 'sub_id', 'settlement_id']) {
    expect(await all(finance, '/earnings', { mode, [name]: 'none' })).toEqual([]);
  }
  expect(await all(finance, '/earnings', { mode, changed_since: '2099-01-01T00:00:00Z' })).toEqual([]);
  // A filter narrows all of them alike.
  const early = { mode, sub_id: 'early' };
  expect(sum(await all(finance, '/earnings', early))).toBe(
    sum(csvOf((await finance.get('/earnings/csv', early)).body) as never),
  );

  // The ledger: the settled amounts equal its sums.
  const [ledger] = await ctx.sql<{ minor: number }[]>`
    SELECT coalesce(sum(commission_minor), 0)::bigint AS minor FROM ledger_entries WHERE company_id = ${companyId}`;
  const settling = await ctx.sql<{ id: string }[]>`
    SELECT id FROM earnings WHERE company_id = ${companyId} AND settles`;
  const ids = new Set(settling.map(({ id }) => id));
  expect(sum(listed.filter(({ id }) => ids.has(id)))).toBe(Number(ledger?.minor));
  const minor = (amount: number) => toMinor(amount, currency);
  for (const shown of [...totals, ...overview.currencies]) {
    expect(minor(shown.net)).toBe(Number(ledger?.minor));
    expect(minor(shown.never_counted)).toBe(sum(listed.filter(({ id }) => !ids.has(id))));
    expect(minor(shown.deducted)).toBe(sum(listed.filter(({ id, status }) => status === 'reversed' && ids.has(id))));
    const ready = listed.filter(({ status }) => status === 'ready');
    expect(minor(shown.on_statement)).toBe(sum(ready.filter(({ settlement_id: id }) => id !== null)));
    expect(minor(shown.ready_alone)).toBe(sum(ready.filter(({ settlement_id: id }) => id === null)));
  }

  // The bars of the overview, and the funnel: the same sums, by the days in UTC.
  const settles = listed.filter(({ id }) => ids.has(id));
  for (const { currencies, length } of [
    { ...overview, length: 7 },
    { ...daily, length: 10 },
  ]) {
    for (const { period, sales, earned } of currencies[0]?.periods ?? []) {
      const within = (rows: Earning[]) => rows.filter(({ created_at: at }) => at.slice(0, length) === period);
      expect([period, sales]).toEqual([period, within(settles).filter(({ kind }) => kind === 'sale').length]);
      expect([period, toMinor(earned, currency)]).toEqual([period, sum(within(settles))]);
    }
  }
  // Each span and the time before it.
  const between = (rows: Earning[], { from, to }: { from: string; to: string }) =>
    rows.filter(({ created_at: at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to);
  const countSales = (rows: Earning[]) => rows.filter(({ kind }) => kind === 'sale').length;
  for (const span of ['30d', 'month', 'last_month', 'quarter', 'year', '12m']) {
    const { currencies, days: shown } = await finance.read('/earnings/summary', { mode, span });
    const [sums] = currencies;
    if (!sums) continue;
    for (const [part, within] of [
      [sums, shown],
      [sums.before, shown.before],
    ]) {
      const counted = between(settles, within);
      expect([span, minor(part.earned), part.sales, part.sold]).toEqual([
        ...[span, sum(counted), countSales(counted), countSales(between(listed, within))],
      ]);
      expect(part.reversed_sales).toBeGreaterThanOrEqual(part.sold - part.sales);
      expect(part.reversed_sales).toBeLessThanOrEqual(part.sold);
    }
  }
  // The days of a filter: of the approval, and of the payment of the statement.
  const [firstDay, lastDay] = [
    dayOf(new Date(Date.parse(START) + 5 * DAY)),
    dayOf(new Date(Date.parse(START) + 30 * DAY)),
  ];
  const approved = await all<Earning>(finance, '/earnings', { mode, days: 'approval', from: firstDay, to: lastDay });
  const inDays = await ctx.sql<{ id: string }[]>`
    SELECT id FROM earnings WHERE company_id = ${companyId} AND (approves_at AT TIME ZONE 'UTC')::date BETWEEN ${firstDay} AND ${lastDay}`;
  expect(new Set(approved.map(({ id }) => id))).toEqual(new Set(inDays.map(({ id }) => id)));

  const days = { from: START.slice(0, 10), to: dayOf(ctx.clock.now()) };
  const funnel = await finance.read('/funnel', { mode, ...days });
  const earned = (funnel.total.earned as { amount: number }[]).map(({ amount }) => toMinor(amount, currency));
  expect([funnel.total.sales + funnel.total.api_sales, ...earned]).toEqual([
    listed.filter(({ kind }) => kind === 'sale').length,
    ...(settles.length > 0 ? [Number(ledger?.minor)] : []),
  ]);

  // Reports: the same figures, however they are grouped, and their CSV.
  const range = { from: dayOf(new Date(ctx.clock.now().getTime() - 365 * DAY)), to: days.to };
  const periods = { day: daily, month: overview } as const;
  for (const by of REPORT_BY) {
    const asked = new URLSearchParams({ by, ...range });
    const report: EarningsReport = await partners(`/reports/earnings?${asked}`);
    if (listed.length > 0) expect(report.totals).toMatchObject([{ currency, ...partnerTotals }]);
    expect(report.rows.reduce((all, row) => all + minor(row.earned), 0)).toBe(Number(ledger?.minor));
    const ofKey = (key: string | null) => report.rows.find((row) => row.key === key);
    for (const { period, sales, earned: within } of periods[by as 'day']?.currencies[0]?.periods ?? []) {
      const { sales: counted = 0, earned: summed = 0 } = ofKey(period) ?? {};
      expect([by, period, counted, summed]).toEqual([by, period, sales, within]);
    }
    const counted: FunnelReport = await partners(`/reports/funnel?${asked}`);
    const shown = by === 'month' ? null : await finance.read('/funnel', { mode, by, ...range });
    if (shown) expect(counted).toMatchObject({ rows: shown.rows, dropped_sub_ids: shown.dropped_sub_ids });
    for (const row of counted.rows) {
      expect([by, row.key, row.earned[0]?.amount ?? 0]).toEqual([by, row.key, ofKey(row.key)?.earned ?? 0]);
    }
    for (const [name, rows] of [
      ['earnings', report.rows],
      ['funnel', counted.rows],
    ] as const) {
      const read = await app.inject({ url: `/v1/reports/${name}.csv?${asked}`, headers: bearer(key) });
      const figuresOf = csvOf(read.body).map((line) => [
        line[by],
        Number(line.sales),
        Number(line.earned ?? line[`earned_${currency}`] ?? 0),
      ]);
      expect(figuresOf).toEqual(
        rows.map((row) => [
          row.key ?? '',
          row.sales,
          typeof row.earned === 'number' ? row.earned : (row.earned[0]?.amount ?? 0),
        ]),
      );
    }
  }

  // Campaigns: the sales and the ledger of each sub ID.
  const campaigns = async (query = {}) => (await finance.read('/campaigns', { mode, ...days, ...query })).rows;
  const ofSubId = (rows: Earning[], subId: string) => rows.filter(({ sub_id: own }) => own === subId);
  const expected = ['early', 'late'].flatMap((key) => {
    const sales = ofSubId(listed, key).filter(({ kind }) => kind === 'sale').length;
    return sales === 0 ? [] : [[key, sales, sum(ofSubId(settles, key))]];
  });
  type Campaign = { key: string; sales: number; earned: { amount: number }[] };
  const shownOf = (rows: Campaign[]) =>
    rows.map(({ key, sales, earned: amounts }) => [key, sales, minor(amounts[0]?.amount ?? 0)]).sort();
  expect(shownOf(await campaigns())).toEqual(expected.sort());
  expect(shownOf(await campaigns({ starts_with: 'ear' }))).toEqual(expected.filter(([key]) => key === 'early'));

  // Statements: the list, each page, its lines, its CSV and the API's.
  const { settlements } = await partners('/settlements');
  const statements: Settlement[] = (await finance.read('/settlements')).data;
  expect(statements).toMatchObject(settlements);
  let settledMinor = 0;
  const settled = new Set<string>();
  for (const { id, status, amount, totals } of statements) {
    const amountMinor = toMinor(amount, currency);
    const shown = await finance.read(`/settlements/${id}`);
    expect(shown).toMatchObject({ id, status, amount });
    const lines = await all<Earning>(finance, `/settlements/${id}/lines`);
    const theirs = await partners(`/settlements/${id}/lines`);
    const byId = lines.toSorted((line, other) => (line.id < other.id ? -1 : 1));
    expect(byId).toMatchObject(theirs.lines);
    const ofKind = (kind: Earning['kind']) => toDecimal(sum(lines.filter((line) => line.kind === kind)), currency);
    expect(totals).toEqual({ sales: ofKind('sale'), refunds: ofKind('refund'), adjustments: ofKind('adjustment') });
    // The page, the CSV and the PDF have the order of days.
    const at = lines.map((line) => line.created_at);
    expect(at).toEqual(at.toSorted());
    const download = await finance.get(`/settlements/${id}/csv`);
    const ofApi = await app.inject({ url: `/v1/settlements/${id}.csv`, headers: bearer(key) });
    expect(download.body).toBe(`\uFEFF${ofApi.body}`);
    expect([sum(lines), sum(csvOf(download.body) as never)]).toEqual([amountMinor, amountMinor]);
    const carried = shown.carried_in.reduce(
      (minor: number, one: { amount: number }) => minor + toMinor(one.amount, currency),
      0,
    );
    const before = new Set((await carriedBefore(id)).map((one) => one.id));
    expect(carried).toBe(sum(lines.filter((line) => before.has(line.id))));
    if (status === 'carried') continue;
    settledMinor += amountMinor;
    for (const line of lines) settled.add(line.id);
  }
  // Payments: each paid statement once, with its amount.
  const payments = await all<CompanyPayment>(finance, '/payments');
  const paid = statements.filter(({ status }) => status === 'paid');
  const facts = (id: string, amount: number) => [id, amount] as const;
  expect(payments.map(({ statement, kept }) => facts(statement.id, kept)).sort()).toEqual(
    paid.map(({ id, amount }) => facts(id, amount)).sort(),
  );
  for (const on of new Set(payments.map((payment) => payment.on))) {
    const those = new Set(payments.filter((payment) => payment.on === on).map(({ statement }) => statement.id));
    const listedThen = await all<Earning>(finance, '/earnings', { mode, days: 'payment', from: on, to: on });
    const paidThen = listed.filter(({ status, settlement_id: id }) => status === 'paid' && those.has(id ?? ''));
    expect(listedThen.map(({ id }) => id)).toEqual(paidThen.map(({ id }) => id));
  }
  // The next payment is the first statement that is not paid, or else the estimate of the next statement.
  const open = statements
    .filter(({ status }) => status === 'issued' || status === 'paying' || status === 'failed')
    .sort((statement, other) => statement.due_on.localeCompare(other.due_on));
  const [due] = open;
  const [payment] = daily.payments;
  if (due) expect(payment).toMatchObject({ currency, amount: due.amount, statement: { id: due.id } });
  else {
    const [amounts] = daily.statement.amounts.filter(
      (amount: { amount: number; minimum: number }) => amount.amount > 0 && amount.amount >= amount.minimum,
    );
    expect(payment?.amount).toBe(amounts?.amount);
    if (payment) expect(payment).toMatchObject({ state: 'expected', statement: null, on: daily.statement.due_on });
  }
  // The overview's estimate equals the next statement, if nothing else happens until then.
  const next = (await finance.read('/earnings/summary', { mode, span: '30d' })).statement;
  ctx.clock.set(next.issued_on);
  while ((await matureEarnings(ctx, { limit: 500 })).more);
  await closeMonth(ctx, next.month);
  const issued = (await partners('/settlements')).settlements.filter(
    ({ period_end: end }: Settlement) => end === next.issued_on,
  );
  expect(next.amounts.map(({ amount }: { amount: number }) => amount)).toEqual(
    issued.map(({ amount }: Settlement) => amount),
  );

  // No line is on two of them, and lines on none are still to come.
  const rest = listed.filter(({ id }) => ids.has(id) && !settled.has(id));
  expect(settledMinor + sum(rest)).toBe(Number(ledger?.minor));
}

/** What of a statement's lines stood on carried ones before it. */
const carriedBefore = (id: string) => api.ctx.sql<{ id: string }[]>`
  SELECT DISTINCT mine.earning_id AS id FROM settlement_lines mine JOIN settlements s ON s.id = mine.settlement_id
    JOIN settlement_lines other ON other.earning_id = mine.earning_id
    JOIN settlements earlier ON earlier.id = other.settlement_id AND earlier.status = 'carried' AND earlier.month < s.month
  WHERE mine.settlement_id = ${id}`;

test('every figure on a page is the API’s, the ledger’s and the CSV’s', async () => {
  const histories = fc.asyncProperty(
    fc.constantFrom('EUR', 'JPY', 'KWD'),
    fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }),
    async (currency, steps) => {
      const history = await History.begin(currency);
      for (const step of steps) await history.take(step);
      await check(history);
    },
  );
  await fc.assert(histories, { numRuns: Number(process.env.FIGURES_RUNS ?? 12), seed: 31, endOnFailure: true });
});

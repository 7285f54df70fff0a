import { matureEarnings } from '../../src/earnings/mature-earnings.js';
import { closePage, dueMonths, matureForClose, previewClose } from '../../src/settlements/close-month.js';
import { beginClose, endClose } from '../../src/settlements/close-run.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPartner, addSale, addTicketedEvent } from '../support/data/build.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext({ now: '2026-11-01T00:00:00.000Z' });
});
afterEach(() => ctx.close());

const TERMS = { method: 'bank_transfer', netDays: 10, minimum: 50, reference: null };
const shown = async (companyId: string) =>
  (await statementsOf(ctx, companyId)).map(({ month, currency, status, amount, lines }) =>
    [month, currency, status, amount.minor, lines].join(' '),
  );

test.each([
  [{ currency: 'EUR' }, true],
  [{ company: 'one' }, true],
  [{}, false],
])('after a close of %o by hand the Schedule still closes the month: %s', async (only, still) => {
  const partner = await seedPayee(ctx);
  const company = 'company' in only ? { company: partner.companyId } : {};
  const asked = { month: '2026-10', requestedBy: 'Fiona', reason: 'test', ...only, ...company };
  const { runId } = await beginClose(ctx, asked, 'by hand');
  await endClose(ctx, runId, { done: 1, carried: 0, issued: 0, refused: 0, kept: 0, left: 0 });
  expect((await dueMonths(ctx, '2026-10')).months.map(({ month }) => month)).toEqual(still ? ['2026-10'] : []);
});

test('a connection that is cut off while a statement is written fails the batch, and refuses no statement', async () => {
  const partner = await seedPayee(ctx);
  await seedLine(ctx, partner, 9000, '2026-10-03T00:00:00Z');
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  const begin = () => Promise.reject(reset);
  const sql = new Proxy(ctx.sql, { get: (of, name) => (name === 'begin' ? begin : Reflect.get(of, name)) });
  const page = { runId: 1, month: '2026-10', after: '', batch: 10, perSecond: 10_000 };
  await expect(closePage({ ...ctx, sql }, page, () => {})).rejects.toBe(reset);
});

test('months that a paused Schedule left out are closed with the next, oldest first, at most a year back', async () => {
  ctx.clock.set('2027-01-01T00:00:00.000Z');
  const due = async (month: string) => (await dueMonths(ctx, month)).months.map((month) => month.month);
  expect(await due('2026-12')).toEqual(['2026-12']);
  await closeMonth(ctx, '2026-09');
  expect(await due('2026-12')).toEqual(['2026-10', '2026-11', '2026-12']);
  await closeMonth(ctx, '2026-11');
  expect(await due('2026-12')).toEqual(['2026-12']);
  ctx.clock.set('2029-01-01T00:00:00.000Z');
  const months = await due('2028-12');
  expect([months[0], months.length]).toEqual(['2027-12', 13]);
});

test('a preview leaves nothing behind, also where a carried month has moved on and no lines are left', async () => {
  const partner = await seedPayee(ctx);
  await seedLine(ctx, partner, 100, '2026-10-03T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  await seedLine(ctx, partner, 9000, '2026-11-03T00:00:00Z');
  ctx.clock.set('2027-01-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  const runs = () => ctx.sql`SELECT id, key FROM settlement_runs ORDER BY id`;
  const before = await runs();
  for await (const line of previewClose(ctx, { month: '2026-12' })) expect(line).toBeUndefined();
  expect(await runs()).toEqual(before);
});

test('an earning that another run or a refund holds while the month closes is waited for, not left out', async () => {
  ctx.clock.set('2026-10-01T12:00:00Z');
  const partner = await seedPayee(ctx, { minimum: 0 });
  const at = '2026-10-10T18:00:00Z';
  const sale = await addSale(ctx, partner, await addTicketedEvent(ctx, { startsAt: at, endsAt: at }));
  // The service was away for the rest of the month: no run has moved the sale.
  ctx.clock.set('2026-11-01T00:00:00Z');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let taken = () => {};
  const locked = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const holder = ctx.sql.begin(async (tx) => {
    await tx`SELECT FROM earnings WHERE sale_id = ${sale.saleId} FOR UPDATE`;
    taken();
    await held;
  });
  await locked;
  await expect(matureForClose(ctx, '2026-10')).rejects.toThrow(/being moved by another run/);
  release();
  await holder;
  await closeMonth(ctx, '2026-10');
  expect(await shown(partner.companyId)).toEqual(['2026-10 EUR issued 500 1']);
});

test('earnings that an event holds back are not awaited: a postponed event, a moved event before its update', async () => {
  ctx.clock.set('2026-10-01T12:00:00Z');
  const partner = await seedPayee(ctx, { minimum: 0 });
  const at = '2026-10-10T18:00:00Z';
  const [postponed, moved] = [
    await addTicketedEvent(ctx, { startsAt: at, endsAt: at }),
    await addTicketedEvent(ctx, { startsAt: at, endsAt: at }),
  ];
  for (const event of [postponed, moved]) await addSale(ctx, partner, event);
  await ctx.sql`UPDATE events SET status = 'postponed' WHERE id = ${postponed.eventId}`;
  const later = '2026-10-31T18:00:00Z';
  await ctx.sql`UPDATE events SET starts_at = ${later}, ends_at = ${later} WHERE id = ${moved.eventId}`;
  ctx.clock.set('2026-11-01T00:00:00Z');
  while ((await matureForClose(ctx, '2026-10')).more);
  expect(await matureEarnings(ctx, { limit: 10 })).toMatchObject({ approved: 0, ready: 0 });
});

describe('terms', () => {
  test('agreed later: earnings of earlier months are listed once', async () => {
    const partner = await addPartner(ctx);
    await seedLine(ctx, partner, 4000, '2026-09-03T00:00:00Z');
    await closeMonth(ctx, '2026-09');
    await seedLine(ctx, partner, 2000, '2026-10-03T00:00:00Z');
    await setTerms(ctx, { company: partner.companyId, ...TERMS });
    await closeMonth(ctx, '2026-10');
    await closeMonth(ctx, '2026-09');
    expect(await shown(partner.companyId)).toEqual(['2026-10 EUR issued 6000 2']);
  });

  test('a minimum that would not count, or not exactly, is refused', async () => {
    const { companyId } = await addPartner(ctx);
    const agree = (other: object) => setTerms(ctx, { company: companyId, ...TERMS, ...other });
    await expect(agree({ minimums: { EUR: 10 } })).rejects.toThrow(/own currency/);
    await expect(agree({ minimum: 0.001 })).rejects.toThrow(/0.001 has more digits than EUR/);
    await expect(agree({ minimums: { JPY: 0.5 } })).rejects.toThrow(/0.5 has more digits than JPY/);
    expect(await agree({ minimum: 0.01, minimums: { KWD: 0.001 } })).toMatchObject({
      minimumMinor: 1,
      minimums: { KWD: 1 },
    });
  });

  test('changed after a close: issued statements keep their terms, the next one has the new terms', async () => {
    const partner = await seedPayee(ctx);
    await seedLine(ctx, partner, 6000, '2026-10-03T00:00:00Z');
    await closeMonth(ctx, '2026-10');
    await setTerms(ctx, {
      company: partner.companyId,
      ...TERMS,
      method: 'processor_transfer',
      netDays: 0,
      minimum: 70,
    });
    await closeMonth(ctx, '2026-10');
    await seedLine(ctx, partner, 7000, '2026-11-03T00:00:00Z');
    ctx.clock.set('2026-12-01T00:00:00Z');
    await closeMonth(ctx, '2026-11');
    expect(await statementsOf(ctx, partner.companyId)).toMatchObject([
      { month: '2026-10', status: 'issued', method: 'bank_transfer', dueOn: '2026-11-11' },
      { month: '2026-11', status: 'issued', method: 'processor_transfer', dueOn: '2026-12-01' },
    ]);
  });

  test('withdrawn: nothing more is written, and agreed again everything is listed once', async () => {
    const partner = await seedPayee(ctx);
    await seedLine(ctx, partner, 100, '2026-10-03T00:00:00Z');
    await closeMonth(ctx, '2026-10');
    await ctx.sql`DELETE FROM settlement_terms WHERE company_id = ${partner.companyId}`;
    await seedLine(ctx, partner, 9000, '2026-11-03T00:00:00Z');
    ctx.clock.set('2026-12-01T00:00:00Z');
    await closeMonth(ctx, '2026-11');
    expect(await shown(partner.companyId)).toEqual(['2026-10 EUR carried 100 1']);
    await setTerms(ctx, { company: partner.companyId, ...TERMS });
    ctx.clock.set('2027-01-01T00:00:00Z');
    await closeMonth(ctx, '2026-12');
    expect(await shown(partner.companyId)).toEqual(['2026-10 EUR carried 100 1', '2026-12 EUR issued 9100 2']);
  });

  test.each([
    ['EUR', 4999, 'carried'],
    ['EUR', 5000, 'issued'],
    ['JPY', 4999, 'carried'],
    ['JPY', 5000, 'issued'],
    ['KWD', 49_999, 'carried'],
    ['KWD', 50_000, 'issued'],
  ])('the minimum in %s: %i is %s', async (currency, minor, status) => {
    const partner = await addPartner(ctx);
    await setTerms(ctx, { company: partner.companyId, ...TERMS, minimums: { JPY: 5000 } });
    await seedLine(ctx, partner, minor, '2026-10-03T00:00:00Z', currency);
    await closeMonth(ctx, '2026-10');
    expect(await shown(partner.companyId)).toEqual([`2026-10 ${currency} ${status} ${minor} 1`]);
  });
});

test('a month with only reversals, next to a currency that pays', async () => {
  const partner = await seedPayee(ctx, { minimum: 0 });
  for (const minor of [-300, -200]) await seedLine(ctx, partner, minor, '2026-10-03T00:00:00Z');
  await seedLine(ctx, partner, 700, '2026-10-03T00:00:00Z', 'JPY');
  await closeMonth(ctx, '2026-10');
  await seedLine(ctx, partner, 600, '2026-11-03T00:00:00Z');
  ctx.clock.set('2026-12-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  expect(await shown(partner.companyId)).toEqual(
    expect.arrayContaining(['2026-10 EUR carried -500 2', '2026-10 JPY issued 700 1', '2026-11 EUR issued 100 3']),
  );
  expect(await shown(partner.companyId)).toHaveLength(3);
});

import { dueMonths } from '../../src/settlements/close-month.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPartner, addSale, addTicketedEvent } from '../support/data/build.js';
import { closeMonth, listedMinor, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext({ now: '2026-11-01T00:00:00.000Z' });
});
afterEach(() => ctx.close());

test('issues one statement a company and currency, due after the net days', async () => {
  const partner = await seedPayee(ctx, { reference: 'PO-7' });
  await seedLine(ctx, partner, 6000, '2026-10-03T00:00:00Z');
  await seedLine(ctx, partner, -500, '2026-10-04T00:00:00Z');
  await seedLine(ctx, partner, 9000, '2026-10-04T00:00:00Z', 'JPY');
  expect(await closeMonth(ctx, '2026-10')).toMatchObject({ done: 1, issued: 2, carried: 0, refused: 0, kept: 0 });
  const [eur, jpy] = await statementsOf(ctx, partner.companyId).then((all) => all.reverse());
  expect(eur).toMatchObject({
    currency: 'EUR',
    status: 'issued',
    amount: { minor: 5500 },
    lines: 2,
    periodStart: '2026-10-01',
    periodEnd: '2026-11-01',
    dueOn: '2026-11-11',
    method: 'bank_transfer',
    reference: 'PO-7',
    version: 1,
  });
  expect(jpy).toMatchObject({ currency: 'JPY', status: 'issued', amount: { minor: 9000 }, lines: 1 });
  expect(await listedMinor(ctx, eur?.id ?? '')).toBe(5500);
});

test('the last millisecond of a month belongs to it, the next one does not', async () => {
  const partner = await seedPayee(ctx, { minimum: 0 });
  await seedLine(ctx, partner, 1, '2026-10-31T23:59:59.999Z');
  await seedLine(ctx, partner, 2, '2026-11-01T00:00:00.000Z');
  await closeMonth(ctx, '2026-10');
  ctx.clock.set('2026-12-01T00:00:00.000Z');
  await closeMonth(ctx, '2026-11');
  const statements = await statementsOf(ctx, partner.companyId);
  expect(statements.map(({ month, amount }) => [month, amount.minor])).toEqual([
    ['2026-10', 1],
    ['2026-11', 2],
  ]);
});

test('a sale that ripens in the last millisecond is on the statement, though no run has moved it yet', async () => {
  ctx.clock.set('2026-10-01T12:00:00Z');
  const partner = await seedPayee(ctx, { minimum: 0 });
  const ends = new Date(Date.parse('2026-10-31T23:59:59.999Z') - 9 * 86_400_000).toISOString();
  const event = await addTicketedEvent(ctx, { startsAt: '2026-10-22T18:00:00Z', endsAt: ends });
  const late = await addTicketedEvent(ctx, { startsAt: '2026-10-22T18:00:00Z', endsAt: '2026-10-23T00:00:00Z' });
  await addSale(ctx, partner, event);
  await addSale(ctx, partner, late);
  ctx.clock.set('2026-11-01T00:00:00.000Z');
  await closeMonth(ctx, '2026-10');
  expect(await statementsOf(ctx, partner.companyId)).toMatchObject([{ amount: { minor: 500 }, lines: 1 }]);
});

test('closes nothing early, whatever the Schedule says', async () => {
  ctx.clock.set('2026-10-31T23:59:59.999Z');
  await expect(closeMonth(ctx, '2026-10')).rejects.toThrow(/nothing is closed early/);
  expect(await dueMonths(ctx, '2026-10')).toEqual({ waitMs: 1, months: [] });
});

test('a run makes up for the months that were missed, once', async () => {
  ctx.clock.set('2026-12-01T00:00:00.000Z');
  const due = async () => (await dueMonths(ctx, '2026-09')).months.map(({ month }) => month);
  expect(await due()).toEqual(['2026-09', '2026-10', '2026-11']);
  await closeMonth(ctx, '2026-09');
  expect(await due()).toEqual(['2026-10', '2026-11']);
});

test('less than the minimum is carried, and its lines are listed again on the next', async () => {
  const partner = await seedPayee(ctx);
  await seedLine(ctx, partner, 4999, '2026-10-03T00:00:00Z');
  expect(await closeMonth(ctx, '2026-10')).toMatchObject({ carried: 1, issued: 0 });
  await seedLine(ctx, partner, 1, '2026-11-03T00:00:00Z');
  ctx.clock.set('2026-12-01T00:00:00Z');
  expect(await closeMonth(ctx, '2026-11')).toMatchObject({ carried: 0, issued: 1 });
  const statements = await statementsOf(ctx, partner.companyId);
  expect(statements).toMatchObject([
    { status: 'carried', amount: { minor: 4999 }, lines: 1, dueOn: '2026-11-11' },
    { status: 'issued', amount: { minor: 5000 }, lines: 2 },
  ]);
  for (const { id, amount } of statements) expect(await listedMinor(ctx, id)).toBe(amount.minor);
});

test('a negative net is carried until it is made good', async () => {
  const partner = await seedPayee(ctx, { minimum: 0 });
  await seedLine(ctx, partner, -700, '2026-10-03T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  ctx.clock.set('2026-12-01T00:00:00Z');
  await seedLine(ctx, partner, 700, '2026-11-03T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  ctx.clock.set('2027-01-01T00:00:00Z');
  await seedLine(ctx, partner, 1, '2026-12-03T00:00:00Z');
  await closeMonth(ctx, '2026-12');
  expect((await statementsOf(ctx, partner.companyId)).map(({ status, amount }) => [status, amount.minor])).toEqual([
    ['carried', -700],
    ['carried', 0],
    ['issued', 1],
  ]);
});

test('no terms or no lines: no statement; a second close changes nothing', async () => {
  const without = await addPartner(ctx);
  await seedLine(ctx, without, 9000, '2026-10-03T00:00:00Z');
  const idle = await seedPayee(ctx);
  const partner = await seedPayee(ctx);
  await seedLine(ctx, partner, 9000, '2026-10-03T00:00:00Z');
  expect(await closeMonth(ctx, '2026-10', { batch: 1 })).toMatchObject({ done: 2, issued: 1 });
  const before = await statementsOf(ctx, partner.companyId);
  await seedLine(ctx, partner, 100, '2026-10-05T00:00:00Z');
  expect(await closeMonth(ctx, '2026-10')).toMatchObject({ done: 2, issued: 0, carried: 0, kept: 1 });
  expect(await statementsOf(ctx, partner.companyId)).toEqual(before);
  expect(await statementsOf(ctx, idle.companyId)).toEqual([]);
  expect(await statementsOf(ctx, without.companyId)).toEqual([]);
});

test('two closes at the same time write one statement each company', async () => {
  const partners = await Promise.all(Array.from({ length: 12 }, () => seedPayee(ctx)));
  for (const partner of partners) await seedLine(ctx, partner, 9000, '2026-10-03T00:00:00Z');
  const [one, two] = await Promise.all([closeMonth(ctx, '2026-10'), closeMonth(ctx, '2026-10')]);
  expect(one.issued + two.issued).toBe(12);
  for (const partner of partners) expect(await statementsOf(ctx, partner.companyId)).toHaveLength(1);
});

test('a statement that does not add up is refused with an alert, and the others are issued', async () => {
  const [bad, good] = [await seedPayee(ctx), await seedPayee(ctx)];
  const wrong = await seedLine(ctx, bad, 9000, '2026-10-03T00:00:00Z');
  await seedLine(ctx, good, 9000, '2026-10-03T00:00:00Z');
  await ctx.sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = 'replica'`;
    await tx`UPDATE earnings SET commission_minor = 9001 WHERE id = ${wrong.id}`;
  });
  const alerts = jest.spyOn(ctx.log, 'error');
  expect(await closeMonth(ctx, '2026-10')).toMatchObject({ issued: 1, refused: 1 });
  expect(alerts).toHaveBeenCalledWith(
    expect.objectContaining({ alert: 'settlement_refused', companyId: bad.companyId, currency: 'EUR' }),
    expect.any(String),
  );
  expect(await statementsOf(ctx, bad.companyId)).toEqual([]);
  const [left] = await ctx.sql`SELECT settlement_id FROM earnings WHERE id = ${wrong.id}`;
  expect(left?.settlementId).toBeNull();
});

import { NoSuchError } from '../../src/core/problems.js';
import { followEvents } from '../../src/earnings/follow-events.js';
import { matureEarnings } from '../../src/earnings/mature-earnings.js';
import { reverseSale } from '../../src/earnings/reverse-sale.js';
import { listEarningsOfSales, retimeEvent } from '../../src/earnings/sql/earnings.js';
import { toEarning } from '../../src/earnings/to-earning.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPartner, addSale, addTicketedEvent } from '../support/data/build.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

const own = async (saleId: string) => (await listEarningsOfSales(ctx.sql, [saleId]))[0];

async function matureAll(): Promise<void> {
  while ((await matureEarnings(ctx, { limit: 2 })).more);
}

test('pending → approved 48 hours after the end → ready 7 days later, in batches', async () => {
  const partner = await addPartner(ctx);
  const event = await addTicketedEvent(ctx);
  const sales = await Promise.all(Array.from({ length: 5 }, () => addSale(ctx, partner, event)));
  const statuses = async () => new Set(await Promise.all(sales.map(async ({ saleId }) => (await own(saleId))?.status)));

  ctx.clock.set('2026-12-03T21:59:59.999Z');
  await matureAll();
  expect(await statuses()).toEqual(new Set(['pending']));
  expect(await own(sales[0]?.saleId ?? '')).toMatchObject({ reason: 'under_review' });
  const approvesAt = async () =>
    (await listEarningsOfSales(ctx.sql, [sales[0]?.saleId ?? ''])).map(toEarning)[0]?.approves_at;
  expect(await approvesAt()).toBe('2026-12-03T22:00:00.000Z');
  ctx.clock.set('2026-12-03T22:00:00Z');
  await matureAll();
  expect(await statuses()).toEqual(new Set(['approved']));
  expect(await approvesAt()).toBeNull();
  expect(await own(sales[0]?.saleId ?? '')).toMatchObject({
    reason: null,
    changedAt: new Date('2026-12-03T22:00:00Z'),
  });
  ctx.clock.set('2026-12-10T21:59:59.999Z');
  await matureAll();
  expect(await statuses()).toEqual(new Set(['approved']));
  ctx.clock.set('2026-12-10T22:00:00Z');
  await matureAll();
  expect(await statuses()).toEqual(new Set(['ready']));
});

test('two runs at once move every earning once', async () => {
  const partner = await addPartner(ctx);
  const event = await addTicketedEvent(ctx);
  for (let n = 0; n < 20; n++) await addSale(ctx, partner, event);
  ctx.clock.set('2026-12-04T00:00:00Z');
  const batches = await Promise.all(Array.from({ length: 4 }, () => matureEarnings(ctx, { limit: 100 })));
  expect(batches.reduce((total, batch) => total + batch.approved, 0)).toBe(20);
});

test('dates move page by page, so that a large event delays no others', async () => {
  const event = await addTicketedEvent(ctx);
  const partner = await addPartner(ctx);
  for (let n = 0; n < 3; n++) await addSale(ctx, partner, event);
  const clock = { approvesAt: new Date('2027-03-04T01:00:00Z'), readyAt: null, reason: 'awaiting_event' as const };
  const pages: number[] = [];
  do pages.push(await ctx.sql.begin((tx) => retimeEvent(tx, event.eventId, clock, ctx.clock.now(), 2)));
  while (pages.at(-1) !== 0);
  expect(pages).toEqual([2, 1, 0]);
});

test('a postponed event stops the clock, a new date starts it again', async () => {
  const event = await addTicketedEvent(ctx);
  const { saleId } = await addSale(ctx, await addPartner(ctx), event, { quantity: 2 });
  await reverseSale(ctx, { saleId, reason: 'chargeback', amount: 44.4 });
  await ctx.sql`UPDATE events SET status = 'postponed' WHERE id = ${event.eventId}`;
  await followEvents(ctx);
  expect(await own(saleId)).toMatchObject({ approvesAt: null, readyAt: null });
  ctx.clock.set('2027-01-01T00:00:00Z');
  await matureAll();
  expect((await own(saleId))?.status).toBe('pending');

  await ctx.sql`
    UPDATE events SET status = 'rescheduled', starts_at = '2027-03-01T19:00:00Z', ends_at = NULL, date = '2027-03-01'
    WHERE id = ${event.eventId}`;
  await followEvents(ctx);
  const [sale, refund] = await listEarningsOfSales(ctx.sql, [saleId]);
  // No known end: start + 6 hours.
  expect(sale).toMatchObject({ approvesAt: new Date('2027-03-04T01:00:00Z'), reason: 'awaiting_event' });
  expect(refund?.readyAt).toEqual(sale?.readyAt);
});

test('an event that moved a moment ago is not approved by its old date', async () => {
  const event = await addTicketedEvent(ctx);
  const { saleId } = await addSale(ctx, await addPartner(ctx), event);
  ctx.clock.set('2026-12-05T00:00:00Z');
  await ctx.sql`UPDATE events SET starts_at = '2027-03-01T19:00:00Z', ends_at = '2027-03-01T22:00:00Z' WHERE id = ${event.eventId}`;
  await ctx.sql`DELETE FROM outbox`;
  await matureAll();
  expect(await own(saleId)).toMatchObject({ status: 'pending' });
});

test('the sales of many cancelled events are reversed some hundred at a time, so that no payment waits long', async () => {
  const partner = await addPartner(ctx);
  const events = await Promise.all(Array.from({ length: 3 }, () => addTicketedEvent(ctx)));
  for (const event of events) await Promise.all(Array.from({ length: 50 }, () => addSale(ctx, partner, event)));
  await ctx.sql`UPDATE events SET status = 'cancelled'`;
  const reversed = async () => (await ctx.sql`SELECT FROM earnings WHERE status = 'reversed'`).length;
  await followEvents(ctx);
  expect(await reversed()).toBe(100);
  while ((await followEvents(ctx)).events > 0);
  expect(await reversed()).toBe(150);
});

test('a cancelled event reverses all its sales, however many, once', async () => {
  const partner = await addPartner(ctx);
  const event = await addTicketedEvent(ctx, { budgetMinor: 1_000_000 });
  for (let n = 0; n < 130; n++) await addSale(ctx, partner, event);
  await ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${event.eventId}`;
  while ((await followEvents(ctx)).events > 0);
  const [sums] = await ctx.sql<{ records: number; reversed: number; net: number; spent: number }[]>`
    SELECT (SELECT count(*)::int FROM earnings) AS records,
           (SELECT count(*)::int FROM earnings WHERE status = 'reversed' AND reason = 'event_cancelled' AND commission_minor = -500 AND NOT settles) AS reversed,
           (SELECT sum(commission_minor)::int FROM ledger_entries) AS net,
           (SELECT reward_spent_minor FROM events WHERE id = ${event.eventId}) AS spent`;
  expect(sums).toEqual({ records: 130, reversed: 130, net: 0, spent: 0 });
});

test('the ledger refuses to be changed, a reversed earning to become anything else', async () => {
  const { saleId } = await addSale(ctx, await addPartner(ctx), await addTicketedEvent(ctx));
  const refused = (statement: string) =>
    expect(ctx.sql.unsafe(statement)).rejects.toThrow(/append-only|never becomes|ledger says|identity/);
  await refused('UPDATE ledger_entries SET commission_minor = 1');
  await refused('DELETE FROM ledger_entries');
  await refused('TRUNCATE ledger_entries');
  await refused('UPDATE sales SET commission_minor = 1');
  await refused('DELETE FROM earnings');
  await refused('UPDATE earnings SET commission_minor = 1');
  await refused("UPDATE earnings SET company_id = 'x'");
  await reverseSale(ctx, { saleId, reason: 'fraud' });
  await refused("UPDATE earnings SET status = 'ready', commission_minor = 500");
  await refused("UPDATE earnings SET reason = 'refund'");
});

test('a refused reversal names its reason', async () => {
  await expect(reverseSale(ctx, { saleId: 'sale_none', reason: 'fraud' })).rejects.toThrow(NoSuchError);
  const { saleId } = await addSale(ctx, await addPartner(ctx), await addTicketedEvent(ctx));
  await expect(reverseSale(ctx, { saleId, reason: 'fraud', amount: 0 })).rejects.toThrow(
    'amount: must be more than zero',
  );
  await expect(reverseSale(ctx, { saleId, reason: 'fraud', amount: 12.345 })).rejects.toThrow('more digits than EUR');
  expect(await reverseSale(ctx, { saleId, reason: 'fraud' })).toMatchObject({
    status: 'reversed',
    reason: 'fraud',
    commission: -5,
  });
  expect(await reverseSale(ctx, { saleId, reason: 'fraud' })).toBeNull();
});

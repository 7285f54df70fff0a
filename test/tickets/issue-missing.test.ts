import { issueMissingTickets } from '../../src/tickets/issue-missing.js';
import { showTickets } from '../../src/tickets/show-tickets.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { buyTickets, ticketsOf } from '../support/data/tickets.js';

let ctx: TestContext;
let shop: Shop;

beforeEach(async () => {
  ctx = await createTestContext();
  shop = await openShop(ctx, { capacity: 100 });
});
afterEach(() => ctx.close());

/** An order as a version without tickets pays it. */
async function paidWithoutTickets(quantity = 2): Promise<string> {
  const id = await buyTickets(ctx, shop, { quantity });
  for (const table of ['ticket_mails', 'order_pages', 'tickets']) {
    await ctx.sql`DELETE FROM ${ctx.sql(table)} WHERE order_id = ${id}`;
  }
  await ctx.sql`DELETE FROM outbox WHERE key = ${id}`;
  return id;
}

const issue = () => issueMissingTickets(ctx);

it('issues and mails the tickets of paid orders that have none, once', async () => {
  const [id, ticketed] = [await paidWithoutTickets(), await buyTickets(ctx, shop)];
  const before = await ticketsOf(ctx, ticketed);
  expect(await Promise.all([issue(), issue()])).toEqual(expect.arrayContaining([1]));
  expect((await ticketsOf(ctx, id)).map(({ state }) => state)).toEqual(['valid', 'valid']);
  expect(await ctx.sql`SELECT kind, state FROM ticket_mails WHERE order_id = ${id}`).toEqual([
    { kind: 'tickets', state: 'queued' },
  ]);
  expect(await ctx.sql`SELECT FROM outbox WHERE topic = 'tickets.mail' AND key = ${id}`).toHaveLength(1);
  expect(await ticketsOf(ctx, ticketed)).toEqual(before);
  expect(await issue()).toBe(0);
});

it('finds those that are paid later by a process of the old version, and those of a rollback that took days', async () => {
  await issue();
  ctx.clock.advance(59 * 60_000);
  const during = await paidWithoutTickets();
  ctx.clock.advance(60_000);
  expect(await issue()).toBe(1);
  expect(await ticketsOf(ctx, during)).toHaveLength(2);

  const rolledBack = await paidWithoutTickets();
  ctx.clock.advance(3 * 86_400_000);
  expect(await issue()).toBe(1);
  expect(await ticketsOf(ctx, rolledBack)).toHaveLength(2);
});

it('issues none for seats that were refunded, and none for events that are over or cancelled', async () => {
  const partly = await paidWithoutTickets(3);
  await ctx.sql`UPDATE orders SET status = 'partially_refunded', refunded_quantity = 2, refunded_minor = total_minor * 2 / 3 WHERE id = ${partly}`;
  const unpaid = await placeOrder(ctx, shop);
  const whole = await paidWithoutTickets();
  await ctx.sql`UPDATE orders SET status = 'refunded', refunded_quantity = quantity, refunded_minor = total_minor WHERE id = ${whole}`;
  expect(await issue()).toBe(1);
  expect(await ticketsOf(ctx, partly)).toHaveLength(1);
  expect(await showTickets(ctx, unpaid.id)).toMatchObject({ tickets: [], mails: [] });

  await paidWithoutTickets();
  for (const status of ['completed', 'cancelled']) {
    await ctx.sql`UPDATE events SET status = ${status} WHERE id = ${shop.eventId}`;
    expect(await issue()).toBe(0);
  }
});

import { payAtCheckout } from '../../src/orders/checkout.js';
import { openCheckout } from '../../src/orders/open-checkout.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { insertTickets } from '../../src/tickets/sql/tickets.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';
import { openStripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';

/** How many transactions paid these orders. */
async function transactionsOf(ctx: TestContext, eventId: string): Promise<number> {
  const rows =
    await ctx.sql`SELECT DISTINCT xmin::text FROM orders WHERE event_id = ${eventId} AND paid_at IS NOT NULL`;
  return rows.length;
}

async function countsOf(ctx: TestContext, shop: Shop) {
  const [counts] = await ctx.sql<
    { paid: number; tickets: number; mails: number; sales: number; drawn: number; earned: number }[]
  >`
    WITH o AS (SELECT id, quantity FROM orders WHERE event_id = ${shop.eventId} AND status = 'paid')
    SELECT (SELECT count(*)::int FROM o) AS paid,
      (SELECT count(*)::int FROM tickets t JOIN o ON o.id = t.order_id) AS tickets,
      (SELECT count(*)::int FROM outbox m JOIN o ON o.id = m.key WHERE m.topic = 'tickets.mail') AS mails,
      (SELECT count(*)::int FROM sales s JOIN o ON o.id = s.order_id) AS sales,
      (SELECT reward_spent_minor FROM events WHERE id = ${shop.eventId}) AS drawn,
      (SELECT coalesce(sum(commission_minor), 0)::bigint FROM ledger_entries WHERE event_id = ${shop.eventId}) AS earned`;
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject(await stockByOrders(ctx.sql, shop.ticketTypeId));
  return counts;
}

describe('payments of one event at once', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext();
  });
  afterAll(() => ctx.close());

  async function orders(shop: Shop, count: number): Promise<string[]> {
    const made = await Promise.all(Array.from({ length: count }, () => placeOrder(ctx, shop, 2)));
    return made.map(({ id }) => id);
  }
  const press = async (id: string) => payAtCheckout(ctx, await tokenOf(ctx, id));

  test('share transactions, and each has the same result as alone', async () => {
    const shop = await openShop(ctx, { capacity: 500 });
    // For 25 of the 80 tickets.
    await ctx.sql`
      UPDATE events SET reward_kind = 'flat', reward_amount_minor = 100, reward_currency = 'EUR', reward_budget_minor = 2500
      WHERE id = ${shop.eventId}`;
    const ids = await orders(shop, 40);
    const tokens = await Promise.all(ids.map((id) => tokenOf(ctx, id)));
    // Each pressed twice.
    await Promise.all([...tokens, ...tokens].map((token) => payAtCheckout(ctx, token)));
    expect(await countsOf(ctx, shop)).toEqual({
      paid: 40,
      tickets: 80,
      mails: 40,
      sales: 40,
      drawn: 2_500,
      earned: 2_500,
    });
    expect(await transactionsOf(ctx, shop.eventId)).toBeLessThanOrEqual(4);
    expect(await ctx.sql`SELECT FROM refunds`).toHaveLength(0);
  });

  test('a failing, a late and a paid one do not affect the others', async () => {
    const shop = await openShop(ctx, { capacity: 500 });
    const ids = await orders(shop, 12);
    const [bad = '', late = '', paid = ''] = ids;
    // The ticket of a position exists already, so payment cannot issue it.
    const code = { code: Buffer.from('x'), codeHash: Buffer.from('x') };
    const { eventId, ticketTypeId } = shop;
    const ticket = {
      id: 'tck_bad',
      orderId: bad,
      position: 1,
      eventId,
      ticketTypeId,
      ...code,
      createdAt: ctx.clock.now(),
    };
    await ctx.sql.begin((tx) => insertTickets(tx, [ticket]));
    await ctx.sql`UPDATE orders SET hold_until = ${new Date(ctx.clock.now().getTime() - 1_000)} WHERE id = ${late}`;
    await payOrder(ctx, { orderId: paid, paymentReference: 'first' });
    const pressed = await Promise.allSettled(ids.map(press));
    expect(pressed.map(({ status }) => status)).toEqual(['rejected', ...Array(11).fill('fulfilled')]);
    expect(await countsOf(ctx, shop)).toMatchObject({ paid: 11, tickets: 22, sales: 11 });
    await ctx.sql`DELETE FROM tickets WHERE id = 'tck_bad'`;
    await press(bad);
    expect(await countsOf(ctx, shop)).toMatchObject({ paid: 12, tickets: 24, sales: 12 });
  });
});

test('messages of payments of one event share transactions, and are applied once', async () => {
  const { ctx, shop, stripe, close } = await openStripeSite({ capacity: 100 });
  stripe.verbs.hold({ held: true });
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) ids.push((await placeOrder(ctx, shop, 2)).id);
  for (const id of ids) await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  for (const id of ids) stripe.verbs.pay({ session: await sessionOf(ctx, id) });
  const messages = stripe.deliverer.waiting();
  const sent = await Promise.all([...messages, ...messages].map((event) => stripe.deliverer.send(event)));
  expect(new Set(sent.flat())).toEqual(new Set([200]));
  expect(await countsOf(ctx, shop)).toMatchObject({ paid: 12, tickets: 24, sales: 12 });
  expect(await transactionsOf(ctx, shop.eventId)).toBeLessThan(12);
  const [row] = await ctx.sql<{ applied: number }[]>`
    SELECT count(*)::int AS applied FROM processor_events WHERE type = 'checkout.session.completed'`;
  expect(row?.applied).toBe(12);
  expect(await ctx.sql`SELECT FROM refunds`).toHaveLength(0);
  await close();
});

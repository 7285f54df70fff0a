import { payOrder } from '../../src/orders/pay-order.js';
import { createOrder } from '../../src/orders/place-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { resealSecrets } from '../../src/platform/secrets/reseal-secrets.js';
import { openTickets } from '../../src/tickets/open-tickets.js';
import { orderPageUrl } from '../../src/tickets/order-page-link.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { buyTickets, ticketsOf } from '../support/data/tickets.js';

let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  ctx = await createTestContext();
  shop = await openShop(ctx, { capacity: 100 });
});
afterAll(() => ctx.close());

const mailsOf = async (orderId: string) =>
  (await ctx.sql`SELECT kind, state FROM ticket_mails WHERE order_id = ${orderId} ORDER BY number`).map(
    ({ kind, state }) => `${kind} ${state}`,
  );
const states = async (orderId: string) => (await ticketsOf(ctx, orderId)).map(({ state }) => state);

describe('paying', () => {
  it('issues a ticket a seat, each with a code of its own, and a page', async () => {
    const id = await buyTickets(ctx, shop, { quantity: 3 });
    const tickets = await ticketsOf(ctx, id);
    expect(tickets.map(({ position, state, eventId }) => [position, state, eventId])).toEqual([
      [1, 'valid', shop.eventId],
      [2, 'valid', shop.eventId],
      [3, 'valid', shop.eventId],
    ]);
    expect(new Set(tickets.map(({ code }) => code)).size).toBe(3);
    expect(await orderPageUrl(ctx, id)).toMatch(/^http:\/\/localhost:3000\/tickets\/[0-9A-Za-z]{32}$/);
    expect(await mailsOf(id)).toEqual(['tickets queued']);
    expect(await ctx.sql`SELECT key FROM outbox WHERE topic = 'tickets.mail' AND key = ${id}`).toHaveLength(1);
  });

  it('reported ten times at once, issues them once', async () => {
    const { order } = await createOrder(ctx, {
      caller: shop.live,
      idempotencyKey: 'issued-once',
      body: {
        event_id: shop.eventId,
        ticket_type_id: shop.ticketTypeId,
        quantity: 2,
        buyer_email: 'a@example.org',
        buyer_name: 'A',
      },
    });
    await Promise.all(Array.from({ length: 10 }, () => payOrder(ctx, { orderId: order.id, paymentReference: 'once' })));
    expect(await states(order.id)).toEqual(['valid', 'valid']);
  });

  it('issues none for money that goes back', async () => {
    const { order } = await createOrder(ctx, {
      caller: shop.live,
      idempotencyKey: 'given-back',
      body: {
        event_id: shop.eventId,
        ticket_type_id: shop.ticketTypeId,
        quantity: 1,
        buyer_email: 'a@example.org',
        buyer_name: 'A',
      },
    });
    ctx.clock.advance(2 * 86_400_000);
    expect(await payOrder(ctx, { orderId: order.id, paymentReference: 'late' })).toMatchObject({
      outcome: 'given_back',
    });
    expect(await states(order.id)).toEqual([]);
    ctx.clock.advance(-2 * 86_400_000);
  });

  it('keeps no code and no link that could be read in the database', async () => {
    const id = await buyTickets(ctx, shop);
    const [ticket] = await ticketsOf(ctx, id);
    const token = (await orderPageUrl(ctx, id))?.split('/').at(-1) ?? '';
    const rows = await ctx.sql`SELECT t::text AS row FROM tickets t UNION ALL SELECT p::text FROM order_pages p`;
    const text = JSON.stringify(rows);
    for (const secret of [ticket?.code ?? '', token]) {
      expect(secret).not.toBe('');
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

describe('refunding', () => {
  it('takes the last tickets, names them by mail, and once', async () => {
    const id = await buyTickets(ctx, shop, { quantity: 3 });
    const refund = { orderId: id, requestKey: 'two', tickets: 2 };
    await refundOrder(ctx, refund);
    await refundOrder(ctx, refund);
    expect(await states(id)).toEqual(['valid', 'refunded', 'refunded']);
    expect(await mailsOf(id)).toEqual(['tickets queued', 'refund queued']);
    await refundOrder(ctx, { orderId: id, requestKey: 'rest' });
    expect(await states(id)).toEqual(['refunded', 'refunded', 'refunded']);
  });

  it('takes void tickets first and used ones last', async () => {
    const id = await buyTickets(ctx, shop, { quantity: 4 });
    await ctx.sql`UPDATE tickets SET state = 'used', used_at = now() WHERE order_id = ${id} AND position = 4`;
    await ctx.sql`
      UPDATE tickets SET state = 'void', void_reason = 'operator', ended_at = now() WHERE order_id = ${id} AND position = 1`;
    await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 });
    expect(await states(id)).toEqual(['refunded', 'valid', 'valid', 'used']);
    await refundOrder(ctx, { orderId: id, requestKey: 'two', tickets: 2 });
    expect(await states(id)).toEqual(['refunded', 'refunded', 'refunded', 'used']);
  });

  it('still works for an order from before there were tickets', async () => {
    const id = await buyTickets(ctx, shop);
    await ctx.sql`DELETE FROM tickets WHERE order_id = ${id}`;
    expect(await refundOrder(ctx, { orderId: id, requestKey: 'old' })).toMatchObject({ status: 'refunded' });
  });
});

it('codes and links are sealed anew when the key changes', async () => {
  const id = await buyTickets(ctx, shop);
  const [before] = await ticketsOf(ctx, id);
  const encryptionKey = Buffer.alloc(32, 9);
  const after = { ...ctx, encryptionKey, config: { ...ctx.config, encryptionKey } };
  const resealed = await resealSecrets({ ...after, previousEncryptionKey: ctx.encryptionKey });
  expect(resealed).toMatchObject({ unopened: [] });
  expect((await openTickets(after, ctx.sql, id))[0]?.code).toBe(before?.code);
  expect(await orderPageUrl(after, id)).toContain('/tickets/');
});

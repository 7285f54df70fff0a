import { randomUUID } from 'node:crypto';
import { ConflictError } from '../../src/core/problems.js';
import type { Caller } from '../../src/core/viewer.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { getOrder } from '../../src/orders/get-order.js';
import { payIn, payOrder } from '../../src/orders/pay-order.js';
import { createOrder } from '../../src/orders/place-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { OrderTransitionError } from '../../src/orders/rules/order-status.js';
import { sendRefund } from '../../src/orders/send-refund.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { expireOrder } from '../support/data/holds.js';
import { stockOf } from '../support/data/stock.js';

let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  shop = await openShop(ctx, { capacity: 5 });
});
afterAll(() => ctx.close());

async function order(quantity = 1, mode: 'live' | 'test' = 'live'): Promise<string> {
  const { order: made } = await createOrder(ctx, {
    caller: shop[mode],
    idempotencyKey: randomUUID(),
    body: {
      event_id: mode === 'live' ? shop.eventId : shop.sampleId,
      ticket_type_id: mode === 'live' ? shop.ticketTypeId : shop.sampleTicketTypeId,
      quantity,
      buyer_email: 'ada@example.org',
      buyer_name: 'Ada',
    },
  });
  await ctx.sql`DELETE FROM outbox`;
  return made.id;
}

const pay = (orderId: string, paymentReference = `pay_${orderId}`) => payOrder(ctx, { orderId, paymentReference });
const stock = () => stockOf(ctx.sql, shop.ticketTypeId);

async function messages(): Promise<string[]> {
  const rows = await ctx.sql<{ topic: string }[]>`SELECT topic FROM outbox ORDER BY id`;
  return rows.map((row) => row.topic);
}

async function refunds(orderId: string) {
  return ctx.sql`SELECT reason, payment_reference, quantity, amount_minor FROM refunds WHERE order_id = ${orderId}`;
}

describe('paying', () => {
  it('sells the held tickets and says so', async () => {
    const id = await order(2);
    expect(await pay(id)).toEqual({ status: 'paid', outcome: 'paid' });
    expect(await stock()).toMatchObject({ held: 0, sold: 2 });
    expect((await messages()).sort()).toEqual(['event.touched', 'order.closed', 'tickets.mail']);
    const shown = await getOrder(ctx, { caller: shop.live, orderId: id });
    expect(shown).toMatchObject({ status: 'paid' });
    expect(shown).not.toHaveProperty('checkout_url');
  });

  it('runs next to other sales of the event, and waits where a reward budget is drawn', async () => {
    const [shared, budgeted] = [await order(), await order()];
    const payBeside = (orderId: string) =>
      ctx.sql.begin(async (tx) => {
        await tx`SELECT FROM events WHERE id = ${shop.eventId} FOR SHARE`;
        return ctx.sql.begin(async (other) => {
          await other`SET LOCAL lock_timeout = '200ms'`;
          return payIn(ctx, other, { orderId, paymentReference: `pay_${orderId}` });
        });
      });
    expect(await payBeside(shared)).toMatchObject({ outcome: 'paid' });
    await ctx.sql`
      UPDATE events SET reward_kind = 'flat', reward_amount_minor = 100, reward_currency = 'EUR', reward_budget_minor = 100
      WHERE id = ${shop.eventId}`;
    await expect(payBeside(budgeted)).rejects.toThrow('lock timeout');
  });

  it('makes a sandbox order `test`', async () => {
    const id = await order(1, 'test');
    expect(await pay(id)).toEqual({ status: 'test', outcome: 'paid' });
    expect(await stockOf(ctx.sql, shop.sampleTicketTypeId)).toMatchObject({ held: 0, sold: 1 });
  });

  it('reported twice, also at once, counts once', async () => {
    const id = await order();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pay(id)));
    expect(outcomes.filter((outcome) => outcome?.outcome === 'paid')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome?.outcome === 'known')).toHaveLength(9);
    expect(await stock()).toMatchObject({ held: 0, sold: 1 });
    expect(await refunds(id)).toHaveLength(0);
  });

  it('a second time with other money gives that money back', async () => {
    const id = await order();
    await pay(id, 'first');
    expect(await pay(id, 'second')).toEqual({ status: 'paid', outcome: 'given_back' });
    await pay(id, 'second');
    expect([...(await refunds(id))]).toEqual([
      { reason: 'duplicate_payment', paymentReference: 'second', quantity: 0, amountMinor: 1250 },
    ]);
    expect(await stock()).toMatchObject({ sold: 1 });
  });

  it('of an order that does not exist is nothing', async () => {
    expect(await pay('ord_none')).toBeNull();
  });
});

describe('a payment after the hold ended', () => {
  it('takes the tickets again when they are free', async () => {
    const id = await order(2);
    await expireOrder(ctx, { orderId: id });
    expect(await pay(id)).toEqual({ status: 'paid', outcome: 'paid' });
    expect(await stock()).toMatchObject({ held: 0, sold: 2 });
    expect(await refunds(id)).toHaveLength(0);
  });

  it('is refunded in full when another buyer has the tickets', async () => {
    const id = await order(2);
    await expireOrder(ctx, { orderId: id });
    await order(4);
    expect(await pay(id)).toEqual({ status: 'refunded', outcome: 'given_back', cause: 'tickets_unavailable' });
    expect(await pay(id)).toEqual({ status: 'refunded', outcome: 'known' });
    expect(await stock()).toMatchObject({ held: 4, sold: 0 });
    expect([...(await refunds(id))]).toEqual([
      { reason: 'late_payment', paymentReference: `pay_${id}`, quantity: 0, amountMinor: 2500 },
    ]);
    expect(await messages()).toContain('refund.requested');
  });

  it('goes back when the event was cancelled', async () => {
    const id = await order();
    await expireOrder(ctx, { orderId: id });
    await ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${shop.eventId}`;
    expect(await pay(id)).toEqual({ status: 'refunded', outcome: 'given_back', cause: 'event_cancelled' });
  });

  it('goes back when the event was cancelled while the tickets were held', async () => {
    const id = await order(2);
    await ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${shop.eventId}`;
    expect(await pay(id)).toEqual({ status: 'refunded', outcome: 'given_back', cause: 'event_cancelled' });
    expect(await pay(id)).toEqual({ status: 'refunded', outcome: 'known' });
    expect(await stock()).toMatchObject({ held: 0, sold: 0 });
    expect(await refunds(id)).toHaveLength(1);
    expect(await messages()).toEqual(expect.arrayContaining(['order.closed', 'refund.requested']));
  });

  it('goes back when the order was cancelled', async () => {
    const id = await order();
    await cancelOrder(ctx, { caller: shop.live, orderId: id });
    expect(await pay(id)).toEqual({ status: 'refunded', outcome: 'given_back', cause: 'order_cancelled' });
    expect(await stock()).toMatchObject({ held: 0, sold: 0 });
  });

  it('gives the last free tickets to the first of two late payments', async () => {
    const [first, second] = [await order(3), await order(2)];
    await Promise.all([first, second].map((orderId) => expireOrder(ctx, { orderId })));
    await order(2);
    const outcomes = await Promise.all([pay(first), pay(second)]);
    expect(outcomes.map((outcome) => outcome?.outcome).sort()).toEqual(['given_back', 'paid']);
  });
});

describe('expiring', () => {
  it('frees the tickets once', async () => {
    const id = await order(2);
    await Promise.all(Array.from({ length: 5 }, () => expireOrder(ctx, { orderId: id })));
    expect(await expireOrder(ctx, { orderId: id })).toBe('expired');
    expect(await stock()).toMatchObject({ held: 0, sold: 0 });
    expect(await messages()).toEqual(['event.touched']);
  });

  it('leaves a paid order alone', async () => {
    const id = await order();
    await pay(id);
    expect(await expireOrder(ctx, { orderId: id })).toBe('paid');
    expect(await expireOrder(ctx, { orderId: 'ord_none' })).toBeNull();
  });
});

describe('cancelling', () => {
  it('frees the tickets early, and again changes nothing', async () => {
    const id = await order(2);
    const input = { caller: shop.live, orderId: id };
    expect(await cancelOrder(ctx, input)).toMatchObject({ status: 'cancelled' });
    expect(await cancelOrder(ctx, input)).toMatchObject({ status: 'cancelled' });
    expect(await stock()).toMatchObject({ held: 0, sold: 0 });
    expect(await messages()).toEqual(['order.closed', 'event.touched']);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['paid', (id) => pay(id)],
    ['expired', (orderId) => expireOrder(ctx, { orderId })],
  ])('is refused once the order is %s', async (_, first) => {
    const id = await order();
    await first(id);
    await expect(cancelOrder(ctx, { caller: shop.live, orderId: id })).rejects.toMatchObject({
      code: 'order_not_open',
    });
  });

  it('is refused for another caller’s order, as if it did not exist', async () => {
    const id = await order();
    const other = await openShop(ctx);
    const callers: Caller[] = [other.live, shop.test];
    for (const caller of callers) {
      await expect(cancelOrder(ctx, { caller, orderId: id })).rejects.toMatchObject({ code: 'order_not_found' });
      await expect(getOrder(ctx, { caller, orderId: id })).rejects.toMatchObject({ code: 'order_not_found' });
    }
    expect(await stock()).toMatchObject({ held: 1 });
  });
});

describe('refunding', () => {
  it('gives part of the tickets back, then the rest', async () => {
    const id = await order(3);
    await pay(id);
    expect(await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 })).toMatchObject({
      status: 'partially_refunded',
      tickets: 1,
      amount: { minor: 1250, currency: 'EUR' },
    });
    expect(await stock()).toMatchObject({ held: 0, sold: 2 });
    expect(await refundOrder(ctx, { orderId: id, requestKey: 'rest' })).toMatchObject({
      status: 'refunded',
      tickets: 2,
      amount: { minor: 2500, currency: 'EUR' },
    });
    expect(await stock()).toMatchObject({ held: 0, sold: 0 });
  });

  it('asked for twice with one key happens once', async () => {
    const id = await order(2, 'test');
    await pay(id);
    const asked = () => refundOrder(ctx, { orderId: id, requestKey: 'same', tickets: 1 });
    const [first, second] = await Promise.all([asked(), asked()]);
    expect(first?.refundId).toBe(second?.refundId);
    expect(await getOrder(ctx, { caller: shop.test, orderId: id })).toMatchObject({ status: 'partially_refunded' });
    expect(await refundOrder(ctx, { orderId: id, requestKey: 'rest' })).toMatchObject({ status: 'refunded' });
  });

  it('is refused for tickets that are not paid, or no longer there', async () => {
    const id = await order(2);
    const ask = (tickets?: number) => refundOrder(ctx, { orderId: id, requestKey: randomUUID(), tickets });
    await expect(ask()).rejects.toThrow(OrderTransitionError);
    await pay(id);
    await expect(ask(3)).rejects.toThrow('3 cannot be refunded: 2 remain');
    await expect(ask(0)).rejects.toThrow(ConflictError);
    await ask();
    await expect(ask()).rejects.toThrow(OrderTransitionError);
    expect(await refundOrder(ctx, { orderId: 'ord_none', requestKey: 'x' })).toBeNull();
  });

  it('is sent to the processor once, however often it is tried', async () => {
    const id = await order();
    await pay(id);
    const refund = await refundOrder(ctx, { orderId: id, requestKey: 'sent' });
    const refundId = refund?.refundId ?? '';
    const calls: string[] = [];
    let broken = true;
    const refund_ = async (request: { key: string }) => {
      calls.push(request.key);
      if (broken) throw new Error('unreachable');
      return { reference: 'given-back', state: 'succeeded' as const };
    };
    const simulation = { ...ctx.payments.simulation, refund: refund_ };
    const sending = { ...ctx, payments: { ...ctx.payments, simulation } };
    await expect(sendRefund(sending, { refundId })).rejects.toThrow('unreachable');
    broken = false;
    expect(await sendRefund(sending, { refundId })).toBe('given-back');
    expect(await sendRefund(sending, { refundId })).toBeNull();
    expect(calls).toEqual([refundId, refundId]);
  });
});

import { DAY } from '../../src/core/time.js';
import { openCheckout } from '../../src/orders/open-checkout.js';
import { receivePaymentEvent } from '../../src/orders/receive-payment-event.js';
import { listRefunds, refundOrder } from '../../src/orders/refunds.js';
import { listDisputes } from '../../src/orders/report-dispute.js';
import { mendRefund, sendRefund } from '../../src/orders/send-refund.js';
import type { ReportedRefund } from '../../src/payments/port.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import type { StripeObject } from '../../tools/stripe-stand-in/store.js';
import { placeOrder } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';
import { runPeriodic } from '../support/jobs.js';
import { openStripeSite, type StripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';
import { waitFor } from '../support/wait-for.js';

let site: StripeSite;
beforeAll(async () => {
  site = await openStripeSite({ capacity: 1_000 });
  await site.ctx.sql`
    UPDATE events SET reward_kind = 'flat', reward_amount_minor = 100, reward_currency = 'EUR' WHERE id = ${site.shop.eventId}`;
});
afterAll(() => site.close());
beforeEach(() => {
  site.stripe.verbs.hold({ held: true });
});
afterEach(async () => {
  const { ctx, shop } = site;
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject(await stockByOrders(ctx.sql, shop.ticketTypeId));
});

/** An order of two tickets at 12.50 each that the buyer has paid; no message of it was sent. */
async function paidAtStripe(): Promise<{ id: string; intent: string }> {
  const { ctx, stripe, shop } = site;
  const { id } = await placeOrder(ctx, shop, 2);
  await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  const { payment_intent: intent } = stripe.verbs.pay({ session: await sessionOf(ctx, id) });
  return { id, intent: intent ?? '' };
}

/** The same, and we know of it. */
async function paidOrder(): Promise<{ id: string; intent: string }> {
  const order = await paidAtStripe();
  await send('checkout.session.completed');
  return order;
}

/** Sends the newest message of a type. */
async function send(type: string): Promise<void> {
  const { stripe } = site;
  const event = stripe.world.store
    .all<StripeObject & { type: string }>('event')
    .findLast((message) => message.type === type);
  expect(await stripe.deliverer.send(event?.id ?? '')).toEqual([200]);
}

async function row(orderId: string) {
  const [found] = await site.ctx.sql<{ status: string; refundedMinor: number; earned: number }[]>`
    SELECT status, refunded_minor, coalesce((SELECT sum(commission_minor) FROM ledger_entries WHERE order_id = orders.id), 0)::bigint AS earned
    FROM orders WHERE id = ${orderId}`;
  return found;
}

const refundsAt = (intent: string) =>
  site.stripe.world.store.all('refund').filter((refund) => refund.payment_intent === intent);

test("a refund or a dispute whose message comes before the payment's is applied", async () => {
  const { stripe, ctx } = site;
  const refunded = await paidAtStripe();
  stripe.verbs.refund({ intent: refunded.intent, amount: 1_250 });
  await send('refund.created');
  expect(await row(refunded.id)).toEqual({ status: 'partially_refunded', refundedMinor: 1_250, earned: 100 });
  await send('checkout.session.completed');
  expect(await row(refunded.id)).toEqual({ status: 'partially_refunded', refundedMinor: 1_250, earned: 100 });
  expect(await listRefunds(ctx, refunded.id)).toHaveLength(1);

  const disputed = await paidAtStripe();
  stripe.verbs.dispute({ intent: disputed.intent });
  await send('charge.dispute.created');
  expect(await row(disputed.id)).toEqual({ status: 'paid', refundedMinor: 0, earned: 0 });
  expect(await listDisputes(ctx, disputed.id)).toMatchObject([{ state: 'open', reversedMinor: 200 }]);
});

test('while Stripe does not name the payment of a refund, its message is not accepted', async () => {
  const { stripe } = site;
  const { id, intent } = await paidAtStripe();
  stripe.verbs.refund({ intent });
  stripe.verbs.fault({ path: '/v1/checkout/sessions', method: 'GET', kind: 'unreached', times: 2 });
  const refund = stripe.deliverer.waiting().at(-2) ?? '';
  expect(await stripe.deliverer.send(refund)).toEqual([500]);
  expect(await row(id)).toMatchObject({ status: 'awaiting_payment' });
  expect(await stripe.deliverer.send(refund)).toEqual([200]);
  expect(await row(id)).toEqual({ status: 'refunded', refundedMinor: 2_500, earned: 0 });
});

test('a failing refund of Stripe’s own pages ends the same in any order of messages', async () => {
  const { stripe, ctx } = site;
  for (const types of [
    ['refund.created', 'refund.failed'],
    ['refund.failed', 'refund.created'],
  ]) {
    const { id, intent } = await paidOrder();
    const { id: refund } = stripe.verbs.refund({ intent, state: 'pending' });
    stripe.verbs.settleRefund({ refund, state: 'failed' });
    for (const type of types) await send(type);
    expect(await row(id)).toEqual({ status: 'refunded', refundedMinor: 2_500, earned: 0 });
    const failed = { reason: 'processor', state: 'failed', failure: 'lost_or_stolen_card' };
    expect(await listRefunds(ctx, id)).toMatchObject([failed]);
  }
});

test('two messages of one refund at once are applied once, and the later state stays', async () => {
  const { ctx, account } = site;
  for (let round = 0; round < 5; round++) {
    const { id, intent } = await paidOrder();
    const message = (state: ReportedRefund['state']) =>
      receivePaymentEvent(ctx, {
        ...{
          id: `evt_${id}_${state}`,
          type: 'refund.updated',
          account,
          mode: 'live',
          live: false,
          createdAt: ctx.clock.now(),
        },
        what: {
          kind: 'refund',
          refund: {
            ...{ refundId: null, key: null, reference: `re_${id}`, paymentReference: intent },
            ...{ amount: { minor: 2_500, currency: 'EUR' }, state, failure: 'declined', createdAt: ctx.clock.now() },
          },
        },
      });
    await Promise.all([message('pending'), message('succeeded'), message('failed')]);
    expect(await row(id)).toEqual({ status: 'refunded', refundedMinor: 2_500, earned: 0 });
    expect(await listRefunds(ctx, id)).toMatchObject([{ state: 'failed', amountMinor: 2_500 }]);
  }
});

test('a late message of an earlier attempt leaves the refund that is sent again alone', async () => {
  const { stripe, ctx } = site;
  const { id, intent } = await paidOrder();
  const refundId = (await refundOrder(ctx, { orderId: id, requestKey: 'all' }))?.refundId ?? '';
  stripe.verbs.refundState({ state: 'pending' });
  const first = (await sendRefund(ctx, { refundId })) ?? '';
  stripe.verbs.settleRefund({ refund: first, state: 'failed' });
  await send('refund.failed');
  stripe.verbs.refundState({ state: 'succeeded' });
  await mendRefund(ctx, refundId, 'retry');
  for (const type of ['refund.created', 'refund.updated']) await send(type);
  expect(await listRefunds(ctx, id)).toMatchObject([{ state: null, sentAt: null }]);
  expect(await sendRefund(ctx, { refundId })).not.toBe(first);
  expect(await listRefunds(ctx, id)).toMatchObject([{ state: 'succeeded' }]);
  expect(refundsAt(intent).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

test('a second sender while the first call is still under way takes no other key', async () => {
  const { stripe, ctx } = site;
  const { id, intent } = await paidOrder();
  const refundId = (await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 }))?.refundId ?? '';
  stripe.verbs.fault({ path: '/v1/refunds', method: 'POST', kind: '409', times: 2 });
  await expect(sendRefund(ctx, { refundId })).rejects.toThrow('409 idempotency_key_in_use');
  await sendRefund(ctx, { refundId });
  expect(stripe.calls.findLast(({ method, path }) => method === 'POST' && path === '/v1/refunds')).toMatchObject({
    idempotencyKey: `${refundId}/1`,
  });
  expect(refundsAt(intent)).toHaveLength(1);
});

test('after a stored failure of Stripe, a refund that was still made is not made again', async () => {
  const { stripe, ctx, account } = site;
  const { id, intent } = await paidOrder();
  const refundId = (await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 }))?.refundId ?? '';
  stripe.verbs.fault({ path: '/v1/refunds', method: 'POST', kind: '500', times: 1 });
  await expect(sendRefund(ctx, { refundId })).rejects.toThrow('500');
  // It was made after it had not been found, and before the kept failure is repeated.
  const find = jest.spyOn(ctx.payments.of('live'), 'findRefund').mockResolvedValueOnce(null);
  stripe.world.put(account, {
    ...{ id: `re_${refundId}`, object: 'refund', amount: 1_250, currency: 'eur', payment_intent: intent },
    ...{ status: 'succeeded', metadata: { refund_id: refundId, key: `${refundId}/1` } },
  });
  expect(await sendRefund(ctx, { refundId })).toBe(`re_${refundId}`);
  find.mockRestore();
  expect(refundsAt(intent)).toHaveLength(1);
  await waitFor(async () => (await listRefunds(ctx, id))[0]?.state === 'succeeded');
});

test('messages are forgotten after 90 days, a bounded number at a time', async () => {
  const { ctx } = site;
  await ctx.sql`DELETE FROM processor_events`;
  const receive = async (count: number, daysAgo: number) => {
    const at = new Date(ctx.clock.now().getTime() - daysAgo * DAY);
    const rows = Array.from({ length: count }, (_, n) => ({
      id: `evt_${daysAgo}_${n}`,
      created_at: at,
      received_at: at,
    }));
    await ctx.sql`INSERT INTO processor_events ${ctx.sql(rows.map((row) => ({ ...row, type: 'refund.created' })))}`;
  };
  await receive(600, 91);
  await receive(100, 89);
  const temporal = createTemporalClient(ctx.config);
  const left = async () => {
    await runPeriodic(ctx, temporal, 'forget-processor-events');
    return (await ctx.sql`SELECT FROM processor_events`).length;
  };
  expect([await left(), await left(), await left()]).toEqual([200, 100, 100]);
  await temporal.close();
});

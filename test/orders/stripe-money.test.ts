import { createHmac } from 'node:crypto';
import { openCheckout } from '../../src/orders/open-checkout.js';
import { listRefunds, refundOrder } from '../../src/orders/refunds.js';
import { mendRefund, sendRefund } from '../../src/orders/send-refund.js';
import { withProcessor } from '../support/context.js';
import { placeOrder } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';
import { openStripeSite, type StripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';
import { waitFor } from '../support/wait-for.js';

let site: StripeSite;
beforeAll(async () => {
  site = await openStripeSite({ capacity: 1_000, env: { STRIPE_FEE_PERCENT: '2' } });
  await site.ctx.sql`
    UPDATE events SET reward_kind = 'flat', reward_amount_minor = 100, reward_currency = 'EUR' WHERE id = ${site.shop.eventId}`;
});
afterAll(() => site.close());
afterEach(async () => {
  site.stripe.verbs.hold({ held: false });
  site.stripe.verbs.refundState({ state: 'succeeded' });
  const { ctx, shop } = site;
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject(await stockByOrders(ctx.sql, shop.ticketTypeId));
});

/** An order of two tickets at 12.50 each, paid; with the payment. */
async function paidOrder(): Promise<{ id: string; intent: string }> {
  const { ctx, stripe, shop } = site;
  const { id } = await placeOrder(ctx, shop, 2);
  await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  const { payment_intent: intent } = stripe.verbs.pay({ session: await sessionOf(ctx, id) });
  await waitFor(async () => (await row(id)).status === 'paid');
  return { id, intent: intent ?? '' };
}

async function row(orderId: string) {
  const [found] = await site.ctx.sql<{ status: string; refundedMinor: number; refundedQuantity: number }[]>`
    SELECT status, refunded_minor, refunded_quantity FROM orders WHERE id = ${orderId}`;
  if (!found) throw new Error(`no order ${orderId}`);
  return found;
}

/** The partner's part of an order, in cents. */
async function earnedBy(orderId: string): Promise<number> {
  const [found] = await site.ctx.sql<{ minor: number }[]>`
    SELECT coalesce(sum(commission_minor), 0)::bigint AS minor FROM ledger_entries WHERE order_id = ${orderId}`;
  return found?.minor ?? 0;
}

const calls = (path: string) => site.stripe.calls.filter((call) => call.method === 'POST' && call.path === path);
const quiet = () => waitFor(() => site.stripe.deliverer.waiting().length === 0);

test('the fee is the partner’s reward and our own share, and goes back with a refund', async () => {
  const { ctx, stripe } = site;
  const { id, intent } = await paidOrder();
  // Two rewards of 1.00 and 2 % of 25.00.
  const fee = stripe.world.store.all('application_fee').at(-1);
  expect(fee).toMatchObject({ amount: 250, account: site.account });
  expect(await earnedBy(id)).toBe(200);

  const refund = await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 });
  const refundId = refund?.refundId ?? '';
  await Promise.all([sendRefund(ctx, { refundId }), sendRefund(ctx, { refundId })]);
  expect(stripe.world.store.all('refund').filter((refund) => refund.payment_intent === intent)).toHaveLength(1);
  expect(calls('/v1/refunds').at(-1)).toMatchObject({ account: site.account, idempotencyKey: `${refundId}/1` });
  expect(await earnedBy(id)).toBe(100);
  await quiet();
  expect(await listRefunds(ctx, id)).toMatchObject([{ state: 'succeeded', failure: null }]);
});

test('a refund whose answer is lost is sent once; after a failure that Stripe repeats it takes another key', async () => {
  const { ctx, stripe } = site;
  const { id } = await paidOrder();
  const refund = async (requestKey: string) =>
    (await refundOrder(ctx, { orderId: id, requestKey, tickets: 1 }))?.refundId ?? '';
  const lost = await refund('lost');
  // The message would say what became of it.
  stripe.verbs.hold({ held: true });
  stripe.verbs.fault({ path: '/v1/refunds', method: 'POST', kind: 'lost', times: 2 });
  await expect(sendRefund(ctx, { refundId: lost })).rejects.toThrow('Stripe did not answer');
  // Stripe has forgotten the key at that time.
  site.advance(25 * 3_600_000);
  await sendRefund(ctx, { refundId: lost });
  stripe.verbs.hold({ held: false });
  stripe.deliverer.resume();
  const failing = await refund('failing');
  stripe.verbs.fault({ path: '/v1/refunds', method: 'POST', kind: '500', times: 1 });
  // Stripe says of the second answer that it would repeat it.
  await expect(sendRefund(ctx, { refundId: failing })).rejects.toThrow('500');
  await expect(sendRefund(ctx, { refundId: failing })).rejects.toThrow('500');
  await sendRefund(ctx, { refundId: failing });
  expect(calls('/v1/refunds').at(-1)?.idempotencyKey).toBe(`${failing}/2`);
  await quiet();
  const made = await listRefunds(ctx, id);
  expect(made.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  expect(stripe.world.store.all('charge').at(-1)).toMatchObject({
    amount: 2_500,
    amount_refunded: 2_500,
    refunded: true,
  });
});

test('a refund that is pending and then fails says so, and can be sent again', async () => {
  const { ctx, stripe } = site;
  const { id } = await paidOrder();
  const refundId = (await refundOrder(ctx, { orderId: id, requestKey: 'all' }))?.refundId ?? '';
  stripe.verbs.refundState({ state: 'pending' });
  const reference = (await sendRefund(ctx, { refundId })) ?? '';
  await quiet();
  expect(await listRefunds(ctx, id)).toMatchObject([{ state: 'pending' }]);
  stripe.verbs.settleRefund({ refund: reference, state: 'failed' });
  await quiet();
  expect(await listRefunds(ctx, id)).toMatchObject([{ state: 'failed', failure: 'lost_or_stolen_card' }]);
  expect(await row(id)).toMatchObject({ status: 'refunded' });
  stripe.verbs.refundState({ state: 'succeeded' });
  await mendRefund(ctx, refundId, 'retry');
  await expect(mendRefund(ctx, refundId, 'retry')).rejects.toThrow('has not failed');
  expect(await sendRefund(ctx, { refundId })).not.toBe(reference);
  await quiet();
  expect(await listRefunds(ctx, id)).toMatchObject([{ state: 'succeeded', failure: null }]);
});

test('the returned part of a fee is not requested again, and the unreturned part is', async () => {
  const { ctx, stripe, account } = site;
  const { id, intent } = await paidOrder();
  const charge = () => stripe.world.store.all('charge').find((charge) => charge.payment_intent === intent);
  const fee = () => stripe.world.store.find('application_fee', String(charge()?.application_fee));
  const made = async (requestKey: string) => {
    const refundId = (await refundOrder(ctx, { orderId: id, requestKey, tickets: 1 }))?.refundId ?? '';
    return { refundId, reference: (await sendRefund(ctx, { refundId })) ?? '' };
  };
  const fail = async (refund: string) => {
    stripe.verbs.settleRefund({ refund, state: 'failed' });
    await quiet();
  };
  const retry = async (refundId: string) => {
    await mendRefund(ctx, refundId, 'retry');
    const reference = (await sendRefund(ctx, { refundId })) ?? '';
    await quiet();
    return { reference, isAsked: calls('/v1/refunds').at(-1)?.body.includes('refund_application_fee=true') };
  };
  const other = await made('other');
  const first = await made('again');
  expect(fee()).toMatchObject({ amount: 250, amount_refunded: 250 });
  await fail(first.reference);
  const second = await retry(first.refundId);
  expect(second.isAsked).toBe(false);
  const refund = stripe.world.store.find('refund', second.reference);
  expect(refund).toMatchObject({ metadata: { refund_id: first.refundId, fee_with: first.reference } });
  // The second attempt fails too: the fee is still where the first one left it, whatever became of the other refund.
  await fail(second.reference);
  expect((await retry(first.refundId)).isAsked).toBe(false);
  await fail(other.reference);
  expect((await retry(other.refundId)).isAsked).toBe(false);
  expect(fee()).toMatchObject({ amount_refunded: 250 });
  expect((await listRefunds(ctx, id)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);

  // Where the failure brought the fee back to us, it is asked for again.
  const [{ reference = '' } = {}] = await ctx.sql<{ reference: string }[]>`
    SELECT processor_reference AS reference FROM refunds WHERE id = ${other.refundId}`;
  await fail(reference);
  const given = fee();
  if (given) stripe.world.put('', { ...given, amount_refunded: 125 });
  expect((await retry(other.refundId)).isAsked).toBe(true);
  expect(fee()).toMatchObject({ amount_refunded: 250 });

  // Stripe gives no more of a fee back than is left of it.
  const full = await paidOrder();
  const whole = (await refundOrder(ctx, { orderId: full.id, requestKey: 'all' }))?.refundId ?? '';
  await fail((await sendRefund(ctx, { refundId: whole })) ?? '');
  const body = new URLSearchParams({
    payment_intent: full.intent,
    amount: '2500',
    refund_application_fee: 'true',
  });
  const answer = await fetch(`${stripe.origin}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer rk_test_1', 'stripe-account': account },
    body,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('on fee (0)') } });
});

test('a final refusal of a refund by Stripe is recorded, and the refund is not sent again automatically', async () => {
  const { ctx, stripe } = site;
  const { id, intent } = await paidOrder();
  stripe.verbs.dispute({ intent });
  await quiet();
  const refundId = (await refundOrder(ctx, { orderId: id, requestKey: 'all' }))?.refundId ?? '';
  expect(await sendRefund(ctx, { refundId })).toBeNull();
  expect(await sendRefund(ctx, { refundId })).toBeNull();
  expect(await listRefunds(ctx, id)).toMatchObject([{ state: 'failed', failure: 'charge_disputed', sentAt: null }]);
});

test('refunds made on Stripe’s own pages become ours', async () => {
  const { ctx, stripe } = site;
  const { id, intent } = await paidOrder();
  stripe.verbs.refund({ intent, amount: 500 });
  await quiet();
  expect(await row(id)).toEqual({ status: 'partially_refunded', refundedMinor: 500, refundedQuantity: 0 });
  expect(await earnedBy(id)).toBe(160);
  stripe.verbs.refund({ intent, amount: 1_250 });
  await quiet();
  expect(await row(id)).toEqual({ status: 'partially_refunded', refundedMinor: 1_750, refundedQuantity: 1 });
  stripe.verbs.refund({ intent });
  await quiet();
  expect(await row(id)).toEqual({ status: 'refunded', refundedMinor: 2_500, refundedQuantity: 2 });
  expect(await earnedBy(id)).toBe(0);
  const refunds = await listRefunds(ctx, id);
  expect(refunds.map(({ reason, amountMinor }) => `${reason} ${amountMinor}`).sort()).toEqual([
    'processor 1250',
    'processor 500',
    'processor 750',
  ]);
});

test.each(['won', 'lost'] as const)('a dispute takes the earning, and a dispute that is %s settles it', async (end) => {
  const { stripe } = site;
  const { id, intent } = await paidOrder();
  const { id: dispute } = stripe.verbs.dispute({ intent });
  await quiet();
  expect(await earnedBy(id)).toBe(0);
  stripe.verbs.moveDispute({ dispute, status: end });
  await quiet();
  expect(await earnedBy(id)).toBe(end === 'won' ? 200 : 0);
  expect(await row(id)).toMatchObject({ status: 'paid' });
  if (end === 'lost') return;
  const refund = await refundOrder(site.ctx, { orderId: id, requestKey: 'later' });
  expect(refund?.amount.minor).toBe(2_500);
  expect(await earnedBy(id)).toBe(0);
});

test('a dispute that is won after its order was refunded gives the partner nothing back', async () => {
  const { stripe } = site;
  const { id, intent } = await paidOrder();
  const { id: dispute } = stripe.verbs.dispute({ intent });
  await quiet();
  expect((await refundOrder(site.ctx, { orderId: id, requestKey: 'meanwhile' }))?.amount.minor).toBe(2_500);
  stripe.verbs.moveDispute({ dispute, status: 'won' });
  await quiet();
  expect(await earnedBy(id)).toBe(0);
});

test("a refund before the dispute's message, a won part, and a second dispute: the partner keeps their share", async () => {
  const { ctx, stripe } = site;
  const orders = [await paidOrder(), await paidOrder(), await paidOrder()];
  const [late, part, twice] = orders.map(({ id }) => id) as [string, string, string];
  const dispute = (order: number, amount?: number) =>
    stripe.verbs.dispute({ intent: orders[order]?.intent ?? '', amount }).id;
  const win = async (...disputes: string[]) => {
    await quiet();
    for (const dispute of disputes) stripe.verbs.moveDispute({ dispute: dispute, status: 'won' });
    await quiet();
  };
  stripe.verbs.hold({ held: true });
  const unheard = dispute(0);
  await refundOrder(ctx, { orderId: late, requestKey: 'one', tickets: 1 });
  stripe.verbs.hold({ held: false });
  stripe.deliverer.resume();
  await win(unheard, dispute(1, 1_250), dispute(2));
  expect(await earnedBy(late)).toBe(100);
  await refundOrder(ctx, { orderId: part, requestKey: 'one', tickets: 1 });
  expect(await earnedBy(part)).toBe(100);
  const second = dispute(2);
  await quiet();
  expect(await earnedBy(twice)).toBe(0);
  await win(second);
  expect(await earnedBy(twice)).toBe(200);
});

test('after part of the money went back on Stripe’s pages without tickets, the rest can be refunded', async () => {
  const { ctx, stripe } = site;
  const { id, intent } = await paidOrder();
  stripe.verbs.refund({ intent, amount: 1_500 });
  await quiet();
  await expect(refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 })).rejects.toThrow('too little');
  expect(await refundOrder(ctx, { orderId: id, requestKey: 'rest' })).toMatchObject({
    tickets: 2,
    amount: { minor: 1_000 },
  });
  expect(await row(id)).toEqual({ status: 'refunded', refundedMinor: 2_500, refundedQuantity: 2 });
  expect(await earnedBy(id)).toBe(0);
});

test('a process without Stripe leaves the refund of a card payment to a process with it', async () => {
  const { ctx } = site;
  const { id } = await paidOrder();
  const refundId = (await refundOrder(ctx, { orderId: id, requestKey: 'all' }))?.refundId ?? '';
  await expect(sendRefund(withProcessor(ctx, 'live', { hosted: false }), { refundId })).rejects.toThrow(
    'needs PAYMENTS=stripe',
  );
  expect(await listRefunds(ctx, id)).toMatchObject([{ sentAt: null }]);
  expect(await sendRefund(ctx, { refundId })).toMatch(/^re_/);
  await quiet();
});

test('a refund on Stripe’s pages and an unsent refund of ours return no more than the payment', async () => {
  const { ctx, stripe } = site;
  const { id, intent } = await paidOrder();
  await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 });
  stripe.verbs.refund({ intent });
  await quiet();
  expect(await row(id)).toEqual({ status: 'refunded', refundedMinor: 2_500, refundedQuantity: 2 });
  expect(await earnedBy(id)).toBe(0);
});

test('an inquiry takes nothing, unless it becomes a dispute', async () => {
  const { stripe } = site;
  const [closed, opened] = [await paidOrder(), await paidOrder()];
  const [first, second] = [closed, opened].map(({ intent }) => stripe.verbs.dispute({ intent, inquiry: true }).id);
  await quiet();
  expect(await earnedBy(closed.id)).toBe(200);
  stripe.verbs.moveDispute({ dispute: first ?? '', status: 'warning_closed' });
  stripe.verbs.moveDispute({ dispute: second ?? '', status: 'needs_response' });
  await quiet();
  expect([await earnedBy(closed.id), await earnedBy(opened.id)]).toEqual([200, 0]);
});

test('messages that come twice, backwards and days late change nothing more', async () => {
  const { ctx, stripe } = site;
  stripe.verbs.hold({ held: true });
  const { id } = await placeOrder(ctx, site.shop, 2);
  await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  const intent = stripe.verbs.pay({ session: await sessionOf(ctx, id) }).payment_intent ?? '';
  await stripe.deliverer.send(String(stripe.deliverer.waiting().at(-1)));
  expect(await row(id)).toMatchObject({ status: 'paid' });
  stripe.verbs.refund({ intent, amount: 1_250 });
  const { id: dispute } = stripe.verbs.dispute({ intent, amount: 1_250 });
  stripe.verbs.moveDispute({ dispute, status: 'won' });
  site.advance(5 * 24 * 3_600_000);
  const waiting = stripe.deliverer.waiting();
  for (const event of [...waiting].reverse()) await stripe.deliverer.send(event);
  for (const event of waiting) expect(await stripe.deliverer.send(event)).toEqual([200]);
  expect(await row(id)).toMatchObject({ status: 'partially_refunded', refundedMinor: 1_250, refundedQuantity: 1 });
  expect(await earnedBy(id)).toBe(100);
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM disputes WHERE order_id = ${id} AND state = 'won' AND NOT restored`;
  expect(count).toBe(1);
});

test('a forged message is refused; a foreign message, the other mode and an unknown type are accepted and change nothing', async () => {
  const { ctx, app } = site;
  const send = (event: object, secret: string) => {
    const payload = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` };
    return app.inject({ method: 'POST', url: '/stripe/webhooks', headers, payload });
  };
  const { id, intent } = await paidOrder();
  const object = {
    id: 're_foreign',
    object: 'refund',
    amount: 2_500,
    currency: 'eur',
    status: 'succeeded',
    created: 1,
    metadata: {},
  };
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'refund.created',
    livemode: false,
    created: 1,
    account: site.account,
  };
  const refund = (payment_intent: string) => ({ data: { object: { ...object, payment_intent } } });
  expect((await send({ ...event, ...refund(intent) }, 'whsec_forged')).statusCode).toBe(400);
  expect((await app.inject({ method: 'POST', url: '/stripe/webhooks', payload: {} })).statusCode).toBe(400);
  const foreign = { ...event, ...refund('pi_foreign') };
  expect((await send(foreign, 'whsec_old')).json()).toEqual({ received: 'foreign' });
  expect((await send(foreign, 'whsec_test')).json()).toEqual({ received: 'known' });
  const [other, unknown] = [
    { ...event, ...refund(intent), id: 'evt_2', account: 'acct_other' },
    { ...event, ...refund(intent), id: 'evt_3', type: 'invoice.paid' },
  ];
  const live = { ...event, ...refund(intent), id: 'evt_4', livemode: true };
  for (const message of [other, unknown, live]) {
    expect((await send(message, 'whsec_test')).json()).toEqual({ received: 'foreign' });
  }
  expect(await row(id)).toMatchObject({ status: 'paid' });
  expect(await listRefunds(ctx, id)).toEqual([]);
});

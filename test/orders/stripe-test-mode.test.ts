import { connectOrganizer } from '../../src/catalogue/connect-organizer.js';
import { MINUTE } from '../../src/core/time.js';
import { endHolds } from '../../src/orders/end-hold.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { listDisputes } from '../../src/orders/report-dispute.js';
import { sendRefund } from '../../src/orders/send-refund.js';
import { beginReconciliation, compareNext, endReconciliation, readOurs } from '../../src/reconciliation/reconcile.js';
import { showReconciliation } from '../../src/reconciliation/reconciliations.js';
import type { Call } from '../../tools/stripe-stand-in/api.js';
import type { SessionObject } from '../../tools/stripe-stand-in/checkout.js';
import { createTestContext, withProcessor } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { stockOf } from '../support/data/stock.js';
import { openTestModeSite, sessionOf, type TestModeSite, tokenOf } from '../support/outside/stripe.js';
import { waitFor } from '../support/wait-for.js';

let site: TestModeSite;
/** A test key's sale. */
let samples: Shop;
beforeAll(async () => {
  site = await openTestModeSite();
  const { sampleId: eventId, sampleTicketTypeId: ticketTypeId, test: live } = site.shop;
  samples = { ...site.shop, live, eventId, ticketTypeId };
  await site.ctx.sql`
    UPDATE events SET reward_kind = 'percent', reward_percent = 10 WHERE id IN (${eventId}, ${site.shop.eventId})`;
});
afterAll(() => site.close());

const order = async (quantity = 2) => (await placeOrder(site.ctx, samples, quantity)).id;
const press = async (orderId: string, accept = 'text/html') =>
  site.app.inject({ method: 'POST', url: `/checkout/${await tokenOf(site.ctx, orderId)}/pay`, headers: { accept } });
const page = async (orderId: string) =>
  (await site.app.inject({ url: `/checkout/${await tokenOf(site.ctx, orderId)}` })).body;

async function row(orderId: string) {
  const [found] = await site.ctx.sql<{ status: string; refundedMinor: number; earned: number; tickets: number }[]>`
    SELECT status, refunded_minor, (SELECT count(*) FROM tickets WHERE order_id = orders.id)::int AS tickets,
      coalesce((SELECT sum(commission_minor) FROM ledger_entries WHERE order_id = orders.id), 0)::bigint AS earned
    FROM orders WHERE id = ${orderId}`;
  return found;
}

/** A test order that the buyer has paid on the page of the test mode. */
async function paidOrder(): Promise<{ id: string; intent: string }> {
  const id = await order();
  await press(id);
  const { payment_intent: intent } = site.testStripe.verbs.pay({ session: await sessionOf(site.ctx, id) });
  await waitFor(async () => (await row(id))?.status === 'test');
  return { id, intent: intent ?? '' };
}

const keysOf = (calls: readonly Call[]) => [...new Set(calls.map(({ authorization }) => authorization))];

test('a test order is paid at Stripe’s test mode, gets its tickets and earning, and is refunded there', async () => {
  const { ctx, testStripe, testAccount } = site;
  const liveCalls = site.stripe.calls.length;
  const id = await order();
  expect(await page(id)).toMatch(/Test order\..*4242 4242 4242 4242/);
  const pressed = await press(id);
  expect(pressed.statusCode).toBe(303);
  const url = String(pressed.headers.location);
  expect(url).toContain(testStripe.origin);
  const session = testStripe.world.store.find<SessionObject>('checkout.session', await sessionOf(ctx, id), testAccount);
  // 10 % of two tickets at 10.00 for the partner, and 2 % of 25.00 for us.
  expect(session).toMatchObject({ amount_total: 2_500, currency: 'eur', intent: { fee: 250 } });
  const paid = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: 'paid' }) });
  expect(paid.headers.get('location')).toContain('?from=payment');
  await waitFor(async () => (await row(id))?.status === 'test');
  expect(await row(id)).toMatchObject({ tickets: 2, earned: 200 });
  expect(await page(id)).toContain('Thank you for your order');

  const refund = await refundOrder(ctx, { orderId: id, requestKey: 'all' });
  expect(await sendRefund(ctx, { refundId: refund?.refundId ?? '' })).toMatch(/^re_/);
  expect(await row(id)).toMatchObject({ status: 'refunded', refundedMinor: 2_500, earned: 0 });
  expect(testStripe.world.store.all('refund', testAccount)).toMatchObject([{ amount: 2_500, status: 'succeeded' }]);
  expect(site.stripe.calls).toHaveLength(liveCalls);
});

test('who presses Pay for a live order never reaches the test mode, and each key sees its own orders alone', async () => {
  const { ctx, stripe, testStripe, shop } = site;
  const testCalls = testStripe.calls.length;
  const { id } = await placeOrder(ctx, shop);
  const pressed = await press(id);
  expect(String(pressed.headers.location)).toContain(stripe.origin);
  stripe.verbs.pay({ session: await sessionOf(ctx, id) });
  await waitFor(async () => (await row(id))?.status === 'paid');
  expect(testStripe.calls).toHaveLength(testCalls);
  expect(keysOf(stripe.calls)).toEqual(['Bearer rk_test_1']);
  expect(keysOf(testStripe.calls)).toEqual(['Bearer rk_test_2']);
  const modes = await ctx.sql`
    SELECT c.account, array_agg(DISTINCT o.mode) AS modes FROM checkouts c JOIN orders o ON o.id = c.order_id GROUP BY 1`;
  expect(new Map(modes.map(({ account, modes: of }) => [account, of]))).toEqual(
    new Map([
      [site.account, ['live']],
      [site.testAccount, ['test']],
    ]),
  );
});

test('the hold of a test order ends only after its page is closed', async () => {
  const { ctx, testStripe } = site;
  const id = await order();
  await press(id);
  const before = await stockOf(ctx.sql, samples.ticketTypeId);
  site.advance(33 * MINUTE);
  testStripe.verbs.fault({ path: '/v1/checkout/sessions', kind: 'unreached', times: 2 });
  await expect(endHolds(ctx, [id])).rejects.toThrow('Stripe did not answer');
  expect((await endHolds(ctx, [id]))[0]?.status).toBe('expired');
  const session = await sessionOf(ctx, id);
  expect(testStripe.world.store.find('checkout.session', session)).toMatchObject({ status: 'expired' });
  expect(() => testStripe.verbs.pay({ session })).toThrow();
  expect((await stockOf(ctx.sql, samples.ticketTypeId)).held).toBe(before.held - 2);
});

test('nothing that happens in the test mode pays, refunds or disputes a live order', async () => {
  const { ctx, stripe, testStripe, shop, account } = site;
  const { id } = await placeOrder(ctx, shop);
  await press(id);
  const [open] = await ctx.sql<{ id: string; reference: string }[]>`
    SELECT id, reference FROM checkouts WHERE order_id = ${id}`;
  // As possible with the test key: an account of the same id, and a page with the key and the id of the live one.
  testStripe.world.put('', { ...stripe.world.store.find('account', account), id: account, object: 'account' });
  const live = stripe.world.store.find<SessionObject>('checkout.session', open?.reference ?? '');
  testStripe.world.put(account, { ...live, id: open?.reference ?? '', object: 'checkout.session' });
  testStripe.verbs.pay({ session: open?.reference ?? '' });
  await waitFor(() => testStripe.deliverer.waiting().length === 0);
  expect(await row(id)).toMatchObject({ status: 'awaiting_payment', tickets: 0 });

  const { payment_intent: intent } = stripe.verbs.pay({ session: open?.reference ?? '' });
  await waitFor(async () => (await row(id))?.status === 'paid');
  const charge = {
    ...stripe.world.store.all('charge').find((stored) => stored.payment_intent === intent),
    object: 'charge',
  };
  testStripe.world.put(account, { ...charge, id: 'ch_stolen' });
  testStripe.world.put(account, { id: intent ?? '', object: 'payment_intent' });
  testStripe.verbs.refund({ intent: intent ?? '', amount: 100 });
  testStripe.verbs.dispute({ intent: intent ?? '' });
  testStripe.verbs.restrict({ account });
  await waitFor(() => testStripe.deliverer.waiting().length === 0);
  expect(await row(id)).toMatchObject({ status: 'paid', refundedMinor: 0, earned: 100 });
  expect(await listDisputes(ctx, id)).toEqual([]);
  expect(await connectOrganizer(ctx, { source: 'shop' })).toMatchObject({ mode: 'live', link: null });
});

test('a message of the test mode with another secret, or of real money, is not taken', async () => {
  const { ctx, testStripe, testAccount } = site;
  testStripe.verbs.hold({ held: true });
  const id = await order();
  await press(id);
  testStripe.verbs.pay({ session: await sessionOf(ctx, id) });
  const completed = testStripe.world.store.all('event').findLast(({ type }) => type === 'checkout.session.completed');
  const event = { ...completed, id: completed?.id ?? '', object: 'event' };
  testStripe.world.put('', { ...event, account: testAccount, livemode: true });
  expect(await testStripe.deliverer.send(event.id)).toEqual([200]);
  expect(await row(id)).toMatchObject({ status: 'awaiting_payment' });
  testStripe.world.put('', event);
  site.stripe.world.put('', event);
  // The live endpoint is sent the test messages of connected accounts too.
  expect(await site.stripe.deliverer.send(event.id)).toEqual([200]);
  expect(await row(id)).toMatchObject({ status: 'awaiting_payment' });
  testStripe.verbs.hold({ held: false });
  expect(await testStripe.deliverer.send(event.id)).toEqual([200]);
  expect(await row(id)).toMatchObject({ status: 'test', tickets: 2 });
});

test('a refund on the test dashboard and a dispute apply to the test order, and reverse its earning', async () => {
  const { ctx, testStripe } = site;
  const refunded = await paidOrder();
  testStripe.verbs.refund({ intent: refunded.intent, amount: 1_250 });
  await waitFor(async () => (await row(refunded.id))?.refundedMinor === 1_250);
  expect(await row(refunded.id)).toMatchObject({ status: 'partially_refunded', earned: 100 });
  const disputed = await paidOrder();
  testStripe.verbs.dispute({ intent: disputed.intent });
  await waitFor(async () => (await row(disputed.id))?.earned === 0);
  expect(await listDisputes(ctx, disputed.id)).toMatchObject([{ state: 'open' }]);
});

test('a month is reconciled without test payments, although Stripe’s test mode has them', async () => {
  const { ctx, testStripe, account } = site;
  await paidOrder();
  const calls = testStripe.calls.length;
  const month = ctx.clock.now().toISOString().slice(0, 7);
  site.advance(MINUTE);
  const run = await beginReconciliation(ctx, { month, requestedBy: 'test' });
  await readOurs(ctx, run);
  const compared: string[] = [];
  for (let last = ''; ; ) {
    const next = await compareNext(ctx, run, last);
    if (next === null) break;
    compared.push(next);
    last = next;
  }
  expect(compared).toEqual([account, 'platform']);
  expect(await endReconciliation(ctx, run)).toBe(0);
  const { totals } = await showReconciliation(ctx, run, 10);
  const payments = await ctx.sql`SELECT FROM orders WHERE mode = 'live' AND payment_reference IS NOT NULL`;
  expect(totals.find(({ kind }) => kind === 'payment')).toMatchObject({ oursCount: payments.length });
  expect(testStripe.calls).toHaveLength(calls);
});

test('a refund that this process cannot send in test mode waits for another process, and a failed one raises no alert', async () => {
  const { ctx, testStripe } = site;
  const { id } = await paidOrder();
  const refundId = (await refundOrder(ctx, { orderId: id, requestKey: 'all' }))?.refundId ?? '';
  const without = withProcessor(ctx, 'test', { hosted: false });
  await expect(sendRefund(without, { refundId })).rejects.toThrow('needs STRIPE_TEST_KEY');
  testStripe.verbs.refundState({ state: 'failed' });
  const error = jest.spyOn(ctx.log, 'error');
  await sendRefund(ctx, { refundId });
  testStripe.verbs.refundState({ state: 'succeeded' });
  expect((await ctx.sql`SELECT state FROM refunds WHERE id = ${refundId}`)[0]).toEqual({ state: 'failed' });
  expect(error).not.toHaveBeenCalled();
  error.mockRestore();
});

test('without an account that takes cards, a test order is simulated as before; its open page is kept to', async () => {
  const { ctx, testStripe, testAccount } = site;
  const opened = await order();
  const url = (await press(opened)).headers.location;
  testStripe.verbs.restrict({ account: testAccount });
  await waitFor(
    async () =>
      (await ctx.sql`SELECT FROM payment_accounts WHERE account = ${testAccount} AND charges_enabled`).length === 0,
  );
  const calls = testStripe.calls.length;
  const id = await order();
  expect(await page(id)).not.toContain('4242');
  expect(String((await press(id)).headers.location)).toContain('/checkout/');
  expect(await row(id)).toMatchObject({ status: 'test', tickets: 2 });
  const refundId = (await refundOrder(ctx, { orderId: id, requestKey: 'all' }))?.refundId ?? '';
  expect(await sendRefund(ctx, { refundId })).toMatch(/^sim_refund_/);
  expect(testStripe.calls).toHaveLength(calls);
  expect((await press(opened)).headers.location).toBe(url);
  testStripe.verbs.onboard({ account: testAccount });
  await waitFor(
    async () =>
      (await ctx.sql`SELECT FROM payment_accounts WHERE account = ${testAccount} AND charges_enabled`).length === 1,
  );
});

test('the organizers of samples are connected to the test mode alone, and the others to live payments', async () => {
  const ctx = await createTestContext();
  try {
    const shop = await openShop(ctx);
    await expect(connectOrganizer(ctx, { source: 'shop' })).rejects.toThrow('PAYMENTS: must be stripe');
    await ctx.sql`DELETE FROM ticket_types WHERE event_id = ${shop.eventId}`;
    await ctx.sql`DELETE FROM events WHERE id = ${shop.eventId}`;
    await expect(connectOrganizer(ctx, { source: 'shop' })).rejects.toThrow('STRIPE_TEST_KEY: must be set');
  } finally {
    await ctx.close();
  }
});

import { MINUTE } from '../../src/core/time.js';
import { pollCheckouts } from '../../src/orders/close-checkout.js';
import { cancelOrder, endHolds, endOverdueHolds } from '../../src/orders/end-hold.js';
import { openCheckout } from '../../src/orders/open-checkout.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { sendRefund } from '../../src/orders/send-refund.js';
import { listTicketTypes, listTicketTypesOfEvents } from '../../src/orders/ticket-types.js';
import { placeOrder } from '../support/data/holds.js';
import { stockOf } from '../support/data/stock.js';
import { openStripeSite, type StripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';
import { waitFor } from '../support/wait-for.js';

let site: StripeSite;
beforeAll(async () => {
  site = await openStripeSite({ capacity: 1_000 });
});
afterAll(() => site.close());
afterEach(() => {
  site.stripe.verbs.hold({ held: false });
});

const order = async (quantity = 2) => (await placeOrder(site.ctx, site.shop, quantity)).id;
const open = async (orderId: string) => openCheckout(site.ctx, await tokenOf(site.ctx, orderId), 'en');
const pay = async (orderId: string) => site.stripe.verbs.pay({ session: await sessionOf(site.ctx, orderId) });

async function statusOf(orderId: string): Promise<string> {
  const [row] = await site.ctx.sql<{ status: string }[]>`SELECT status FROM orders WHERE id = ${orderId}`;
  return row?.status ?? '';
}

async function pageOf(orderId: string) {
  const [row] = await site.ctx
    .sql`SELECT state, fee_minor FROM checkouts WHERE order_id = ${orderId} ORDER BY created_at DESC LIMIT 1`;
  return row;
}

test('a buyer pays on a page of Stripe’s, with the fee and our deadline on it, and the message sells the tickets', async () => {
  const id = await order();
  const token = await tokenOf(site.ctx, id);
  const pressed = await site.app.inject({ method: 'POST', url: `/checkout/${token}/pay` });
  expect(pressed.statusCode).toBe(303);
  const url = String(pressed.headers.location);
  expect(url).toMatch(/\/pay\/cs_test_/);
  expect(await open(id)).toBe(url);
  const page = await (await fetch(url)).text();
  expect(page).toContain('Pay 2500 eur');
  expect(page).toContain('We hold the tickets for you until');
  expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ card: 'declined' }) })).status).toBe(402);
  expect(await (await fetch(url, { method: 'POST', body: new URLSearchParams({ card: '3ds' }) })).text()).toContain(
    'is it you',
  );
  expect(await statusOf(id)).toBe('awaiting_payment');
  const paid = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card: 'confirmed' }),
  });
  expect(paid.headers.get('location')).toContain(`/checkout/${token}?from=payment`);
  await waitFor(async () => (await statusOf(id)) === 'paid');
  expect(await pageOf(id)).toMatchObject({ state: 'paid' });
});

test('a page is opened where this process does not know the zone of the event, and names UTC', async () => {
  const { eventId } = site.shop;
  const [event] = await site.ctx.sql<{ timezone: string }[]>`SELECT timezone FROM events WHERE id = ${eventId}`;
  await site.ctx.sql`UPDATE events SET timezone = 'Factory' WHERE id = ${eventId}`;
  try {
    const id = await order();
    await open(id);
    const [row] = await site.ctx.sql`SELECT note FROM checkouts WHERE order_id = ${id}`;
    expect(row?.note).toContain('UTC');
    await pay(id);
    await waitFor(async () => (await statusOf(id)) === 'paid');
  } finally {
    await site.ctx.sql`UPDATE events SET timezone = ${event?.timezone ?? null} WHERE id = ${eventId}`;
  }
});

test('the hold ends only after the page is closed, and then the page takes no payment', async () => {
  const id = await order();
  await open(id);
  const before = await stockOf(site.ctx.sql, site.shop.ticketTypeId);
  site.advance(33 * MINUTE);
  expect((await endHolds(site.ctx, [id]))[0]?.status).toBe('expired');
  expect(await pageOf(id)).toMatchObject({ state: 'closed' });
  await expect(pay(id)).rejects.toThrow();
  expect((await stockOf(site.ctx.sql, site.shop.ticketTypeId)).held).toBe(before.held - 2);
});

test('a payment made before wins over the end of the hold, at the agreed price, although no message came', async () => {
  site.stripe.verbs.hold({ held: true });
  const id = await order();
  await open(id);
  site.advance(30 * MINUTE);
  await pay(id);
  await site.ctx.sql`UPDATE ticket_types SET total_minor = total_minor + 1 WHERE id = ${site.shop.ticketTypeId}`;
  site.advance(3 * MINUTE);
  expect((await endHolds(site.ctx, [id]))[0]?.status).toBe('paid');
  await site.ctx.sql`UPDATE ticket_types SET total_minor = total_minor - 1 WHERE id = ${site.shop.ticketTypeId}`;
});

test('while Stripe cannot be reached the tickets stay with the order', async () => {
  const id = await order();
  await open(id);
  site.advance(33 * MINUTE);
  const calls = () => site.stripe.verbs.fault({ path: '/v1/checkout/sessions', kind: 'unreached', times: 2 });
  calls();
  const other = await order();
  await site.ctx
    .sql`UPDATE orders SET hold_until = (SELECT hold_until FROM orders WHERE id = ${id}) WHERE id = ${other}`;
  const { failure } = await endOverdueHolds(site.ctx);
  expect(String(failure)).toContain('Stripe did not answer');
  expect([await statusOf(id), await statusOf(other)]).toEqual(['awaiting_payment', 'expired']);
  const third = await order();
  await site.ctx
    .sql`UPDATE orders SET hold_until = (SELECT hold_until FROM orders WHERE id = ${id}) WHERE id = ${third}`;
  calls();
  await expect(endHolds(site.ctx, [id, third])).rejects.toThrow('Stripe did not answer');
  expect([await statusOf(id), await statusOf(third)]).toEqual(['awaiting_payment', 'expired']);
  await waitFor(async () => (await endHolds(site.ctx, [id]))[0]?.status === 'expired');
});

test('a page whose answer was lost is found by its key, and closed', async () => {
  const id = await order();
  site.stripe.verbs.fault({ path: '/v1/checkout/sessions', method: 'POST', kind: 'lost', times: 2 });
  await expect(open(id)).rejects.toMatchObject({ code: 'busy' });
  expect(await pageOf(id)).toMatchObject({ state: 'opening' });
  site.advance(33 * MINUTE);
  expect((await endHolds(site.ctx, [id]))[0]?.status).toBe('expired');
  expect(await pageOf(id)).toMatchObject({ state: 'closed' });
});

test('cancelling closes the page first, and a payment that came before wins', async () => {
  const [free, paid] = [await order(), await order()];
  for (const id of [free, paid]) await open(id);
  const cancel = (orderId: string) => cancelOrder(site.ctx, { caller: site.shop.live, orderId });
  expect(await cancel(free)).toMatchObject({ status: 'cancelled' });
  await expect(pay(free)).rejects.toThrow();
  site.stripe.verbs.hold({ held: true });
  await pay(paid);
  await expect(cancel(paid)).rejects.toMatchObject({ code: 'order_not_open' });
  expect(await statusOf(paid)).toBe('paid');
});

test('no page is opened in the last two minutes, and the order’s page says so', async () => {
  const [id, other] = [await order(), await order()];
  await open(other);
  site.advance(28 * MINUTE + 1_000);
  expect(await open(id)).toBeNull();
  expect(await open(other)).toMatch(/\/pay\//);
  const shown = await site.app.inject({ url: `/checkout/${await tokenOf(site.ctx, id)}` });
  expect(shown.body).toContain('too little time left');
  expect(shown.body).not.toContain('/pay"');
});

test('a buyer who returns sees the payment, also when the message is late; the job finds buyers who do not return', async () => {
  site.stripe.verbs.hold({ held: true });
  const [back, away] = [await order(), await order()];
  for (const id of [back, away]) {
    await open(id);
    await pay(id);
  }
  const shown = await site.app.inject({ url: `/checkout/${await tokenOf(site.ctx, back)}?from=payment` });
  expect(shown.body).toContain('Thank you for your order');
  expect(await statusOf(away)).toBe('awaiting_payment');
  site.advance(4 * MINUTE);
  await pollCheckouts(site.ctx);
  expect(await statusOf(away)).toBe('paid');
});

test('a page that the sweep cannot ask about is behind the others from then on', async () => {
  const { ctx, stripe } = site;
  const id = await order();
  await open(id);
  site.advance(4 * MINUTE);
  const session = await sessionOf(ctx, id);
  stripe.verbs.fault({ path: `/v1/checkout/sessions/${session}`, method: 'GET', kind: '500', times: 9 });
  await expect(pollCheckouts(ctx)).rejects.toThrow();
  const [page] = await ctx.sql<{ lookedAt: Date }[]>`SELECT looked_at FROM checkouts WHERE order_id = ${id}`;
  expect(page?.lookedAt).toEqual(ctx.clock.now());
  stripe.verbs.fault({ path: `/v1/checkout/sessions/${session}`, method: 'GET', kind: '500', times: 0 });
});

test('while Stripe does not answer, who presses Pay reads that the tickets stay, and a program gets a problem', async () => {
  const { app, stripe, ctx } = site;
  const id = await order();
  const press = async (accept: string) =>
    app.inject({ method: 'POST', url: `/checkout/${await tokenOf(ctx, id)}/pay`, headers: { accept } });
  const fail = (kind: 'unreached' | '500') =>
    stripe.verbs.fault({ path: '/v1/checkout/sessions', method: 'POST', kind, times: 2 });
  fail('unreached');
  const page = await press('text/html');
  expect(page.statusCode).toBe(503);
  expect(page.headers['retry-after']).toBe('5');
  expect(page.body).toMatch(/role="alert">That did not work just now.*We hold the tickets for you until \d/);
  expect(page.body).toContain('/pay"');
  fail('unreached');
  const problem = await press('application/json');
  expect(problem.statusCode).toBe(503);
  expect(problem.json()).toMatchObject({ code: 'busy' });
  expect(problem.headers['retry-after']).toBe('5');
  expect((await press('text/html')).headers.location).toMatch(/\/pay\/cs_test_/);
});

test('a failure that Stripe keeps for the key of a page is overcome by another key', async () => {
  const id = await order();
  site.stripe.verbs.fault({ path: '/v1/checkout/sessions', method: 'POST', kind: '500', times: 1 });
  await expect(open(id)).rejects.toMatchObject({ code: 'busy' });
  await expect(open(id)).rejects.toMatchObject({ code: 'busy' });
  expect(await open(id)).toMatch(/\/pay\//);
});

test('however often the page of an order is loaded after paying, Stripe is asked once in five seconds', async () => {
  const { app, stripe, ctx } = site;
  const id = await order();
  await open(id);
  const url = `/checkout/${await tokenOf(ctx, id)}?from=payment`;
  const asked = () =>
    stripe.calls.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/checkout')).length;
  const before = asked();
  site.advance(1_000);
  await Promise.all(Array.from({ length: 10 }, () => app.inject({ url })));
  expect(asked() - before).toBe(1);
  site.advance(6_000);
  await app.inject({ url });
  expect(asked() - before).toBe(2);
});

test('an organizer that cannot charge sells nothing, and says why; other organizers go on', async () => {
  const { ctx, shop, stripe, account, app } = site;
  const placed = `/checkout/${await tokenOf(ctx, await order())}`;
  stripe.verbs.restrict({ account });
  const charging = async () => {
    const [row] = await ctx.sql<{ chargesEnabled: boolean }[]>`SELECT charges_enabled FROM payment_accounts`;
    return row?.chargesEnabled;
  };
  await waitFor(async () => (await charging()) === false);
  const refusal = { code: 'payments_unavailable', message: expect.stringContaining('organizer') };
  await expect(listTicketTypes(ctx, { caller: shop.live, eventId: shop.eventId })).rejects.toMatchObject(refusal);
  const several = await listTicketTypesOfEvents(ctx, { caller: shop.live, eventIds: [shop.eventId, 'evt_nobody'] });
  expect(several).toEqual({ events: [], missing: ['evt_nobody'], unavailable: [shop.eventId] });
  await expect(placeOrder(ctx, shop)).rejects.toMatchObject(refusal);
  const page = await app.inject({ url: `/buy/${shop.eventId}` });
  expect(page.body).not.toContain('type="submit">Continue');
  const press = (accept: string) => app.inject({ method: 'POST', url: `${placed}/pay`, headers: { accept } });
  const pressed = await press('text/html');
  expect(pressed.statusCode).toBe(503);
  expect(pressed.body).toMatch(/role="alert">The organizer cannot take card payments.*Nothing was charged/);
  expect(pressed.body).toContain('/cancel"');
  expect((await press('application/json')).json()).toMatchObject({ code: 'payments_unavailable' });
  stripe.verbs.onboard({ account });
  await waitFor(charging);
  await placeOrder(ctx, shop);
});

test('test orders are paid on our own page, and never at Stripe', async () => {
  const { ctx, shop, app, stripe } = site;
  const sample = { ...shop, live: shop.test, eventId: shop.sampleId, ticketTypeId: shop.sampleTicketTypeId };
  const { id } = await placeOrder(ctx, sample);
  const calls = stripe.calls.length;
  await app.inject({ method: 'POST', url: `/checkout/${await tokenOf(ctx, id)}/pay` });
  expect(await statusOf(id)).toBe('test');
  const refund = await refundOrder(ctx, { orderId: id, requestKey: 'test' });
  expect(await sendRefund(ctx, { refundId: refund?.refundId ?? '' })).toMatch(/^sim_refund_/);
  expect(stripe.calls.length).toBe(calls);
});

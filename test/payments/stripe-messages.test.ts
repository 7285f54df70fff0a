import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import { openCheckout } from '../../src/orders/open-checkout.js';
import { dismissSetAside } from '../../src/payments/set-aside.js';
import { listSetAside } from '../../src/payments/sql.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { sign } from '../../tools/stripe-stand-in/deliver.js';
import { placeOrder } from '../support/data/holds.js';
import { openStripeSite, type StripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';
import { waitFor } from '../support/wait-for.js';

let site: StripeSite;
beforeAll(async () => {
  site = await openStripeSite({ capacity: 10 });
});
afterAll(() => site.close());
afterEach(() => site.ctx.sql`DELETE FROM processor_events_set_aside`);

const SECRET = 'whsec_test';
let number = 0;

/** Sends a signed body to our webhook endpoint. */
async function send(body: string) {
  const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body, SECRET) };
  const { statusCode, body: answer } = await site.app.inject({
    method: 'POST',
    url: '/stripe/webhooks',
    headers,
    payload: body,
  });
  return { status: statusCode, received: (JSON.parse(answer) as { received?: string }).received };
}

const event = (type: string, data: unknown, more = {}) => {
  number += 1;
  return { id: `evt_odd_${number}`, object: 'event', type, livemode: false, created: 1_793_000_000, data, ...more };
};

const OBJECTS: Record<string, Record<string, unknown>> = {
  'checkout.session.completed': {
    ...{ id: 'cs_1', metadata: {}, status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' },
    ...{ amount_total: 100, currency: 'eur' },
  },
  'checkout.session.expired': {
    ...{ id: 'cs_1', metadata: {}, status: 'expired', payment_status: 'unpaid', payment_intent: null },
    ...{ amount_total: 100, currency: 'eur' },
  },
  'refund.updated': {
    ...{
      id: 're_1',
      metadata: {},
      payment_intent: 'pi_1',
      amount: 100,
      currency: 'eur',
      created: 1,
      status: 'succeeded',
    },
  },
  'charge.dispute.created': {
    ...{
      id: 'dp_1',
      payment_intent: 'pi_1',
      amount: 100,
      currency: 'eur',
      status: 'needs_response',
      reason: 'fraudulent',
    },
    balance_transactions: [],
  },
  'transfer.updated': { id: 'tr_1', metadata: {}, amount: 100, amount_reversed: 0, currency: 'eur' },
  'account.updated': { id: 'acct_unknown' },
};

/** Each member that we read, absent and as the wrong type. */
const ODD = Object.entries(OBJECTS).flatMap(([type, object]) =>
  Object.keys(object).flatMap((member) => [
    [type, member, 'absent', JSON.stringify({ ...object, [member]: undefined })],
    [type, member, 'an object', JSON.stringify({ ...object, [member]: { a: { b: 1 } } })],
  ]),
);

test.each(ODD)('%s with %s %s gets status 200 each time it comes', async (type, _member, _shape, object) => {
  const body = JSON.stringify(event(type, { object: JSON.parse(object) }));
  const answers = [await send(body), await send(body)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(['set_aside', 'foreign']).toContain(answers[0]?.received);
});

test.each(Object.entries(OBJECTS))('%s of another service is foreign and not set aside', async (type, object) => {
  expect(await send(JSON.stringify(event(type, { object })))).toMatchObject({ status: 200, received: 'foreign' });
  expect(await listSetAside(site.ctx.sql)).toEqual([]);
});

test.each([
  ['null', 'null'],
  ['an array', '[]'],
  ['a text', '"event"'],
  ['no JSON', '{"id":'],
  ['an empty body', ''],
  ['an object without members', '{}'],
  ['an id of the wrong type', JSON.stringify({ ...event('refund.updated', {}), id: 7 })],
  ['no type', JSON.stringify({ ...event('refund.updated', {}), type: undefined })],
])('a signed body of %s gets status 400', async (_, body) => {
  expect(await send(body)).toMatchObject({ status: 400 });
});

test.each([
  ['data null', null],
  ['no data', undefined],
  ['data of the wrong type', 'text'],
  ['an object of null', { object: null }],
  ['an object without members', { object: {} }],
])('an event with %s is set aside with its fault, once', async (_, data) => {
  const body = JSON.stringify(event('charge.dispute.created', data));
  expect([await send(body), await send(body)]).toMatchObject([{ received: 'set_aside' }, { received: 'set_aside' }]);
  const [row, ...others] = await listSetAside(site.ctx.sql);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ type: 'charge.dispute.created', mode: 'live', objectId: null });
  expect(row?.fault).toMatch(/^dispute/);
});

test('an event of a type that we do not read is foreign, whatever its data', async () => {
  for (const data of [null, { object: null }, { object: { id: 1 } }]) {
    expect(await send(JSON.stringify(event('invoice.paid', data)))).toMatchObject({ status: 200, received: 'foreign' });
  }
});

test('an incomplete refund event is completed from the refund at the processor', async () => {
  const { ctx, stripe, shop, account } = site;
  const { id: orderId } = await placeOrder(ctx, shop, 2);
  await openCheckout(ctx, await tokenOf(ctx, orderId), 'en');
  const { payment_intent: intent } = stripe.verbs.pay({ session: await sessionOf(ctx, orderId) });
  await waitFor(() => stripe.deliverer.waiting().length === 0);
  stripe.verbs.hold({ held: true });
  const { id } = stripe.verbs.refund({ intent: intent ?? '', amount: 1_250 });
  const body = JSON.stringify(event('refund.created', { object: { id } }, { account }));
  expect([await send(body), await send(body)]).toMatchObject([{ received: 'applied' }, { received: 'known' }]);
  expect(await listSetAside(ctx.sql)).toEqual([]);
  const [order] = await ctx.sql`SELECT status, refunded_minor FROM orders WHERE id = ${orderId}`;
  expect(order).toEqual({ status: 'partially_refunded', refundedMinor: 1_250 });
});

test('an operator dismisses an event that was set aside, once', async () => {
  const { ctx } = site;
  await send(JSON.stringify(event('transfer.updated', { object: { id: 'tr_missing' } })));
  const [waiting] = await listSetAside(ctx.sql);
  expect(waiting).toMatchObject({ objectId: 'tr_missing', fault: expect.stringContaining('transfer.metadata') });
  const dismissal = { event: waiting?.id ?? '', reason: 'not ours' };
  await dismissSetAside(ctx, dismissal);
  expect(await listSetAside(ctx.sql)).toEqual([]);
  await expect(dismissSetAside(ctx, dismissal)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('an order below the smallest card payment is refused before tickets are held', async () => {
  const { ctx, shop } = site;
  const order = (quantity: number) => placeOrder(ctx, shop, quantity);
  const [before] = await ctx.sql`SELECT total_minor, held FROM ticket_types WHERE id = ${shop.ticketTypeId}`;
  const price = (minor: number) =>
    ctx.sql`UPDATE ticket_types SET price_minor = ${minor}, total_minor = ${minor} WHERE id = ${shop.ticketTypeId}`;
  try {
    await price(30);
    await expect(order(1)).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'quantity', message: 'must be at least 2: the smallest card payment is 0.50 EUR' }],
    });
    expect(await ctx.sql`SELECT held FROM ticket_types WHERE id = ${shop.ticketTypeId}`).toEqual([
      { held: before?.held },
    ]);
    // Two cost 0.60 EUR, which Stripe takes.
    const { id } = await order(2);
    await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  } finally {
    await price(before?.totalMinor);
  }
});

test('the guide names the API version of our Stripe client', () => {
  const guide = readFileSync(join(projectRoot(), 'docs/payments.md'), 'utf8');
  expect(guide).toContain(`API version \`${Stripe.API_VERSION}\``);
});

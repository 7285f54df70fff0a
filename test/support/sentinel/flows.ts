import { randomUUID } from 'node:crypto';
import { findKeyByHash } from '../../../src/access/sql/api-keys.js';
import { createOrder } from '../../../src/orders/place-order.js';
import { refundOrder } from '../../../src/orders/refunds.js';
import { waitFor } from '../wait-for.js';
import type { Answer } from './site.js';
import type { Stage } from './stage.js';

export const JSON_BODY = { 'content-type': 'application/json' };
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
export const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** A new buyer. */
function buyer({ markers }: Stage) {
  return { buyer_email: markers.email(), buyer_name: markers.name() };
}

interface OrderTry {
  key?: string;
  idempotencyKey?: string;
  body?: Record<string, unknown>;
  path?: string;
}

/** Orders two tickets for a new buyer, by whatever is changed of that. */
export function order(stage: Stage, name: string, { key, idempotencyKey, body, path }: OrderTry = {}): Promise<Answer> {
  const { event, keys, site } = stage;
  const whole = {
    event_id: event.id,
    ticket_type_id: event.paid,
    quantity: 2,
    sub_id: 'click-1',
    ...buyer(stage),
    ...body,
  };
  const headers = { ...bearer(key ?? keys.server), ...JSON_BODY, 'idempotency-key': idempotencyKey ?? randomUUID() };
  return site.call(name, path ?? '/v1/orders', { method: 'POST', headers, body: JSON.stringify(whole) });
}

/** The page of an order, its token marked. */
export function checkoutOf({ markers }: Stage, answer: Answer): { id: string; page: string } {
  if (answer.status !== 200) throw new Error(`no order: ${answer.text}`);
  const { id, checkout_url } = JSON.parse(answer.text);
  const page = new URL(checkout_url).pathname;
  markers.add('checkout token', page.split('/')[2] ?? '');
  return { id, page };
}

/** Orders that go well: paid, cancelled, refunded, repeated, expired, and one of each kind on the buy page. */
export async function ordersThatGoWell(stage: Stage): Promise<void> {
  const { ctx, site, keys, sample } = stage;
  const call = (name: string, path: string, method = 'POST') =>
    site.call(name, path, { method, headers: { ...bearer(keys.server) } });
  const paid = checkoutOf(stage, await order(stage, 'order with its checkout_url'));
  await call('checkout page', paid.page, 'GET');
  await call('redirect to the checkout page', `${paid.page}/pay`);
  await call('checkout page', paid.page, 'GET');
  await call('order, paid', `/v1/orders/${paid.id}`, 'GET');
  await refundOrder(ctx, { orderId: paid.id, requestKey: 'half', tickets: 1 });
  const cancelled = checkoutOf(stage, await order(stage, 'order with its checkout_url'));
  await call('order, cancelled', `/v1/orders/${cancelled.id}/cancel`);
  const left = checkoutOf(stage, await order(stage, 'order with its checkout_url'));
  await call('redirect to the checkout page', `${left.page}/cancel`);
  const body = { event_id: sample.id, ticket_type_id: sample.paid };
  const tried = checkoutOf(stage, await order(stage, 'order with its checkout_url', { key: keys.test, body }));
  await call('redirect to the checkout page', `${tried.page}/pay`);
  const idempotencyKey = randomUUID();
  const same = { idempotencyKey, body: buyer(stage) };
  for (const _ of [1, 2]) checkoutOf(stage, await order(stage, 'order with its checkout_url', same));
}

/** Orders that are refused, each for another reason. */
export async function ordersThatFail(stage: Stage): Promise<void> {
  const { markers, event } = stage;
  const idempotencyKey = randomUUID();
  checkoutOf(stage, await order(stage, 'order with its checkout_url', { idempotencyKey }));
  const wrong: [name: string, what: OrderTry][] = [
    ['reused idempotency key', { idempotencyKey }],
    ['sold out', { body: { ticket_type_id: event.last } }],
    ['unknown ticket type', { body: { ticket_type_id: 'tkt_none' } }],
    ['no e-mail address', { body: { buyer_email: `${markers.word('buyer email')} at example` } }],
    ['no name', { body: { buyer_name: markers.word('buyer name').repeat(9) } }],
    ['unknown field', { body: { [markers.word('name of a field')]: markers.word('body secret') } }],
    ['unknown event', { body: { event_id: markers.word('body secret') } }],
    ['idempotency key', { idempotencyKey: `${markers.word('header secret')} !` }],
    ['wrong key', { key: stage.keys.wrong }],
    ['revoked key', { key: stage.keys.revoked }],
    ['website key', { key: stage.keys.website }],
  ];
  for (const [name, what] of wrong) {
    const { status, text } = await order(stage, `refused order: ${name}`, what);
    if (status < 400) throw new Error(`${name} was not refused: ${text}`);
  }
}

/** A hold whose time is over a moment after it was made. */
export async function orderThatExpires(stage: Stage): Promise<string> {
  const { ctx, event, keyIds } = stage;
  const [row] = await ctx.sql<{ hash: Buffer }[]>`SELECT hash FROM api_keys WHERE id = ${keyIds.server}`;
  const known = row && (await findKeyByHash(ctx.sql, row.hash, ctx.clock.now()));
  if (!known) throw new Error('the key is gone');
  const { id: keyId, kind, companyId, ref, capabilities, domains } = known;
  const agreement = { countries: null, categories: null, payingOnly: false };
  const limits = { rateLimit: null, siteRateLimit: null };
  const caller = { keyId, kind, companyId, ref, capabilities, domains, agreement, ...limits, mode: 'live' as const };
  const past = new Date(Date.now() - 32 * 60_000 + 2_000);
  const body = { event_id: event.id, ticket_type_id: event.paid, quantity: 1, ...buyer(stage) };
  const clock = { now: () => past };
  const { order: made } = await createOrder({ ...ctx, clock }, { caller, idempotencyKey: randomUUID(), body });
  stage.markers.add('checkout token', new URL(made.checkout_url ?? '').pathname.split('/')[2] ?? '');
  return made.id;
}

/** Buy pages and the sandbox, as visitors use and misuse them. */
export async function pages(stage: Stage): Promise<void> {
  const { site, event, sample, ref, keys, markers } = stage;
  const post = (name: string, path: string, fields: Record<string, string>, headers = {}) =>
    site.call(name, path, { method: 'POST', headers: { ...FORM, ...headers }, body: form(fields) });
  await site.call('buy page', `/buy/${event.id}?ref=${ref}&sub_id=click-2&secret=${markers.word('query secret')}`);
  for (const ticket of [event.paid, event.free]) {
    const { buyer_email: email, buyer_name: name } = buyer(stage);
    const gone = await post('redirect to the checkout page', `/buy/${event.id}`, {
      ticket,
      quantity: '1',
      email,
      name,
      ref,
    });
    markers.add('checkout token', gone.headers.get('location')?.split('/')[2] ?? '');
  }
  const { buyer_email: email, buyer_name: name } = buyer(stage);
  await post('buy page, filled in again', `/buy/${event.id}`, { ticket: 'none', quantity: '1', email, name });
  await post('buy page, filled in again', `/buy/${event.id}`, { ticket: event.last, quantity: '9', email, name });
  await post('buy page of nothing', '/buy/evt_none', { ticket: 'none', quantity: '1', email, name });
  await post('checkout page of nothing', `/checkout/${markers.word('checkout token')}/pay`, {
    card: markers.word('body secret'),
  });

  for (const key of [keys.wrong, keys.server]) await post('sandbox, refused', '/sandbox', { key });
  const opened = await post('cookie of the sandbox', '/sandbox', { key: keys.test });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  markers.add('sandbox session', cookie.split('=')[1] ?? '');
  const shown = await waitFor(async () => {
    const page = await site.call('sandbox', '/sandbox', { headers: { cookie } });
    return page.text.includes('name="sale"') && page;
  });
  const value = (field: string) => new RegExp(`name="${field}" value="([^"]*)"`).exec(shown.text)?.[1] ?? '';
  await post(
    'sandbox, refunded',
    '/sandbox/refund',
    { sale: value('sale'), token: value('token'), request: 'one' },
    { cookie },
  );
  await site.call('buy page', `/buy/${sample.id}?ref=${ref}`);
}

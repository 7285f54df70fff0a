import { createServer } from 'node:http';
import type { InjectOptions } from 'fastify';
import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { withdrawEvent } from '../../../src/catalogue/withdraw-event.js';
import { addPostback, addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { payAtCheckout } from '../../../src/orders/checkout.js';
import { refundOrder } from '../../../src/orders/refunds.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';
import { setTerms } from '../../../src/settlements/set-terms.js';
import { startWorker } from '../../../worker/start-worker.js';
import { bearer, createTestApi, WEBSITE } from '../../support/api.js';
import { addTicketType } from '../../support/data/build.js';
import { expireOrder } from '../../support/data/holds.js';
import { addEvents } from '../../support/data/listings.js';
import { closeMonth, seedLine } from '../../support/data/settle.js';
import { listen } from '../../support/outside/misbehaving-server.js';
import { testWorkflowBundle } from '../../support/temporal/temporal.js';
import { waitFor } from '../../support/wait-for.js';
import { Normaliser } from './normaliser.js';

/** A call and its answer, or a delivery that a receiver got: the lines as they were sent, normalised. */
export interface Exchange {
  /** `POST /v1/orders: live` of a call, `/hook: earnings.changed` of a delivery. */
  name: string;
  status?: number;
  /** Names of an answer's headers are in lower case; those of a delivery are unchanged. */
  headers: [string, string][];
  body: string;
}

/** Long ago, so that no time of the scenario can be taken for one of the machine's clock. */
const START = '2021-03-04T09:00:00.000Z';
const LIVE = 'evt_recordedlive';
const SAMPLE = 'evt_test_recorded';
const GONE = 'evt_recordedgone';
/** Differ with each run, or with the length of a body. */
const UNSTABLE = new Set(['date', 'content-length', 'connection', 'keep-alive', 'host']);

/**
 * Plays the integration of a partner that knows neither order.changed, `return_url` nor lists of orders: calls with each kind of key,
 * orders in every status, two webhooks without a choice of types, and a postback.
 *
 * @returns all answers and deliveries, in an order that is the same each time.
 */
export async function playIntegration(): Promise<Exchange[]> {
  const api = await createTestApi({ context: { now: START, env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
  const { ctx, app } = api;
  const normal = new Normaliser();
  const exchanges: Exchange[] = [];
  let deliveries: Exchange[] = [];
  let received = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { rawHeaders: raw, method = '', url = '' } = request;
      const headers = raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));
      received += 1;
      deliveries.push({ name: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(204).end();
    });
  });
  const receiver = await listen(server);
  const worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });

  const kept = ({ name, status, headers, body }: Exchange): Exchange => ({
    name: normal.text(name),
    ...(status !== undefined && { status }),
    headers: headers
      .filter(([key]) => !UNSTABLE.has(key.toLowerCase()))
      .map(([key, value]): [string, string] => [key, normal.header(key, value)]),
    body: normal.text(body),
  });
  const isQuiet = async () => {
    const [row] = await ctx.sql<{ busy: boolean; sent: number }[]>`
      SELECT EXISTS (SELECT FROM outbox WHERE topic IN ('event.touched', 'event.earnings', 'order.changed', 'change.recorded', 'fan_out.begun'))
        OR EXISTS (SELECT FROM deliveries WHERE state <> 'delivered') AS busy, (SELECT count(*)::int FROM deliveries) AS sent`;
    return row?.busy === false && row.sent === received;
  };
  /** Keeps the deliveries of the step, in the order of their addresses and types, and moves the clock. */
  const settle = async () => {
    await projectChanges(ctx);
    await waitFor(isQuiet, { what: 'the deliveries' });
    const order = ({ name, headers }: Exchange) =>
      `${name.split('?')[0]} ${headers.find(([key]) => key === 'Service-Event')?.[1]}`;
    exchanges.push(...deliveries.sort((a, b) => (order(a) < order(b) ? -1 : 1)).map(kept));
    deliveries = [];
    ctx.clock.advance(60_000);
  };
  const call = async (name: string, options: InjectOptions): Promise<{ body: string; etag: string }> => {
    const answer = await app.inject(options);
    const headers = Object.entries(answer.headers).map(([key, value]): [string, string] => [key, String(value)]);
    exchanges.push(kept({ name, status: answer.statusCode, headers, body: answer.body }));
    return { body: answer.body, etag: String(answer.headers.etag) };
  };

  try {
    const stock = { price_from_minor: 1250, price_to_minor: 1250, currency: 'EUR' };
    await addEvents(ctx, [
      { id: LIVE, name: 'Jazz & “Blues” – Nº 1', performers: ['Zoë <Quartet>'], ...stock },
      { id: SAMPLE, test: true, name: 'TEST EVENT — NO REAL MONEY concert', ...stock },
      {
        id: GONE,
        name: 'Gone',
        reward_kind: null,
        reward_amount_minor: null,
        reward_currency: null,
        lat: null,
        lng: null,
      },
    ]);
    const ticket = {
      live: await addTicketType(ctx, LIVE, { capacity: 100 }),
      test: await addTicketType(ctx, SAMPLE, {}),
    };
    const live = await api.newKey({
      kind: 'server',
      capabilities: ['EMBEDDED_CHECKOUT', 'CARD_LINKED_OFFERS'],
    });
    const { test, website } = api.keys;
    for (const [name, key] of Object.entries({ live, test, website })) {
      const [row] = await ctx.sql<{ ref: string }[]>`SELECT ref FROM api_keys WHERE id = ${key.id}`;
      normal.name(row?.ref ?? '', `ref of ${name}`);
    }
    normal.name(`127.0.0.1:${receiver.port}`, 'receiver');
    const hook = (key: string, path: string) =>
      addWebhook(ctx, {
        key,
        url: `http://127.0.0.1:${receiver.port}${path}`,
        secret: `whsec_${'0123456789'.repeat(4)}`,
      });
    await hook(live.id, '/live');
    await hook(test.id, '/test');
    await addPostback(ctx, {
      key: live.id,
      url:
        `http://127.0.0.1:${receiver.port}/postback?a={sub_id}&b={sale_id}&c={event_id}&d={status}&e={commission}` +
        '&f={transaction_value}&g={currency}&h={created_at}&i={delivery_id}',
    });

    const get = (as: string, key: typeof live | null, url: string, headers: Record<string, string> = {}) =>
      call(`GET ${url}: ${as}`, { url: `/v1${url}`, headers: key ? bearer(key, headers) : headers });
    const order = (name: string, key: typeof live, id: string, fields: object, without?: string) => {
      const payload = {
        ...{ event_id: key === test ? SAMPLE : LIVE, ticket_type_id: key === test ? ticket.test : ticket.live },
        ...{ buyer_email: 'ada@example.org', buyer_name: 'Ada Lovelace', ...fields },
      };
      const headers = bearer(key, without === 'key' ? {} : { 'idempotency-key': `recorded-${id}` });
      return call(`POST /orders: ${name}`, { method: 'POST', url: '/v1/orders', headers, payload });
    };
    const read = (text: string) => JSON.parse(text) as { id: string; checkout_url: string };
    const pay = (text: string) => payAtCheckout(ctx, read(text).checkout_url.split('/').at(-1) ?? '');
    const later = (order: string, key = live) => get('later', key, `/orders/${read(order).id}`);

    const { etag } = await get('live', live, '/events');
    await get('unchanged', live, '/events', { 'if-none-match': etag });
    await get('test', test, '/events?limit=1');
    await get('website', website, '/events?city=Helsinki&country=FI&category=music&limit=1', { origin: WEBSITE });
    await get('live', live, `/events/${LIVE}`);
    await get('live', live, '/events/evt_unknown');
    await get('live', live, '/events?from=yesterday&radius=0');
    await get('nobody', null, '/events');
    for (const path of ['/categories', '/locations', '/offers', '/settlements', '/earnings'])
      await get('live', live, path);
    await get('nobody', null, '/demo/events');
    await get('website', website, '/earnings', { origin: WEBSITE });
    await get('live', live, '/nothing');
    for (const file of ['json', 'rss', 'xml', 'csv', 'ics']) await get('test', test, `/feeds/events.${file}`);
    await get('live', live, `/events/${LIVE}/tickets`);
    await get('test', test, `/events/${SAMPLE}/tickets`);
    await call('POST /track', {
      method: 'POST',
      url: '/v1/track',
      payload: { type: 'event_view', event_id: LIVE, key: website.key, view: 'recorded-view' },
      headers: { origin: WEBSITE },
    });
    await call('POST /mcp', {
      method: 'POST',
      url: '/v1/mcp',
      headers: bearer(live, { accept: 'application/json, text/event-stream' }),
      payload: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'find_events', arguments: { city: 'Helsinki' } },
      },
    });

    const paid = await order('live', live, 'paid', { quantity: 2, sub_id: 'click~1' });
    await settle();
    await order('the same again', live, 'paid', { quantity: 2, sub_id: 'click~1' });
    await order('another body', live, 'paid', { quantity: 1 });
    await order('unknown field', live, 'wrong', { color: 'red', quantity: 21, buyer_email: 'ada' });
    await order('no Idempotency-Key', live, 'none', {}, 'key');
    await order('sold out', live, 'many', {
      quantity: 2,
      ticket_type_id: await addTicketType(ctx, LIVE, { capacity: 1 }),
    });
    await order('unknown ticket type', live, 'other', { ticket_type_id: ticket.test });
    await order('website', website, 'site', {});
    await call('DELETE /orders', { method: 'DELETE', url: '/v1/orders', headers: bearer(live) });
    await later(paid.body);
    await pay(paid.body);
    await settle();
    await later(paid.body);
    await get('a sale', live, '/earnings');
    await refundOrder(ctx, { orderId: read(paid.body).id, requestKey: 'one', tickets: 1 });
    await settle();
    await later(paid.body);
    await refundOrder(ctx, { orderId: read(paid.body).id, requestKey: 'two', tickets: 1 });
    await settle();
    await later(paid.body);
    await get('refunds', live, '/earnings');

    const cancelled = await order('live, to cancel', live, 'cancelled', {});
    const { id } = read(cancelled.body);
    for (const name of ['live', 'the same again'])
      await call(`POST /orders/{id}/cancel: ${name}`, {
        method: 'POST',
        url: `/v1/orders/${id}/cancel`,
        headers: bearer(live),
      });
    const expired = await order('live, to expire', live, 'expired', {});
    await expireOrder(ctx, { orderId: read(expired.body).id });
    await later(expired.body);
    await get('another mode', test, `/orders/${read(expired.body).id}`);

    await settle();

    const sample = await order('test', test, 'sample', {});
    await settle();
    await pay(sample.body);
    await settle();
    await later(sample.body, test);
    await get('a test sale', test, '/earnings');

    await ctx.sql`UPDATE events SET name = 'Another name' WHERE id = ${LIVE}`;
    await enqueue(ctx.sql, 'event.touched', [LIVE], ctx.clock.now());
    await settle();
    await withdrawEvent(ctx, GONE);
    await settle();
    await get('withdrawn', live, `/events/${GONE}`);
    await get('withdrawn', live, `/events?changed_since=${START}`);

    await setTerms(ctx, {
      company: api.companyId,
      method: 'bank_transfer',
      netDays: 10,
      minimum: 5,
      reference: 'PO 1',
    });
    await seedLine(ctx, { ...live, companyId: api.companyId, keyId: live.id, ref: '' }, 1234, '2021-02-10T00:00:00Z');
    await closeMonth(ctx, '2021-02');
    const { body } = await get('a statement', live, '/settlements');
    const [statement] = (JSON.parse(body) as { settlements: { id: string }[] }).settlements;
    await get('its lines', live, `/settlements/${statement?.id}/lines`);
    return exchanges;
  } finally {
    await worker.stop();
    await receiver.close();
    await api.close();
  }
}

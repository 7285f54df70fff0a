import type { InjectOptions } from 'fastify';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { createLogger } from '../../../src/platform/logs/logger.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';

/**
 * Nothing that has the shape of a credential is ever repeated: in no answer, header, page or log line, wherever a
 * caller puts it. Who reads those is not who sent it.
 */
let api: TestApi;
/** Not limited, nor is anybody here: a refusal for the number of calls would prove nothing. */
let key: { key: string };
let website: { key: string };
let asked = 0;
const ask = (call: InjectOptions) => {
  asked += 1;
  return api.app.inject({ remoteAddress: `10.0.${asked >> 3}.1`, ...call });
};
const log: string[] = [];
beforeAll(async () => {
  const destination = { write: (line: string) => void log.push(line) };
  api = await createTestApi({
    context: { replace: { log: createLogger({ level: 'trace', name: 'api', destination }) } },
  });
  await refreshSamples(api.ctx);
  key = await api.newKey({ kind: 'test', rateLimit: 100_000 });
  website = await api.newKey({ kind: 'website', domains: ['shop.example'], rateLimit: 100_000 });
});
afterAll(() => api.close());

const BODY = 'Zk4yQ9'.repeat(7).slice(0, 40);
const CREDENTIALS = ['tt_sk_live_', 'tt_test_', 'tt_cs_', 'tt_at_', 'whsec_'].map((prefix) => prefix + BODY);

const EVENT = 'evt_test_berlin_jazz_night';
const TICKET = `tkt_test_berlin_jazz_night_standard`;

type Call = (secret: string) => InjectOptions;
const get =
  (url: (secret: string) => string, headers: Record<string, string> = {}): Call =>
  (secret) => ({ url: url(secret), headers: { ...bearer(key), ...headers } });
const json =
  (url: string, payload: (secret: string) => object, headers: Record<string, string> = {}): Call =>
  (secret) => ({ method: 'POST', url, payload: payload(secret), headers: { ...bearer(key), ...headers } });
const form =
  (url: string, fields: (secret: string) => Record<string, string>): Call =>
  (secret) => ({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields(secret)).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const order = (fields: (secret: string) => object): Call =>
  json(
    '/v1/orders',
    (secret) => ({
      event_id: EVENT,
      ticket_type_id: TICKET,
      buyer_email: 'ada@example.com',
      buyer_name: 'Ada',
      ...fields(secret),
    }),
    { 'idempotency-key': `order-${Math.random().toString(36).slice(2)}` },
  );
const tool = (params: (secret: string) => object, message: (secret: string) => object = () => ({})): Call =>
  json('/v1/mcp', (secret) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: params(secret),
    ...message(secret),
  }));
const buying = {
  ticket: TICKET,
  quantity: '1',
  name: 'Ada',
  email: 'ada@example.com',
  ref: '',
  sub_id: '',
  attempt: '',
};
const buy = (field: string, value = (secret: string) => secret): Call =>
  form(`/buy/${EVENT}`, (secret) => ({ ...buying, quantity: '0', [field]: value(secret) }));

const PLACES: Record<string, Call> = {
  'a parameter': get((secret) => `/v1/events?city=${secret}`),
  'the middle of a parameter': get((secret) => `/v1/feeds/events.json?city=x${secret}`),
  'a parameter nobody knows': get((secret) => `/v1/events?utm_source=${secret}`),
  'the name of a parameter': get((secret) => `/v1/events?${secret}=1`),
  'the name of one that cannot be read': get((secret) => `/v1/events?${secret}=%ZZ`),
  'a cursor': get((secret) => `/v1/events?cursor=x${secret}`),
  'an id of an event': get((secret) => `/v1/events/${secret}`),
  'an id of an order': get((secret) => `/v1/orders/${secret}`),
  'an id of a statement': get((secret) => `/v1/settlements/${secret}/lines`),
  'the name of a feed': get((secret) => `/v1/feeds/${secret}`),
  'the name of a bulk file': get((secret) => `/v1/bulk/bfs_${secret}.csv.gz`),
  'an unknown path': get((secret) => `/${secret}`),
  'a path of the reference': get((secret) => `/docs/${secret}`),
  'a page of a problem': get((secret) => `/problems/${secret}`),
  'a page of an event, for a person': get((secret) => `/e/${secret}`, { accept: 'text/html' }),
  'a payment page': get((secret) => `/checkout/${secret}`),
  'a header that is no Bearer': (secret) => ({ url: '/v1/events', headers: { authorization: secret } }),
  'a key nobody knows': (secret) => ({ url: '/v1/events', headers: { authorization: `Bearer ${secret}` } }),
  'a key of a feed': (secret) => ({ url: `/v1/feeds/events.rss?key=${secret}` }),
  'an origin': (secret) => ({ url: '/v1/events', headers: bearer(website, { origin: `https://${secret}` }) }),
  'a tag': get(() => '/v1/categories', { 'if-none-match': `"${CREDENTIALS[0]}"` }),
  'Idempotency-Key': (secret) => ({
    ...order(() => ({}))(secret),
    headers: bearer(key, { 'idempotency-key': secret }),
  }),
  'the name of a field': order((secret) => ({ [secret]: 1 })),
  'the name of a field with broken text': order((secret) => ({ [secret]: '\0' })),
  'the name of a field further down': order((secret) => ({ buyer_name: { [secret]: { x: '\0' } } })),
  'the event of an order': order((secret) => ({ event_id: secret })),
  'its ticket type': order((secret) => ({ ticket_type_id: secret })),
  'its buyer': order((secret) => ({ buyer_name: secret })),
  'its address': order((secret) => ({ buyer_email: secret })),
  'its sub_id': order((secret) => ({ sub_id: secret })),
  'the middle of its sub_id': order((secret) => ({ sub_id: `click.${secret}` })),
  'a signal': json('/v1/track', (secret) => ({ type: secret })),
  'a field of a signal': json('/v1/track', (secret) => ({ type: 'impression', [secret]: secret })),
  'ref of a buy link': get((secret) => `/buy/${EVENT}?ref=${secret}`),
  'ref of a buy link, behind a word': get((secret) => `/buy/${EVENT}?ref=my${secret}`),
  'sub_id of a buy link': get((secret) => `/buy/${EVENT}?sub_id=${secret}`),
  'sub_id appended wrongly': get((secret) => `/buy/${EVENT}?ref=abc?sub_id=${secret}`),
  'the event of a buy link': get((secret) => `/buy/${secret}`),
  ...Object.fromEntries(Object.keys(buying).map((field) => [`${field} of the buy form`, buy(field)])),
  'the key of the sandbox': form('/sandbox', (key) => ({ key })),
  'a client': form('/v1/oauth/token', (id) => ({ grant_type: 'client_credentials', client_id: id, client_secret: id })),
  'a grant': form('/v1/oauth/token', (grant_type) => ({ grant_type, client_id: 'oac_x', client_secret: 'x' })),
  'an OAuth field': form('/v1/oauth/token', (secret) => ({ [secret]: secret })),
  'a tool': tool((name) => ({ name, arguments: {} })),
  'an argument': tool((city) => ({ name: 'find_events', arguments: { city } })),
  'the name of an argument': tool((secret) => ({ name: 'find_events', arguments: { [secret]: 1 } })),
  'an id that a tool looks for': tool((id) => ({ name: 'get_event', arguments: { id } })),
  'arguments that are none': tool((secret) => ({ name: 'find_events', arguments: secret })),
  'a parameter of the protocol': tool((secret) => ({
    name: 'find_events',
    _meta: { [secret]: 1, progressToken: [secret] },
  })),
  'the id of a message': tool(
    () => ({ name: 'list_categories' }),
    (id) => ({ id }),
  ),
  'a method': tool(
    () => ({}),
    (method) => ({ method }),
  ),
  'a revision': (secret) => {
    const call = tool(() => ({ name: 'list_categories' }))(secret);
    return { ...call, headers: { ...call.headers, 'mcp-protocol-version': secret } };
  },
};

test.each(Object.keys(PLACES))('%s', async (place) => {
  for (const secret of CREDENTIALS) {
    log.length = 0;
    const answer = await ask(PLACES[place]?.(secret) ?? {});
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.statusCode).not.toBe(429);
    const said = JSON.stringify([answer.headers, answer.body, ...log]);
    expect({ secret, repeated: said.includes(BODY.slice(0, 20)) }).toEqual({ secret, repeated: false });
  }
});

test('a buyer whose name came as a field is neither repeated nor logged', async () => {
  log.length = 0;
  const answer = await ask(order(() => ({ 'Ada Lovelace': 1 }))(''));
  expect(answer.json()).toMatchObject({ status: 400, errors: [{ field: 'body' }] });
  expect(answer.json().detail).toMatch(/^body: has an unknown field; the fields are `event_id`, /);
  expect(log.join()).toContain('invalid_request');
  expect(JSON.stringify([answer.body, ...log])).not.toContain('Lovelace');
});

test('a sub_id that is a credential: 400 in an order, dropped on a buy link', async () => {
  for (const secret of CREDENTIALS) {
    const refused = (await ask(order(() => ({ sub_id: secret }))(secret))).json();
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ field: 'sub_id' }] });
    const fields = () => ({ ...buying, ref: 'abc', sub_id: secret, attempt: BODY.slice(0, 20) });
    const bought = await ask(form(`/buy/${EVENT}`, fields)(secret));
    expect(bought.statusCode).toBe(303);
  }
  expect(await api.ctx.sql`SELECT sub_id FROM orders WHERE sub_id IS NOT NULL`).toEqual([]);
  expect((await api.ctx.sql`SELECT 1 FROM orders`).length).toBeGreaterThan(0);
  const kept = (await ask(order(() => ({ sub_id: 'tt_test_summer.mail' }))(''))).json();
  expect(kept).toMatchObject({ sub_id: 'tt_test_summer.mail' });
});

describe('two keys at once', () => {
  const paths = ['/v1/feeds/events.json', '/v1/mcp', '/api/v1/feeds/events.csv'];
  test.each(paths)('%s: different ones are refused, the same one twice is not', async (path) => {
    const other = await api.newKey({ kind: 'test' });
    const both = (second: string) => ask({ url: `${path}?key=${second}`, headers: bearer(key) });
    const refused = await both(other.key);
    expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ field: 'key' }] });
    expect(refused.body).not.toContain(other.key);
    expect((await both(website.key)).statusCode).toBe(400);
    expect((await both(key.key)).statusCode).toBe(200);
  });
});

import { createTestApi, type TestApi, WEBSITE } from '../../support/api.js';
import { counts, forgetCounts, postSignal, seedTracked } from '../../support/data/track.js';

let api: TestApi;
let eventId: string;
let sampleId: string;

beforeAll(async () => {
  api = await createTestApi({ context: { env: { TRUSTED_PROXIES: '127.0.0.1' } } });
  ({ eventId, sampleId } = await seedTracked(api));
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

/** Each call from an address of its own, so that limits do not meet. */
let caller = 0;
const from = () => ({ 'x-forwarded-for': `198.51.${++caller >> 8}.${caller & 255}` });
const onSite = () => ({ origin: WEBSITE, ...from() });

describe('204 and counted', () => {
  test.each<[string, () => unknown, object]>([
    ['an impression', () => ({ type: 'impression', shown: 12 }), { impressions: 1, shown: 12, eventId: '' }],
    ['an impression of nothing', () => ({ type: 'impression', shown: 0 }), { impressions: 1, shown: 0 }],
    ['an impression of one event', () => ({ type: 'impression', event_id: eventId }), { impressions: 1 }],
    ['a view', () => ({ type: 'event_view', event_id: eventId }), { views: 1, clicks: 0 }],
    ['a click', () => ({ type: 'event_click', event_id: eventId, view: 'page-load_1' }), { clicks: 1, views: 0 }],
  ])('%s', async (_name, body, expected) => {
    const answer = await postSignal(api, {
      body: { ...(body() as object), key: api.keys.website.key },
      headers: onSite(),
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(await counts(api)).toEqual([expect.objectContaining({ ...expected, keyId: api.keys.website.id })]);
  });

  test('a beacon: text/plain, at the second address, the page named by Referer', async () => {
    const answer = await postSignal(api, {
      body: { type: 'event_view', event_id: eventId, key: api.keys.website.key },
      headers: { 'content-type': 'text/plain;charset=UTF-8', referer: `${WEBSITE}/music?page=2`, ...from() },
      base: '/api/v1',
    });
    expect(answer.statusCode).toBe(204);
    expect(await counts(api)).toHaveLength(1);
  });

  test('a test key from anywhere, for samples', async () => {
    const body = { type: 'event_click', event_id: sampleId, key: api.keys.test.key };
    expect((await postSignal(api, { body, headers: { origin: 'https://other.example', ...from() } })).statusCode).toBe(
      204,
    );
    expect((await postSignal(api, { body, headers: from() })).statusCode).toBe(204);
    expect(await counts(api)).toEqual([expect.objectContaining({ eventId: sampleId, clicks: 2 })]);
  });

  test('repeats of one page load once, for each type and event', async () => {
    const key = api.keys.website.key;
    const signals = [
      { type: 'impression', shown: 3, key, view: 'load-0001' },
      { type: 'event_view', event_id: eventId, key, view: 'load-0001' },
      { type: 'event_click', event_id: eventId, key, view: 'load-0001' },
      { type: 'event_view', event_id: eventId, key, view: 'load-0002' },
    ];
    for (const body of [...signals, ...signals, ...signals]) await postSignal(api, { body, headers: onSite() });
    expect(await counts(api)).toEqual([
      expect.objectContaining({ eventId: '', impressions: 1, shown: 3 }),
      expect.objectContaining({ eventId, views: 2, clicks: 1 }),
    ]);
  });

  test('without `view`, every signal', async () => {
    const body = { type: 'event_view', event_id: eventId, key: api.keys.website.key };
    for (let i = 0; i < 3; i++) await postSignal(api, { body, headers: onSite() });
    expect(await counts(api)).toEqual([expect.objectContaining({ views: 3 })]);
  });
});

describe('204 and accepted without counting', () => {
  const view = () => ({ type: 'event_view', event_id: eventId });
  test.each<[string, () => object, () => Record<string, string>]>([
    ['no key', view, onSite],
    ['an unknown key', () => ({ ...view(), key: `tt_pk_live_${'a'.repeat(40)}` }), onSite],
    ['something that is no key', () => ({ ...view(), key: 'hello' }), onSite],
    ['an access token', () => ({ ...view(), key: `tt_at_${'a'.repeat(40)}` }), onSite],
    [
      'a foreign page',
      () => ({ ...view(), key: api.keys.website.key }),
      () => ({ origin: 'https://evil.example', ...from() }),
    ],
    [
      'a page whose name only ends alike',
      () => ({ ...view(), key: api.keys.website.key }),
      () => ({ origin: 'https://evilshop.example', ...from() }),
    ],
    ['no page', () => ({ ...view(), key: api.keys.website.key }), from],
    ['a sandboxed page', () => ({ ...view(), key: api.keys.website.key }), () => ({ origin: 'null', ...from() })],
    ['a real event with a test key', () => ({ ...view(), key: api.keys.test.key }), from],
    [
      'a sample with a website key',
      () => ({ type: 'event_view', event_id: sampleId, key: api.keys.website.key }),
      onSite,
    ],
    [
      'an event that does not exist',
      () => ({ type: 'event_view', event_id: 'evt_none', key: api.keys.website.key, view: 'load-0009' }),
      onSite,
    ],
  ])('%s', async (_name, body, headers) => {
    expect((await postSignal(api, { body: body(), headers: headers() })).statusCode).toBe(204);
    expect(await counts(api)).toEqual([]);
    expect(await api.ctx.sql`SELECT FROM signals_seen`).toHaveLength(0);
  });

  test('a revoked key', async () => {
    const { key, id } = await api.newKey({ kind: 'test' });
    await api.ctx.sql`UPDATE api_keys SET revoked_at = ${api.ctx.clock.now()} WHERE id = ${id}`;
    const body = { type: 'event_view', event_id: sampleId, key };
    expect((await postSignal(api, { body, headers: from() })).statusCode).toBe(204);
    expect(await counts(api)).toEqual([]);
  });
});

describe('400', () => {
  const deep = `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`;
  test.each<[string, unknown, string, string | undefined]>([
    ['no body', '', 'invalid_request', 'body'],
    ['no object', '[]', 'invalid_request', 'body'],
    ['broken JSON', '{"type":', 'invalid_request', 'body'],
    ['no type', {}, 'invalid_request', 'type'],
    ['an unknown type', { type: 'hover' }, 'invalid_request', 'type'],
    ['type in capitals', { type: 'EVENT_VIEW', event_id: 'evt_a' }, 'invalid_request', 'type'],
    ['a view without event', { type: 'event_view' }, 'invalid_request', 'event_id'],
    ['a click without event', { type: 'event_click' }, 'invalid_request', 'event_id'],
    ['an empty event', { type: 'event_click', event_id: '' }, 'invalid_request', 'event_id'],
    ['an event that is no text', { type: 'event_click', event_id: 7 }, 'invalid_request', 'event_id'],
    ['shown below 0', { type: 'impression', shown: -1 }, 'invalid_request', 'shown'],
    ['shown over 100', { type: 'impression', shown: 101 }, 'invalid_request', 'shown'],
    ['half an event shown', { type: 'impression', shown: 1.5 }, 'invalid_request', 'shown'],
    ['shown as text', { type: 'impression', shown: '3' }, 'invalid_request', 'shown'],
    ['shown with a view', { type: 'event_view', event_id: 'evt_a', shown: 3 }, 'invalid_request', 'shown'],
    ['view too short', { type: 'impression', view: 'abcdefg' }, 'invalid_request', 'view'],
    ['view too long', { type: 'impression', view: 'a'.repeat(65) }, 'invalid_request', 'view'],
    ['view with other characters', { type: 'impression', view: 'abc def gh' }, 'invalid_request', 'view'],
    ['a key that is no text', { type: 'impression', key: 1 }, 'invalid_request', 'key'],
    ['an unknown field', { type: 'impression', page: 'https://shop.example/' }, 'invalid_request', 'body'],
    ['a prototype', '{"type":"impression","__proto__":{"shown":1}}', 'invalid_request', 'body'],
    ['too deep', deep, 'invalid_request', 'body'],
    ['a NUL', { type: 'impression', key: 'a\0b' }, 'invalid_request', 'key'],
    ['a purchase', { type: 'purchase', amount: 12 }, 'signal_type_refused', undefined],
    ['a refund', { type: 'refund', event_id: 'evt_a' }, 'signal_type_refused', undefined],
    ['a reward', { type: 'reward' }, 'signal_type_refused', undefined],
    ['a conversion', { type: 'Conversion' }, 'signal_type_refused', undefined],
    ['a server key', { type: 'impression', key: `tt_sk_live_${'a'.repeat(40)}` }, 'server_key_refused', undefined],
    [
      'a server key as view',
      { type: 'impression', view: `tt_sk_live_${'a'.repeat(40)}` },
      'server_key_refused',
      undefined,
    ],
  ])('%s', async (_name, body, code, field) => {
    for (const type of ['application/json', 'text/plain']) {
      const answer = await postSignal(api, { body, headers: { ...from(), 'content-type': type } });
      expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      if (field) expect(answer.json().errors).toEqual(expect.arrayContaining([expect.objectContaining({ field })]));
      expect(answer.body).not.toContain('tt_sk_');
    }
  });

  test('a key in the address', async () => {
    const url = `/v1/track?key=${api.keys.website.key}`;
    const answer = await api.app.inject({ method: 'POST', url, headers: onSite(), payload: { type: 'impression' } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'key_in_url']);
  });
});

test('413 for a body over 64 KB, 415 for a form, 405 for GET', async () => {
  const large = await postSignal(api, { body: { type: 'impression', key: 'a'.repeat(70_000) }, headers: from() });
  expect(large.statusCode).toBe(413);
  const form = await postSignal(api, {
    body: 'type=impression',
    headers: { ...from(), 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.statusCode).toBe(415);
  const get = await api.app.inject({ method: 'GET', url: '/v1/track' });
  expect([get.statusCode, get.headers.allow]).toEqual([405, 'POST, OPTIONS']);
});

test('any page may call it and read the answer', async () => {
  const asked = {
    origin: 'https://anywhere.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  const preflight = await api.app.inject({ method: 'OPTIONS', url: '/v1/track', headers: asked });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
  });
  expect(preflight.headers['access-control-allow-headers']).toContain('Content-Type');
  for (const body of [{ type: 'impression' }, { type: 'purchase' }]) {
    const answer = await postSignal(api, { body, headers: { origin: 'https://anywhere.example', ...from() } });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  }
});

test('300 a minute from one address, then 429', async () => {
  const headers = from();
  for (let i = 0; i < 300; i++) {
    expect((await postSignal(api, { body: { type: 'impression' }, headers })).statusCode).toBe(204);
  }
  const answer = await postSignal(api, { body: { type: 'impression' }, headers });
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'rate_limited']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await postSignal(api, { body: { type: 'impression' }, headers: from() })).statusCode).toBe(204);
});

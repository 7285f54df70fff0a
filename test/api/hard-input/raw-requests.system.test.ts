import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { expectRawProblem, headerOf, type RawAnswer, sendRaw } from '../../support/read/raw-exchange.js';
import type { ApiProcess } from '../../support/system/api-process.js';
import { isAlive, readMetric, spawnApi, stopApi } from '../../support/system/api-process.js';

let api: TestApi;
let server: ApiProcess;
let key: string;
const others = { stop: false, served: 0, ended: Promise.resolve() };

beforeAll(async () => {
  api = await createTestApi();
  server = await spawnApi(api.ctx, {}, { headersTimeout: 700, requestTimeout: 1_200 });
  key = (await api.newKey({ kind: 'test', rateLimit: 100_000 })).key;
  others.ended = serveOthers(await api.newKey({ kind: 'server', rateLimit: 1_000_000 }));
});
afterAll(async () => {
  await stopApi(server);
  await api.close();
});

/** Another client, which must be answered all the time. */
async function serveOthers(somebody: { key: string }): Promise<void> {
  while (!others.stop) {
    const answer = await fetch(`${server.origin}/v1/categories`, { headers: bearer(somebody) });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`somebody else was answered ${answer.status}`);
    others.served++;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const HOST = 'Host: api.example\r\n';
const CLOSE = 'Connection: close\r\n';
const head = (line: string, headers = ''): string =>
  `${line}\r\n${HOST}Authorization: Bearer ${key}\r\n${CLOSE}${headers}\r\n`;
const get = (target: string, headers = '') => head(`GET ${target} HTTP/1.1`, headers);
const post = (headers: string, body: string) =>
  head('POST /v1/orders HTTP/1.1', `Content-Type: application/json\r\nIdempotency-Key: raw-0001\r\n${headers}`) + body;

async function only(bytes: string | Buffer): Promise<RawAnswer> {
  const answers = await sendRaw(server.port, bytes);
  expect(answers).toHaveLength(1);
  return answers[0] as RawAnswer;
}

describe('400 invalid_request', () => {
  test.each<[string, () => string | Buffer]>([
    [
      'Content-Length and Transfer-Encoding',
      () => post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    ],
    [
      'Transfer-Encoding and Content-Length',
      () => post('Transfer-Encoding: chunked\r\nContent-Length: 3\r\n', '0\r\n\r\n'),
    ],
    ['two transfer codings, the last not chunked', () => post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n')],
    ['a transfer coding nobody knows', () => post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n')],
    ['a transfer coding without chunks', () => post('Transfer-Encoding: gzip\r\n', '0\r\n\r\n')],
    ['no transfer coding by name', () => post('Transfer-Encoding: identity\r\n', '')],
    [
      'a transfer coding without chunks at an unknown path',
      () => `POST /nowhere HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n`,
    ],
    [
      'a transfer coding without chunks and no key',
      () => `POST /v1/orders HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n{}`,
    ],
    ['two lengths', () => post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}')],
    ['a list of lengths', () => post('Content-Length: 2, 2\r\n', '{}')],
    ['a length below zero', () => post('Content-Length: -1\r\n', '{}')],
    ['a length with a sign', () => post('Content-Length: +2\r\n', '{}')],
    ['a hexadecimal length', () => post('Content-Length: 0x2\r\n', '{}')],
    ['a length beyond all numbers', () => post('Content-Length: 99999999999999999999\r\n', '{}')],
    ['a chunk size that is no number', () => post('Transfer-Encoding: chunked\r\n', 'ZZ\r\n')],
    ['a chunk size below zero', () => post('Transfer-Encoding: chunked\r\n', '-1\r\n')],
    ['a chunk size beyond all numbers', () => post('Transfer-Encoding: chunked\r\n', 'FFFFFFFFFFFFFFFFF\r\n')],
    ['a chunk longer than its size', () => post('Transfer-Encoding: chunked\r\n', '2\r\n{}XX0\r\n\r\n')],
    ['chunks parted by bare LF', () => post('Transfer-Encoding: chunked\r\n', '2\n{}\n0\n\n')],
    ['endless chunk extensions', () => post('Transfer-Encoding: chunked\r\n', `2;${'x'.repeat(17_000)}\r\n{}\r\n`)],
    ['chunks in HTTP/1.0', () => `${head('POST /v1/orders HTTP/1.0', 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`],
    ['an expectation nobody knows', () => post('Expect: magic\r\nContent-Length: 2\r\n', '{}')],
    ['two Host headers', () => get('/v1/events', 'Host: other.example\r\n')],
    ['the same Host twice', () => get('/v1/events', HOST)],
    ['no Host', () => `GET /v1/events HTTP/1.1\r\n${CLOSE}\r\n`],
    ['a Host that is none', () => `GET /v1/events HTTP/1.1\r\nHost: a b/c\r\n${CLOSE}\r\n`],
    ['two keys', () => get('/v1/events', 'Authorization: Bearer tt_test_other\r\n')],
    ['a target without a slash', () => get('v1/events')],
    ['the target of a proxy for somebody else', () => get('ftp://api.example/v1/events')],
    ['an authority for a target', () => get('api.example:80')],
    ['* for a target', () => get('*')],
    ['%ZZ in the path', () => get('/v1/%ZZ')],
    ['%ZZ for an id', () => get('/v1/events/%ZZ')],
    ['%ZZ in the query', () => get('/v1/events?city=%ZZ')],
    ['a raw NUL in the path', () => get('/v1/\0events')],
    ['an escaped NUL for an id', () => get('/v1/events/%00')],
    ['a space in the path', () => get('/v1/ev ents')],
    ['a tab in the query', () => get('/v1/events?city=a\tb')],
    ['unescaped bytes', () => Buffer.from(get('/v1/events?city=Köln'))],
    ['a NUL in a header', () => get('/v1/events', 'X-A: a\0b\r\n')],
    ['a folded header', () => get('/v1/events', 'X-A: b\r\n c\r\n')],
    ['a space before the colon', () => get('/v1/events', 'X-A : b\r\n')],
    ['lines parted by bare LF', () => get('/v1/events').replaceAll('\r\n', '\n')],
    ['one bare LF', () => get('/v1/events', 'X-A: b\n')],
    ['a bare CR', () => get('/v1/events', 'X-A: b\rX-B: c\r\n')],
    ['HTTP/0.9', () => 'GET /v1/events\r\n\r\n'],
    ['HTTP/1.2', () => head('GET /v1/events HTTP/1.2')],
    ['HTTP/2.0', () => head('GET /v1/events HTTP/2.0')],
    ['HTTP/9.9', () => head('GET /v1/events HTTP/9.9')],
  ])('%s', async (_what, bytes) => {
    expectRawProblem(await only(bytes()), 'invalid_request');
  });
});

describe('other refusals', () => {
  test('413: a body whose length says that it is too long, and a body that becomes too long', async () => {
    expectRawProblem(await only(post('Content-Length: 10000000\r\n', '{}')), 'body_too_large');
    const chunked = post('Transfer-Encoding: chunked\r\n', `11000\r\n${'x'.repeat(0x11000)}\r\n0\r\n\r\n`);
    expectRawProblem(await only(chunked), 'body_too_large');
  });

  test('414: an address too long, within the head’s limit and beyond it, and an endless id', async () => {
    for (const target of [`/v1/events?city=${'x'.repeat(9_000)}`, `/v1/events?city=${'x'.repeat(40_000)}`]) {
      expectRawProblem(await only(get(target)), 'uri_too_long');
    }
    expectRawProblem(await only(get(`/v1/events/${'x'.repeat(9_000)}`)), 'uri_too_long');
  });

  test('415: gzip as body, as transfer coding', async () => {
    expectRawProblem(
      await only(post('Content-Encoding: gzip\r\nContent-Length: 2\r\n', '{}')),
      'unsupported_media_type',
    );
    const coded = post('Transfer-Encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n');
    expectRawProblem(await only(coded), 'unsupported_media_type');
  });

  test('431: a header of 20 KB, a thousand headers, trailers without end', async () => {
    expectRawProblem(await only(get('/v1/events', `X-A: ${'x'.repeat(20_480)}\r\n`)), 'headers_too_large');
    const many = Array.from({ length: 3_000 }, (_, i) => `X-${i}: b\r\n`).join('');
    expectRawProblem(await only(get('/v1/events', many)), 'headers_too_large');
    // Short enough to fit, and more than are read: what stands behind them would be lost.
    const tiny = 'a:\r\n'.repeat(1_000);
    expectRawProblem(
      await only(get('/v1/events', `${tiny}Authorization: Bearer tt_test_other\r\n`)),
      'headers_too_large',
    );
    expect((await only(get('/v1/categories', 'a:\r\n'.repeat(900)))).status).toBe(200);
    const trailers = post('Transfer-Encoding: chunked\r\n', `2\r\n{}\r\n0\r\nX-T: ${'x'.repeat(20_000)}\r\n\r\n`);
    expectRawProblem(await only(trailers), 'headers_too_large');
  });

  test('408: a head that never ends, a body that never ends, a connection on which nothing is said', async () => {
    for (const bytes of ['GET /v1/eve', post('Content-Length: 10\r\n', '{'), '']) {
      expectRawProblem(await only(bytes), 'request_timeout');
    }
  });

  test.each(['TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'DELETE'])('405: %s, counted like any call', async (method) => {
    const answer = await only(head(`${method} /v1/events HTTP/1.1`));
    expect(expectRawProblem(answer, 'method_not_allowed').allowed).toEqual(['GET', 'HEAD', 'OPTIONS']);
    expect(headerOf(answer, 'allow')).toBe('GET, HEAD, OPTIONS');
    expect(headerOf(answer, 'ratelimit-limit')).toBe('100000');
    expect(headerOf(answer, 'access-control-allow-origin')).toBe('*');
  });

  test.each(['CONNECT api.example:443', 'FOO /v1/events', 'get /v1/events'])('405: %s', async (line) => {
    const answer = await only(head(`${line} HTTP/1.1`));
    expect(expectRawProblem(answer, 'method_not_allowed').allowed).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS']);
  });

  test.each([
    '//v1/categories',
    '/v1//categories',
    '//evil.example/v1/categories',
    '/v1/../v1/categories',
    '/v1/%2e%2e/v1',
  ])('404: %s', async (target) => {
    expectRawProblem(await only(get(target)), 'not_found');
  });
});

describe('answers', () => {
  test('200: whole addresses, whosever they are', async () => {
    for (const target of ['http://api.example/v1/categories', 'HTTPS://other.example:99/v1/categories?country=DE']) {
      expect(JSON.parse((await only(get(target))).body)).toMatchObject({ object: 'list', mode: 'test' });
    }
    expect((await only(get('http://api.example'))).status).toBe(200);
    expectRawProblem(await only(get(`http://api.example/v1/events?key=${key}`)), 'key_in_url');
  });

  test('200: HTTP/1.0, blank lines first, an upgrade that is not offered, a body on GET', async () => {
    expect((await only(`GET /v1/categories HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`)).status).toBe(200);
    expect((await only(`\r\n\r\n${get('/v1/categories')}`)).status).toBe(200);
    expect((await only(get('/v1/categories', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'))).status).toBe(200);
    expect((await only(`${get('/v1/categories', 'Content-Length: 5\r\n')}hello`)).status).toBe(200);
  });

  test('204: OPTIONS of the server itself', async () => {
    const answer = await only(`OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`);
    expect([answer.status, headerOf(answer, 'allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });

  test('100 first, where the caller waits for it', async () => {
    const answers = await sendRaw(server.port, post('Expect: 100-continue\r\nContent-Length: 2\r\n', '{}'));
    expect(answers.map(({ status }) => status)).toEqual([100, 400]);
    expectRawProblem(answers[1] as RawAnswer, 'invalid_request');
  });

  test('one after the other, in order, where several calls are sent at once', async () => {
    const open = (target: string) => get(target).replace(CLOSE, '');
    const bytes = open('/v1/categories') + open('/v1/events?limit=x') + open('/v1/locations') + get('/healthz');
    const answers = await sendRaw(server.port, bytes);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200]);
    expect(answers.map(({ body }) => Object.keys(JSON.parse(body))[2])).toEqual([
      'categories',
      'status',
      'locations',
      // The answer of `/healthz`, after its status and version.
      'commit',
    ]);
  });

  test('a fault behind a whole call is reported after its answer, not in its place', async () => {
    const answers = await sendRaw(server.port, `${get('/v1/categories').replace(CLOSE, '')}GARBAGE\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expectRawProblem(answers[1] as RawAnswer, 'invalid_request');
  });

  test('a call that was refused before its body ended gets no second answer when the body never ends', async () => {
    for (const target of ['/nowhere', '/v1/events']) {
      const answer = await only(`POST ${target} HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\n{`);
      expect(answer.status).toBe(target === '/nowhere' ? 404 : 405);
    }
  });

  test('after a message whose frame is in doubt nothing more is read', async () => {
    const twice = get('/v1/events', HOST).replace(CLOSE, '') + get('/v1/categories');
    expectRawProblem(await only(twice), 'invalid_request');
  });
});

test('the process lived through all of it, others were served, and operators can see the refusals', async () => {
  others.stop = true;
  await others.ended;
  expect(others.served).toBeGreaterThan(0);
  expect(isAlive(server)).toBe(true);
  const refused = (code: string) => readMetric(server, `partner_events_http_connections_refused_total{code="${code}"}`);
  for (const code of [
    'invalid_request',
    'uri_too_long',
    'headers_too_large',
    'request_timeout',
    'method_not_allowed',
  ]) {
    expect(await refused(code)).toBeGreaterThan(0);
  }
  expect(server.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect(server.log.join('\n')).not.toContain(key);
});

import { connect } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';
import { getOverTls, listen, SERVICE, shakeHands, TLS_ENV } from '../../support/tls-api.js';

let api: TestApi;
let secure: TestApi;
let port: number;
let securePort: number;
beforeAll(async () => {
  api = await createTestApi({ context: { env: { TRUSTED_PROXIES: '10.0.0.0/8' } } });
  await refreshSamples(api.ctx);
  secure = await createTestApi({ context: { env: TLS_ENV } });
  [port, securePort] = await Promise.all([listen(api.app), listen(secure.app)]);
});
afterAll(() => Promise.all([api.close(), secure.close()]));

/** A server's answer to bytes, to the end of the connection. */
function say(bytes: string, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (piece) => {
      said += piece.toString('latin1');
    });
    socket.once('close', () => resolve(said)).once('error', reject);
  });
}

const html = { accept: 'text/html' };

describe('X-Content-Type-Options', () => {
  const key = () => bearer(api.keys.test);
  test.each<[string, string, number, () => object]>([
    ['a keyed answer', '/v1/events', 200, () => ({ headers: key() })],
    ['HEAD', '/v1/events', 200, () => ({ method: 'HEAD', headers: key() })],
    ['304', '/v1/events', 304, () => ({ headers: { ...key(), 'if-none-match': '*' } })],
    ['204', '/v1/track', 204, () => ({ method: 'POST', payload: { type: 'impression' } })],
    ['a preflight', '/v1/events', 204, () => ({ method: 'OPTIONS' })],
    ['a refusal', '/v1/events', 401, () => ({})],
    ['an unknown path', '/nowhere', 404, () => ({})],
    ['a wrong method', '/v1/events', 405, () => ({ method: 'DELETE' })],
    ['a path that cannot be decoded', '/v1/events/%ZZ', 400, () => ({})],
    ['OAuth', '/v1/oauth/token', 401, () => ({ method: 'POST' })],
    ['the demo', '/v1/demo/events', 200, () => ({})],
    ['JSON Feed', '/v1/feeds/events.json', 200, () => ({ headers: key() })],
    ['RSS', '/v1/feeds/events.rss', 200, () => ({ headers: key() })],
    ['CSV', '/v1/feeds/events.csv', 200, () => ({ headers: key() })],
    ['iCalendar', '/v1/feeds/events.ics', 200, () => ({ headers: key() })],
    ['the landing page', '/', 200, () => ({})],
    ['a problem page', '/problems/busy', 200, () => ({})],
    ['an error page', '/e/evt_none', 404, () => ({ headers: html })],
    ['a buy page', '/buy/evt_test_berlin_jazz_night', 200, () => ({})],
    ['health', '/healthz', 200, () => ({})],
    ['the document', '/openapi.json', 200, () => ({})],
    ['the documentation', '/docs/', 200, () => ({})],
    ['a page of it', '/docs/reference/events', 200, () => ({})],
    ['a file of it', '/docs/assets/any/docs.css', 200, () => ({})],
  ])('%s: %s is %d with nosniff', async (_what, url, status, options) => {
    const answer = await api.app.inject({ url, ...options() });
    expect([answer.statusCode, answer.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
  });

  test.each<[string, string, number]>([
    ['what is no HTTP', 'nonsense\r\n\r\n', 400],
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['headers too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['another version', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('written to the connection itself: %s', async (_what, bytes, status) => {
    const said = await say(bytes);
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(said.split('\r\n\r\n')[0]).toMatch(/\r\nx-content-type-options: nosniff/i);
    expect(said).not.toMatch(/strict-transport/i);
  });
});

test('the documentation names itself to no other site', async () => {
  for (const url of [
    '/docs',
    '/docs/',
    '/docs/webhooks',
    '/docs/webhooks.md',
    '/docs/search.json',
    '/docs/assets/any/docs.css',
  ]) {
    expect({ url, policy: (await api.app.inject(url)).headers['referrer-policy'] }).toEqual({
      url,
      policy: 'no-referrer',
    });
  }
});

test.each([
  ...[
    '/',
    '/docs/',
    '/e/evt_none',
    '/nowhere',
    '/buy/evt_test_berlin_jazz_night',
    '/problems/busy',
    '/dashboard',
    '/dashboard/nowhere',
  ],
  ...['/checkout/none', '/tickets/none', '/sandbox', '/dev/mail'],
])('%s: a page may use no camera, microphone or position', async (url) => {
  const answer = await api.app.inject({ url, headers: html });
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(answer.headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
});

test('no folder of the dashboard is listed, and none is there', async () => {
  for (const url of ['/dashboard/assets/', '/dashboard/assets', '/dashboard/assets/none.js']) {
    expect([url, (await api.app.inject(url)).statusCode]).toEqual([url, 404]);
  }
});

describe('limit headers', () => {
  test.each([
    ['/v1/demo/events', {}],
    ['/v1/demo/events', { 'if-none-match': '*' }],
    ['/v1/demo/events/evt_test_berlin_jazz_night', {}],
    ['/v1/demo/categories', {}],
    ['/v1/demo/locations', {}],
    ['/v1/demo/locations?limit=0', {}],
    ['/api/v1/demo/events', {}],
  ])('%s with %j: no shared cache may keep one visitor’s', async (url, headers) => {
    const answer = await api.app.inject({ url, headers });
    expect(answer.headers['ratelimit-remaining']).toMatch(/^\d+$/);
    expect(answer.headers['cache-control']).toMatch(/^(private|no-store)$/);
  });
});

describe('Strict-Transport-Security', () => {
  const YEAR = 'max-age=31536000';
  const of = async (headers: Record<string, string>, remoteAddress = '10.0.0.9') =>
    (await api.app.inject({ url: '/healthz', headers, remoteAddress })).headers['strict-transport-security'];

  test('over the service’s own TLS, also on errors and on input that is no HTTP', async () => {
    const key = secure.keys.test;
    for (const url of ['/v1/categories', '/v1/nowhere', '/v1/events/%ZZ']) {
      expect((await getOverTls({ port: securePort, key, url })).headers['strict-transport-security']).toBe(YEAR);
    }
    const socket = await shakeHands(securePort);
    const said = await new Promise<string>((resolve) =>
      socket.once('data', (bytes) => resolve(bytes.toString())).write('x\r\n\r\n'),
    );
    socket.destroy();
    expect(said).toContain(`\r\nStrict-Transport-Security: ${YEAR}\r\n`);
  });

  test('behind a trusted proxy that ended TLS, and not behind any other', async () => {
    expect(await of({ 'x-forwarded-proto': 'https' })).toBe(YEAR);
    expect(await of({ 'x-forwarded-proto': 'http' })).toBeUndefined();
    expect(await of({})).toBeUndefined();
    expect(await of({ 'x-forwarded-proto': 'https' }, '192.0.2.1')).toBeUndefined();
  });

  test('as long as HSTS_MAX_AGE says, or not at all', async () => {
    for (const [age, value] of [
      ['600', 'max-age=600'],
      ['0', undefined],
    ] as const) {
      const other = await createTestApi({ context: { env: { TRUSTED_PROXIES: '10.0.0.0/8', HSTS_MAX_AGE: age } } });
      const headers = { 'x-forwarded-proto': 'https' };
      const answer = await other.app.inject({ url: '/healthz', headers, remoteAddress: '10.0.0.9' });
      expect(answer.headers['strict-transport-security']).toBe(value);
      await other.close();
    }
  });
});

describe('TLS 1.2', () => {
  const shake = (options: ConnectionOptions, to = securePort): Promise<TLSSocket> =>
    new Promise((resolve, reject) => {
      const options12 = { host: '127.0.0.1', port: to, rejectUnauthorized: false, maxVersion: 'TLSv1.2', ...options };
      const socket = connectTls(options12 as ConnectionOptions, () => resolve(socket));
      socket.on('error', reject);
    });
  let rsa: TestApi;
  let rsaPort: number;
  beforeAll(async () => {
    const made = makeCertificate({ name: 'localhost', rsa: 2048 });
    rsa = await createTestApi({ context: { env: { TLS_CERT: made.pem, TLS_KEY: made.key } } });
    rsaPort = await listen(rsa.app);
  });
  afterAll(() => rsa.close());

  test.each([
    ...['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'AES128-SHA', 'AES256-SHA', 'AES256-SHA256'],
    ...['ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA384'],
    'DHE-RSA-AES128-GCM-SHA256',
  ])('no handshake with %s', async (ciphers) => {
    await expect(shake({ ciphers }, rsaPort)).rejects.toThrow(/handshake failure/i);
  });

  test.each(['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA', 'ECDHE-ECDSA-AES128-SHA256'])(
    'nor with %s',
    async (ciphers) => {
      await expect(shake({ ciphers })).rejects.toThrow(/handshake failure/i);
    },
  );

  test('the remaining ciphers work, and TLS 1.3 before them', async () => {
    for (const [ciphers, to] of [
      ['ECDHE-RSA-AES128-GCM-SHA256', rsaPort],
      ['ECDHE-RSA-AES256-GCM-SHA384', rsaPort],
      ['ECDHE-RSA-CHACHA20-POLY1305', rsaPort],
      ['ECDHE-ECDSA-AES128-GCM-SHA256', securePort],
      ['ECDHE-ECDSA-CHACHA20-POLY1305', securePort],
    ] as const) {
      const socket = await shake({ ciphers }, to);
      expect([socket.getProtocol(), socket.getCipher().name]).toEqual(['TLSv1.2', ciphers]);
      socket.destroy();
    }
    const newest = await shake({ maxVersion: 'TLSv1.3', ca: SERVICE.pem });
    expect(newest.getProtocol()).toBe('TLSv1.3');
    newest.destroy();
  });
});

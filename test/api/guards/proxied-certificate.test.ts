import { allow, BASES, call, clientCert, pin, verdict } from '../../support/access/guarded.js';
import { bearer, createTestApi, probeRoutes, type TestApi } from '../../support/api.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';
import { expectProblem } from '../../support/problem.js';

/** Certificates that a trusted proxy forwards (RFC 9440). */
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { TRUSTED_PROXIES: '10.0.0.0/8,::1' } },
  });
});
afterAll(() => api.close());

const PROXY = '10.1.1.1';
const mine = makeCertificate({ name: 'mine' });
const another = makeCertificate({ name: 'another' });

async function pinnedKey(kind: 'test' | 'server' = 'server') {
  const key = await api.newKey({ kind });
  await pin(api, key, mine);
  return key;
}

test('certificate_required and certificate_mismatch, 403 at both base addresses', async () => {
  const key = await pinnedKey();
  for (const base of BASES) {
    const url = `${base}/probe`;
    expect(await verdict(api, { key, url, remote: PROXY, headers: clientCert(mine) })).toBe('ok');
    const none = expectProblem(await call(api, { key, url, remote: PROXY }), 'certificate_required');
    const wrong = await call(api, { key, url, remote: PROXY, headers: clientCert(another) });
    const mismatch = expectProblem(wrong, 'certificate_mismatch');
    expect([none.status, mismatch.status]).toEqual([403, 403]);
    // The answer names the caller's own certificate of the two.
    expect(mismatch.detail).toContain(another.fingerprint);
    expect(wrong.body).not.toContain(mine.fingerprint);
  }
});

test('every endpoint with a key is held to it: 403 before anything else about the key or the request is revealed', async () => {
  const key = await pinnedKey('test');
  const urls = ['/v1/events', '/v1/events/evt_x', '/v1/categories', '/v1/earnings', '/v1/settlements', '/v1/offers'];
  for (const url of [...urls, '/v1/orders/ord_x', '/v1/events/evt_x/tickets', '/v1/bulk/bfs_abcdef.csv.gz']) {
    expect([url, await verdict(api, { key, url })]).toEqual([url, 'certificate_required']);
  }
  const order = { method: 'POST' as const, url: '/v1/orders', headers: bearer(key), payload: {} };
  expectProblem(await api.app.inject(order), 'certificate_required');
  expect(await verdict(api, { key, url: '/v1/probe?city=' })).toBe('certificate_required');
});

test('the header counts from trusted proxies only', async () => {
  const key = await pinnedKey();
  for (const remote of [PROXY, '::ffff:10.1.1.1', '::1']) {
    expect(await verdict(api, { key, remote, headers: clientCert(mine) })).toBe('ok');
  }
  for (const remote of ['198.51.100.1', '127.0.0.1', '::ffff:198.51.100.1', '11.0.0.1']) {
    expect(await verdict(api, { key, remote, headers: clientCert(mine) })).toBe('certificate_required');
    // Nor does claiming to come through a proxy help.
    const headers = { ...clientCert(mine), 'x-forwarded-for': PROXY };
    expect(await verdict(api, { key, remote, headers })).toBe('certificate_required');
  }
});

test.each([
  ['PEM as nginx escapes it', () => encodeURIComponent(mine.pem)],
  ['base64 without colons', () => mine.der.toString('base64')],
  ['a fingerprint', () => `:${Buffer.from(mine.fingerprint, 'hex').toString('base64')}:`],
  ['two headers', () => `:${mine.der.toString('base64')}:, :${mine.der.toString('base64')}:`],
  ['a cut certificate', () => `:${mine.der.subarray(0, -3).toString('base64')}:`],
  ['a longer one', () => `:${Buffer.concat([mine.der, Buffer.from([0])]).toString('base64')}:`],
  ['nothing between the colons', () => '::'],
  ['nothing', () => ''],
])('certificate_mismatch: %s', async (_what, header) => {
  const key = await pinnedKey();
  const headers = { 'client-cert': header() };
  expectProblem(await call(api, { key, remote: PROXY, headers }), 'certificate_mismatch');
});

test('a certificate that is over opens nothing any more', async () => {
  const key = await api.newKey({ kind: 'server' });
  const short = makeCertificate({ until: '2026-11-02T10:00:00Z' });
  await pin(api, key, short);
  const ask = () => call(api, { key, remote: PROXY, headers: clientCert(short) });
  const before = api.ctx.clock.now();
  try {
    api.ctx.clock.set('2026-11-02T09:59:59.999Z');
    expect((await ask()).statusCode).toBe(200);
    api.ctx.clock.set('2026-11-02T10:00:00.000Z');
    expect(expectProblem(await ask(), 'certificate_mismatch').detail).toContain('expired on 2026-11-02T10:00:00.000Z');
  } finally {
    api.ctx.clock.set(before);
  }
});

test('both guards of one key: the certificate first, then the address', async () => {
  const key = await pinnedKey();
  await allow(api, key, ['203.0.113.7'], { remote: PROXY, headers: clientCert(mine) });
  const through = (from: string, headers = {}) =>
    verdict(api, { key, remote: PROXY, headers: { 'x-forwarded-for': from, ...headers } });
  expect(await through('198.51.100.1')).toBe('certificate_required');
  expect(await through('198.51.100.1', clientCert(another))).toBe('certificate_mismatch');
  expect(await through('198.51.100.1', clientCert(mine))).toBe('ip_not_allowed');
  expect(await through('203.0.113.7', clientCert(mine))).toBe('ok');
});

test('refusals are counted apart from the calls of the owner', async () => {
  const key = await api.newKey({ kind: 'server', rateLimit: 2 });
  await pin(api, key, mine);
  const left = ({ headers }: Awaited<ReturnType<typeof call>>) => Number(headers['ratelimit-remaining']);
  const thief = () => call(api, { key, remote: '198.51.100.77' });
  expect(left(await thief())).toBe(1);
  expect(left(await thief())).toBe(0);
  expectProblem(await thief(), 'rate_limited');
  const owner = await call(api, { key, remote: PROXY, headers: clientCert(mine) });
  expect([owner.statusCode, left(owner)]).toEqual([200, 1]);
});

test('a key in the address is refused as that', async () => {
  const key = await pinnedKey();
  expect(await verdict(api, { key, url: `/v1/probe?key=${key.key}` })).toBe('key_in_url');
});

import { connect } from 'node:net';
import { BASES, clientCert, pin } from '../../support/access/guarded.js';
import { bearer, createTestApi, probeRoutes, type TestApi } from '../../support/api.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';
import { converse, getOverTls, listen, shakeHands, TLS_ENV, verdictOverTls } from '../../support/tls-api.js';

/** Certificates on connections that the service ends itself. */
let api: TestApi;
let port: number;
beforeAll(async () => {
  // A proxy is trusted too, but none of these calls comes from it.
  api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { ...TLS_ENV, TRUSTED_PROXIES: '10.0.0.0/8' } },
  });
  port = await listen(api.app);
});
afterAll(() => api.close());

const mine = makeCertificate({ name: 'mine' });
const another = makeCertificate({ name: 'another' });

async function pinnedKey() {
  const key = await api.newKey({ kind: 'server' });
  await pin(api, key, mine);
  return key;
}

test('a self-signed certificate that is pinned opens, none and another do not, at both base addresses', async () => {
  const key = await pinnedKey();
  for (const base of BASES) {
    const call = { port, key, url: `${base}/probe` };
    expect(await verdictOverTls({ ...call, certificate: mine })).toBe('ok');
    expect(await verdictOverTls(call)).toBe('certificate_required');
    const { status, json, headers } = await getOverTls({ ...call, certificate: another });
    expect([status, json.code, headers['ratelimit-limit']]).toEqual([403, 'certificate_mismatch', '600']);
    expect(json.detail).toContain(another.fingerprint);
  }
});

test('other keys and pages need no certificate, and a presented one does not matter', async () => {
  for (const certificate of [undefined, another]) {
    expect(await verdictOverTls({ port, key: api.keys.server, certificate })).toBe('ok');
    expect(await verdictOverTls({ port, key: api.keys.test, certificate })).toBe('ok');
    expect(await verdictOverTls({ port, key: { key: '' }, url: '/healthz', certificate })).toBe('ok');
  }
});

test('a header does not stand in for a certificate', async () => {
  const key = await pinnedKey();
  const headers = { ...clientCert(mine), 'x-forwarded-for': '10.1.1.1' };
  expect(await verdictOverTls({ port, key, headers })).toBe('certificate_required');
  expect(await verdictOverTls({ port, key, headers, certificate: another })).toBe('certificate_mismatch');
  // It does not count against the certificate of the connection.
  expect(await verdictOverTls({ port, key, headers: clientCert(another), certificate: mine })).toBe('ok');
});

test('the certificate without its private key does not shake hands', async () => {
  const stolen = { ...mine, key: another.key };
  await expect(getOverTls({ port, key: api.keys.server, certificate: stolen })).rejects.toThrow();
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a resumed session keeps its certificate, and one without has none: %s',
  async (version) => {
    const key = await pinnedKey();
    for (const certificate of [mine, undefined]) {
      const options = {
        minVersion: version,
        maxVersion: version,
        ...(certificate && { cert: certificate.pem, key: certificate.key }),
      };
      const first = await shakeHands(port, options);
      // With 1.2 it comes with the handshake, with 1.3 after it.
      const session =
        version === 'TLSv1.2' ? first.getSession() : new Promise<Buffer>((resolve) => first.once('session', resolve));
      const expected = certificate ? /^HTTP\/1\.1 200 / : /"certificate_required"/;
      expect(await converse(first, key)).toMatch(expected);
      const second = await shakeHands(port, { ...options, session: await session });
      expect(second.isSessionReused()).toBe(true);
      expect(await converse(second, key)).toMatch(expected);
    }
  },
);

test('TLS 1.1 is not spoken', async () => {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
  await expect(shakeHands(port, old)).rejects.toThrow();
  const socket = await shakeHands(port, { maxVersion: 'TLSv1.2' });
  expect(socket.getProtocol()).toBe('TLSv1.2');
  socket.destroy();
});

test('a client without TLS is disconnected, and others are served', async () => {
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /v1/probe HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
  });
  expect(answer).not.toContain('HTTP/1.1 200');
  expect(await verdictOverTls({ port, key: api.keys.server })).toBe('ok');
});

test('malformed HTTP inside TLS gets the common error body', async () => {
  const socket = await shakeHands(port);
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.once('close', () => resolve(text));
  });
  socket.write('NONSENSE\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_request"/);
});

test('addresses come from the connection', async () => {
  const key = await api.newKey({ kind: 'server' });
  await api.ctx.sql`UPDATE api_keys SET allowed_addresses = '{127.0.0.1/32}' WHERE id = ${key.id}`;
  expect(await verdictOverTls({ port, key })).toBe('ok');
  const answer = await api.app.inject({ url: '/v1/probe', remoteAddress: '127.0.0.2', headers: bearer(key) });
  expect(answer.json()).toMatchObject({ code: 'ip_not_allowed' });
});

import { pin } from '../../support/access/guarded.js';
import { createTestApi, probeRoutes, type TestApi } from '../../support/api.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';
import { getOverTls, listen, TLS_ENV, verdictOverTls } from '../../support/tls-api.js';

/** With `TLS_CLIENT_CA` only certificates of that authority count. */
const authority = makeCertificate({ name: 'authority', ca: true, usage: 0x06 });
const second = makeCertificate({ name: 'second authority', ca: true, usage: 0x06 });

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { ...TLS_ENV, TLS_CLIENT_CA: `${authority.pem}${second.pem}` } },
  });
  port = await listen(api.app);
});
afterAll(() => api.close());

test.each([
  ['one of the first', makeCertificate({ by: authority }), 'ok'],
  ['one of the second', makeCertificate({ by: second }), 'ok'],
  ['self-signed', makeCertificate(), 'certificate_mismatch'],
])('pinned and %s', async (_what, certificate, expected) => {
  const key = await api.newKey({ kind: 'server' });
  await pin(api, key, certificate);
  const { status, json } = await getOverTls({ port, key, certificate });
  expect(status === 200 ? 'ok' : json.code).toBe(expected);
  if (expected !== 'ok') expect(json.detail).toContain('authority');
  expect(await verdictOverTls({ port, key })).toBe('certificate_required');
});

test('a certificate of an authority with only the same name opens nothing, pinned or not', async () => {
  const impostor = makeCertificate({ name: 'authority', ca: true, usage: 0x06 });
  const key = await api.newKey({ kind: 'server' });
  const certificate = makeCertificate({ by: impostor });
  await pin(api, key, certificate);
  // A signature that is wrong may already end the handshake.
  const answer = await verdictOverTls({ port, key, certificate }).catch(() => 'hung up');
  expect(['certificate_mismatch', 'hung up']).toContain(answer);
});

test('of the authority but not pinned: another one', async () => {
  const key = await api.newKey({ kind: 'server' });
  await pin(api, key, makeCertificate({ by: authority }));
  const certificate = makeCertificate({ by: authority });
  expect(await verdictOverTls({ port, key, certificate })).toBe('certificate_mismatch');
});

test("clients without a certificate, or with another authority's, are served where none is required", async () => {
  for (const certificate of [undefined, makeCertificate()]) {
    expect(await verdictOverTls({ port, key: api.keys.server, certificate })).toBe('ok');
  }
});

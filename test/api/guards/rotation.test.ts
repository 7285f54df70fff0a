import { buildApp } from '../../../api/app.js';
import { createClient } from '../../../src/access/oauth-clients.js';
import { type Call, call, clientCert, pin, verdict } from '../../support/access/guarded.js';
import { bearer, createTestApi, probeRoutes, type TestApi } from '../../support/api.js';
import { pinCertificate, unpinCertificate } from '../../support/dashboard/as-operator.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
/** Another process as far as keys are concerned: a memory and a listener of its own. */
let other: Pick<TestApi, 'app'> & { close(): Promise<void> };
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { TRUSTED_PROXIES: '10.0.0.0/8' } },
  });
  const app = await buildApp(api.ctx, { extraRoutes: probeRoutes });
  other = { app, close: () => app.close() };
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const remote = '10.1.1.1';
const first = makeCertificate({ name: 'first' });
const next = makeCertificate({ name: 'next' });
const third = makeCertificate({ name: 'third' });
const file = ({ pem }: { pem: string }) => Buffer.from(pem);

/** Waits until both processes say so. */
async function everywhere(request: Call, expected: string): Promise<void> {
  for (const process of [api, other]) await waitFor(async () => (await verdict(process, request)) === expected);
}

test('one certificate is replaced by another without a refused call, and the old one ends at once in every process', async () => {
  const key = await api.newKey({ kind: 'server' });
  const withFirst = { key, remote, headers: clientCert(first) };
  const withNext = { key, remote, headers: clientCert(next) };
  await everywhere({ key, remote }, 'ok');

  await pinCertificate(api.ctx, { keyId: key.id, file: file(first) });
  await everywhere({ key, remote }, 'certificate_required');
  await everywhere(withFirst, 'ok');
  await everywhere(withNext, 'certificate_mismatch');

  await pinCertificate(api.ctx, { keyId: key.id, file: file(next) });
  await everywhere(withNext, 'ok');
  await everywhere(withFirst, 'ok');
  await expect(pinCertificate(api.ctx, { keyId: key.id, file: file(third) })).rejects.toMatchObject({
    message: 'certificate: the key already has 2: remove the one that is not in use',
  });

  const { fingerprint, left } = await unpinCertificate(api.ctx, { keyId: key.id, fingerprint: first.fingerprint });
  expect({ fingerprint, left }).toEqual({ fingerprint: first.fingerprint, left: 1 });
  await everywhere(withFirst, 'certificate_mismatch');
  await everywhere(withNext, 'ok');

  // The free place is taken again.
  await pinCertificate(api.ctx, { keyId: key.id, file: file(third) });
  await everywhere({ key, remote, headers: clientCert(third) }, 'ok');
  for (const { fingerprint } of [next, third]) await unpinCertificate(api.ctx, { keyId: key.id, fingerprint });
  await everywhere({ key, remote }, 'ok');
});

test('pinning twice changes nothing; twenty at once leave two', async () => {
  const key = await api.newKey({ kind: 'server' });
  const pinned = await pinCertificate(api.ctx, { keyId: key.id, file: file(first) });
  expect(await pinCertificate(api.ctx, { keyId: key.id, file: first.der })).toEqual(pinned);
  const crowd = Array.from({ length: 20 }, () => makeCertificate());
  const outcomes = await Promise.allSettled(
    crowd.map((request) => pinCertificate(api.ctx, { keyId: key.id, file: file(request) })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [row] = await api.ctx.sql`SELECT count(*)::int FROM key_certificates WHERE key_id = ${key.id}`;
  expect(row).toEqual({ count: 2 });
});

test('one certificate may be pinned to several keys', async () => {
  for (const kind of ['test', 'server'] as const) {
    const key = await api.newKey({ kind });
    await pin(api, key, first);
    expect(await verdict(api, { key, remote, headers: clientCert(first) })).toBe('ok');
  }
});

test.each([
  ['an unknown key', 'key_unknown', first.fingerprint, 'There is no key key_unknown.'],
  ['no fingerprint', null, 'CN=first', 'fingerprint: must be at least 8'],
  ['too few digits', null, first.fingerprint.slice(0, 7), 'fingerprint: must be at least 8'],
  ['one that is not pinned', null, next.fingerprint, 'There is no certificate'],
])('unpinning is refused for %s', async (_what, keyId, fingerprint, message) => {
  const key = await api.newKey({ kind: 'server' });
  await pin(api, key, first);
  await expect(unpinCertificate(api.ctx, { keyId: keyId ?? key.id, fingerprint })).rejects.toThrow(message);
});

test("an access token must meet the guards of its client's key", async () => {
  const key = await api.newKey({ kind: 'server' });
  const client = await createClient(api.ctx, { companyId: api.companyId, keyId: key.id });
  const issued = await api.app.inject({
    method: 'POST',
    url: '/v1/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret,
    }).toString(),
  });
  const token = { key: issued.json<{ access_token: string }>().access_token };
  const url = '/v1/events';
  await everywhere({ key: token, url, remote }, 'ok');
  await pinCertificate(api.ctx, { keyId: key.id, file: file(first) });
  await everywhere({ key: token, url, remote }, 'certificate_required');
  expect(await verdict(api, { key: token, url, remote, headers: clientCert(first) })).toBe('ok');
});

describe('certificate_expiring', () => {
  const notices = async (key: { key: string }, url: string, certificate = first) => {
    const headers = bearer(key, clientCert(certificate));
    const answer = await api.app.inject({ url, remoteAddress: remote, headers });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return (answer.json<{ notices?: string[] }>().notices ?? []).filter((notice) => notice.startsWith('certificate_'));
  };

  test('on every list, from thirty days before the end; the successor ends it with the old one’s removal', async () => {
    const key = await api.newKey({ kind: 'server', capabilities: ['CARD_LINKED_OFFERS'] });
    const old = makeCertificate({ until: '2026-12-01T00:00:00Z' });
    await pin(api, key, old);
    const expected = [
      `certificate_expiring: The client certificate ${old.fingerprint.slice(0, 16)}… pinned to this key expires on ` +
        '2026-12-01T00:00:00.000Z; pin its successor before that.',
    ];
    for (const name of ['events', 'categories', 'locations', 'earnings', 'settlements', 'offers']) {
      expect(await notices(key, `/v1/${name}`, old)).toEqual(expected);
    }
    await pinCertificate(api.ctx, { keyId: key.id, file: file(next) });
    await unpinCertificate(api.ctx, { keyId: key.id, fingerprint: old.fingerprint });
    await everywhere({ key, remote, headers: clientCert(next) }, 'ok');
    await waitFor(async () => (await notices(key, '/v1/events', next)).length === 0);
  });

  test('not for keys that last, and the answer keeps its ETag', async () => {
    const key = await api.newKey({ kind: 'server' });
    await pin(api, key, makeCertificate({ until: '2026-12-02T09:00:01Z' }));
    await pinCertificate(api.ctx, { keyId: key.id, file: file(first) });
    await everywhere({ key, remote, headers: clientCert(first) }, 'ok');
    expect(await notices(key, '/v1/events')).toEqual([]);
    const request = { key, url: '/v1/events', remote, headers: clientCert(first) };
    const { etag } = (await call(api, request)).headers;
    const again = await call(api, { ...request, headers: { ...request.headers, 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });
});

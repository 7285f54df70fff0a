import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientCert, verdict } from '../support/access/guarded.js';
import { createTestApi, probeRoutes, type TestApi } from '../support/api.js';
import { runCli } from '../support/command.js';
import { temporaryFolder } from '../support/environment.js';
import { type MadeCertificate, makeCertificate } from '../support/outside/make-certificate.js';
import { waitFor } from '../support/wait-for.js';

const folder = temporaryFolder();
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { TRUSTED_PROXIES: '10.0.0.0/8' } },
  });
});
afterAll(async () => {
  folder.remove();
  await api.close();
});

const partner = (...args: string[]) => runCli(api.ctx, ['key', ...args]);

function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

test('pins two certificates, lists them, removes one, and calls follow the list', async () => {
  const key = await api.newKey({ kind: 'server' });
  const [old, next] = [makeCertificate({ name: 'old' }), makeCertificate({ name: 'next' })];
  const asked = (certificate: MadeCertificate) =>
    verdict(api, { key, remote: '10.1.1.1', headers: clientCert(certificate) });

  expect(await partner('certificate', key.id)).toMatchObject({
    code: 0,
    out: 'None: calls need no certificate.\n',
  });
  const added = await partner('certificate', key.id, '--pin', file('old.pem', old.pem));
  expect(added.code).toBe(0);
  expect(added.out).toMatch(
    new RegExp(`^SHA-256 +ENDS +PINNED +SUBJECT\\n${old.fingerprint}  2045-01-01T.*  CN=old\\n$`),
  );
  expect(added.err).toContain('need one of these certificates');
  await waitFor(async () => (await verdict(api, { key })) === 'certificate_required');
  expect((await partner('certificate', key.id, '--pin', file('next.pem', next.pem))).code).toBe(0);
  await waitFor(async () => (await asked(next)) === 'ok');

  const listed = await partner('certificate', key.id);
  expect(listed.out.split('\n').map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'SUBJECT',
    'CN=old',
    'CN=next',
    '',
  ]);
  expect((await partner('list', '--company', 'Example Partner')).out).toMatch(
    new RegExp(`${key.id}.* 2 certificates$`, 'm'),
  );

  const digits = old.fingerprint.toUpperCase().match(/../g)?.join(':') ?? '';
  const removed = await partner('certificate', key.id, '--unpin', digits);
  expect(removed.out).toContain(next.fingerprint);
  expect(removed.out).not.toContain(old.fingerprint);
  await waitFor(async () => (await asked(old)) === 'certificate_mismatch');
  const last = await partner('certificate', key.id, '--unpin', next.fingerprint.slice(0, 12));
  expect(last).toMatchObject({ code: 0, out: 'None: calls need no certificate.\n' });
  await waitFor(async () => (await verdict(api, { key })) === 'ok');
});

const ANYWHERE = 'No allowlist: calls may come from any IP address.\n';

test('sets, shows and clears an allowlist', async () => {
  const key = await api.newKey({ kind: 'server' });
  expect((await partner('allowlist', key.id)).out).toBe(ANYWHERE);
  const set = await partner('allowlist', key.id, '203.0.113.7', '::ffff:198.51.100.0/120', '2001:DB8::/32');
  expect(set).toEqual({ code: 0, out: '203.0.113.7/32\n198.51.100.0/24\n2001:db8::/32\n', err: '' });
  await waitFor(async () => (await verdict(api, { key, remote: '192.0.2.1' })) === 'ip_not_allowed');
  expect(await verdict(api, { key, remote: '198.51.100.200' })).toBe('ok');
  expect((await partner('allowlist', key.id)).out).toBe(set.out);
  expect((await partner('list', '--company', 'Example Partner')).out).toMatch(
    new RegExp(`${key.id}.* 3 networks$`, 'm'),
  );
  expect((await partner('allowlist', key.id, '--none')).out).toBe(ANYWHERE);
  await waitFor(async () => (await verdict(api, { key, remote: '192.0.2.1' })) === 'ok');
});

describe('refused in one message', () => {
  const authority = makeCertificate({ name: 'authority', ca: true, usage: 0x06 });
  const refused = async (args: string[], message: string) => {
    const { code, out, err } = await partner(...args);
    expect({ code, out }).toEqual({ code: /^(certificate: (?!cannot read)|networks: )/.test(err) ? 2 : 1, out: '' });
    expect(err).toContain(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  };

  test.each([
    ['an authority', authority.pem, 'certificate: belongs to an authority'],
    ['one that is over', makeCertificate({ until: '2021-01-01T00:00:00Z' }).pem, 'certificate: expired on 2021-01-01'],
  ])('%s', async (_what, content, message) => {
    const key = await api.newKey({ kind: 'server' });
    await refused(['certificate', key.id, '--pin', file('refused.pem', content)], message);
  });

  test('a file that is not there, an unknown key, a revoked key, bad networks', async () => {
    const pem = file('good.pem', makeCertificate().pem);
    const key = await api.newKey({ kind: 'server' });
    await refused(['certificate', key.id, '--pin', '/nowhere.pem'], 'cannot read the file /nowhere.pem');
    await refused(['certificate', 'key_unknown', '--pin', pem], 'There is no key key_unknown.');
    await refused(['certificate', key.id, '--unpin', 'abcdef0123'], 'There is no certificate abcdef0123.');
    await refused(['allowlist', key.id, '203.0.113.7/24'], 'write 203.0.113.0/24');
    await partner('revoke', key.id);
    await refused(['certificate', key.id, '--pin', pem], 'key: is revoked');
    await refused(['allowlist', key.id, '203.0.113.7'], 'key: is revoked');
  });
});

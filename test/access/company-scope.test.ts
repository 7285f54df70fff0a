import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../src/access/create-client.js';
import { createKey } from '../../src/access/create-key.js';
import { describeKey } from '../../src/access/describe-key.js';
import { listClients } from '../../src/access/list-clients.js';
import { listKeys } from '../../src/access/list-keys.js';
import { pinCertificate } from '../../src/access/pin-certificate.js';
import { revokeClient } from '../../src/access/revoke-client.js';
import { revokeKey } from '../../src/access/revoke-key.js';
import { rollKey } from '../../src/access/roll-key.js';
import { rotateClientSecret } from '../../src/access/rotate-secret.js';
import { setAllowedAddresses } from '../../src/access/set-allowed-addresses.js';
import { showGuards } from '../../src/access/show-guards.js';
import { showUse } from '../../src/access/show-use.js';
import { unpinCertificate } from '../../src/access/unpin-certificate.js';
import { createCompany } from '../../src/companies/create-company.js';
import { NoSuchError } from '../../src/core/problems.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { makeCertificate } from '../support/outside/make-certificate.js';
import { databasePlaces } from '../support/sentinel/places.js';

/** Objects of one company. */
interface Owned {
  companyId: string;
  keyId: string;
  clientId: string;
  fingerprint: string;
}

/** A use case that is asked as one company with the ids of another. */
type Ask = (companyId: string, of: Owned) => Promise<unknown>;

/** A partner's use cases, by the file of `src/access`: each names the company and the object. */
const ON_AN_OBJECT: Record<string, Ask> = {
  'create-client': (companyId, { keyId }) => createClient(ctx, { companyId, keyId }),
  'describe-key': (companyId, { keyId }) => describeKey(ctx, { companyId, keyId, name: 'mine' }),
  'pin-certificate': (companyId, { keyId }) => pinCertificate(ctx, { companyId, keyId, file: OTHER }),
  'revoke-client': (companyId, { clientId }) => revokeClient(ctx, { companyId, clientId }),
  'revoke-key': (companyId, { keyId }) => revokeKey(ctx, { companyId, keyId }),
  'roll-key': (companyId, { keyId }) => rollKey(ctx, { companyId, keyId, keepHours: 0 }),
  'rotate-secret': (companyId, { clientId }) => rotateClientSecret(ctx, { companyId, clientId, atOnce: true }),
  'set-allowed-addresses': (companyId, { keyId }) =>
    setAllowedAddresses(ctx, { companyId, keyId, networks: ['192.0.2.1'] }),
  'show-use': (companyId, { keyId }) => showUse(ctx, { companyId, keyId, mode: 'live', days: 7 }),
  'show-guards': (companyId, { keyId }) => showGuards(ctx, { companyId, keyId }),
  'unpin-certificate': (companyId, { keyId, fingerprint }) => unpinCertificate(ctx, { companyId, keyId, fingerprint }),
};

/** A partner's use cases that name only the company itself. */
const ON_THE_COMPANY = ['create-key', 'list-clients', 'list-keys'];

/** What no partner asks for by an id: callers' own, operators', the clock's. */
const NOT_FOR_MEMBERS = [
  'jobs',
  'authenticate',
  'authenticate-client',
  'count-use',
  'delete-old-tokens-and-use',
  'guarded-key',
  'issue-token',
  'owner-of',
  'revoke-token',
  'schemas',
  'wire',
];

const OTHER = Buffer.from(makeCertificate().pem);

let ctx: TestContext;
let companies: [Owned, Owned];
beforeAll(async () => {
  ctx = await createTestContext();
  companies = [await furnish('Alpha Ltd'), await furnish('Beta Ltd')];
});
afterAll(() => ctx.close());

async function furnish(name: string): Promise<Owned> {
  const { id: companyId } = await createCompany(ctx, { name });
  const { id: keyId } = await createKey(ctx, { companyId, kind: 'server' });
  const { id: clientId } = await createClient(ctx, { companyId, keyId });
  const { fingerprint } = await pinCertificate(ctx, { companyId, keyId, file: Buffer.from(makeCertificate().pem) });
  await setAllowedAddresses(ctx, { companyId, keyId, networks: ['198.51.100.0/24'] });
  return { companyId, keyId, clientId, fingerprint };
}

/** All stored data, without the database's own connections. */
const stored = async () =>
  Object.fromEntries(
    (await databasePlaces(ctx.sql))
      .filter(({ name }) => !name.includes('pg_stat_activity'))
      .map(({ name, text }) => [name, text]),
  );

const answerOf = (asked: Promise<unknown>) => asked.then(() => 'done').catch((error: Error) => error);

test('every use case of the room is in a list', () => {
  const files = readdirSync(join(projectRoot(), 'src/access')).filter((name) => name.endsWith('.ts'));
  const listed = [...Object.keys(ON_AN_OBJECT), ...ON_THE_COMPANY, ...NOT_FOR_MEMBERS];
  expect(files.map((name) => name.slice(0, -3)).sort()).toEqual(listed.sort());
});

describe.each(Object.entries(ON_AN_OBJECT))('%s', (_name, ask) => {
  test.each([
    ['Alpha Ltd', 'Beta Ltd', 0],
    ['Beta Ltd', 'Alpha Ltd', 1],
  ] as const)('asked as %s for an object of %s: it does not exist, and nothing changes', async (_as, _of, mine) => {
    const [{ companyId }, theirs] = [companies[mine], companies[1 - mine] as Owned];
    const before = await stored();
    const refusal = await answerOf(ask(companyId, theirs));
    expect(refusal).toMatchObject({ code: 'invalid_request' });
    const unknown = { ...theirs, keyId: 'key_unknown', clientId: 'oac_unknown' };
    // Each names the id that was given.
    const message = (of: unknown) => (of as Error).message.replace(/(key|oac)_\w+/, '$1_…');
    expect(message(refusal)).toBe(message(await answerOf(ask(companyId, unknown))));
    expect(await stored()).toEqual(before);
  });
});

test('a face distinguishes an unknown object from a refused change', async () => {
  const [mine, theirs] = companies;
  const { companyId } = mine;
  for (const ask of Object.values(ON_AN_OBJECT)) {
    expect(await answerOf(ask(companyId, theirs))).toBeInstanceOf(NoSuchError);
  }
});

test('lists contain only objects of the company', async () => {
  for (const { companyId, keyId, clientId } of companies) {
    expect((await listKeys(ctx, companyId)).map(({ id }) => id)).toEqual([keyId]);
    expect((await listClients(ctx, companyId)).map(({ id }) => id)).toEqual([clientId]);
  }
});

test('each of them works as the company itself', async () => {
  const own = await furnish('Gamma Ltd');
  for (const name of Object.keys(ON_AN_OBJECT).filter((useCase) => !useCase.startsWith('revoke'))) {
    await expect(ON_AN_OBJECT[name]?.(own.companyId, own)).resolves.not.toThrow();
  }
  await revokeClient(ctx, own);
  await revokeKey(ctx, own);
  expect(await listClients(ctx, own.companyId)).toContainEqual(
    expect.objectContaining({ id: own.clientId, revokedAt: expect.any(Date) }),
  );
});

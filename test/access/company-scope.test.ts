import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { pinCertificate, setAllowedAddresses, showGuards, unpinCertificate } from '../../src/access/key-guards.js';
import { showUse } from '../../src/access/key-use.js';
import { describeKey, endPreviousKey, listKeys, revokeKey, rollKey } from '../../src/access/keys.js';
import { createClient, listClients, revokeClient, rotateClientSecret } from '../../src/access/oauth-clients.js';
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

/** A partner's use cases, by the function of `src/access`: each names the company and the object. */
const ON_AN_OBJECT: Record<string, Ask> = {
  createClient: (companyId, { keyId }) => createClient(ctx, { companyId, keyId }),
  describeKey: (companyId, { keyId }) => describeKey(ctx, { companyId, keyId, name: 'mine' }),
  endPreviousKey: (companyId, { keyId }) => endPreviousKey(ctx, { companyId, keyId }),
  pinCertificate: (companyId, { keyId }) => pinCertificate(ctx, { companyId, keyId, file: OTHER }),
  revokeClient: (companyId, { clientId }) => revokeClient(ctx, { companyId, clientId }),
  revokeKey: (companyId, { keyId }) => revokeKey(ctx, { companyId, keyId }),
  rollKey: (companyId, { keyId }) => rollKey(ctx, { companyId, keyId, keepHours: 0 }),
  rotateClientSecret: (companyId, { clientId }) => rotateClientSecret(ctx, { companyId, clientId, atOnce: true }),
  setAllowedAddresses: (companyId, { keyId }) =>
    setAllowedAddresses(ctx, { companyId, keyId, networks: ['192.0.2.1'] }),
  showUse: (companyId, { keyId }) => showUse(ctx, { companyId, keyId, mode: 'live', days: 7 }),
  showGuards: (companyId, { keyId }) => showGuards(ctx, { companyId, keyId }),
  unpinCertificate: (companyId, { keyId, fingerprint }) => unpinCertificate(ctx, { companyId, keyId, fingerprint }),
};

/** A partner's use cases that name only the company itself; `callsOfLastWeek` counts none of another's key. */
const ON_THE_COMPANY = ['createKey', 'listClients', 'listKeys', 'callsOfLastWeek'];

/** Functions that no partner reaches by an id: parts of those above, callers' own, operators', the clock's. */
const NOT_FOR_MEMBERS = [
  ...['guardedKey', 'newKey', 'parseDomains', 'parseLimit', 'createKeyDirectory', 'createUseCounter'],
  ...['authenticateClient', 'issueToken', 'revokeToken', 'ownerOfKey', 'ownerOfClient', 'deleteOldTokensAndUse'],
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
  const room = join(projectRoot(), 'src/access');
  const files = readdirSync(room).filter((name) => name.endsWith('.ts'));
  const exported = files.flatMap((name) => Object.entries<unknown>(require(join(room, name))));
  const functions = exported.flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  expect(functions.sort()).toEqual([...Object.keys(ON_AN_OBJECT), ...ON_THE_COMPANY, ...NOT_FOR_MEMBERS].sort());
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

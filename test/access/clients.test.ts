import { createHash } from 'node:crypto';
import { createKey } from '../../src/access/create-key.js';
import { type CreateClientInput, createClient, listClients } from '../../src/access/oauth-clients.js';
import { authenticateClient, issueToken } from '../../src/access/oauth-tokens.js';
import { seedDemoClient } from '../../src/cli/demo/seed-demo-company.js';
import { createCompany } from '../../src/companies/create-company.js';
import { ROTATION_PAUSE_MS } from '../../src/core/rotation.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { revokeClient, revokeKey, rotateClientSecret } from '../support/dashboard/as-operator.js';

let ctx: TestContext;
let companyId: string;
let keys: { test: string; server: string; website: string };
let testKey: string;
beforeAll(async () => {
  ctx = await createTestContext();
  companyId = (await createCompany(ctx, { name: 'Clients Ltd' })).id;
  const test = await createKey(ctx, { companyId, kind: 'test' });
  testKey = test.key;
  keys = {
    test: test.id,
    server: (await createKey(ctx, { companyId, kind: 'server' })).id,
    website: (await createKey(ctx, { companyId, kind: 'website', domains: ['shop.example'] })).id,
  };
});
afterAll(() => ctx.close());

const create = (input: Omit<CreateClientInput, 'companyId'>) => createClient(ctx, { companyId, ...input });

test('a client stands on the one key of its kind; its secret is shown once, only the hash kept', async () => {
  const made = await create({ kind: 'server', name: ' billing ' });
  expect(made).toMatchObject({ kind: 'server', keyId: keys.server });
  expect(made.id).toMatch(/^oac_[A-Za-z0-9]{20}$/);
  expect(made.secret).toMatch(/^tt_cs_[A-Za-z0-9]{40}$/);
  const [row] = await ctx.sql`SELECT * FROM oauth_clients WHERE id = ${made.id}`;
  expect(row?.secretHash).toEqual(createHash('sha256').update(made.secret).digest());
  expect(JSON.stringify(row)).not.toContain(made.secret);
  const listed = (await listClients(ctx, companyId)).find(({ id }) => id === made.id);
  expect(listed).toMatchObject({ name: 'billing', revokedAt: null, keyRevokedAt: null, liveTokens: 0 });
  expect(listed?.hint).toBe(`tt_cs_…${made.secret.slice(-4)}`);
});

test('where a company has several keys of a kind, one must be named', async () => {
  const second = await createKey(ctx, { companyId, kind: 'server' });
  await expect(create({ kind: 'server' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ field: 'key', message: expect.stringContaining(keys.server) }],
  });
  expect((await create({ keyId: second.id })).keyId).toBe(second.id);
  await revokeKey(ctx, second.id);
  expect((await create({ kind: 'server' })).keyId).toBe(keys.server);
});

test.each([
  ['a scope nobody knows', { kind: 'server', scopes: ['orders:write'] }, 'scope'],
  ['no scope', { kind: 'server', scopes: [] }, 'scope'],
  ['earnings for a website client', { kind: 'website', scopes: ['events:read', 'earnings:read'] }, 'scope'],
  ['a key nobody knows', { keyId: 'key_unknown' }, 'key'],
  ['neither kind nor key', {}, 'kind'],
  ['a limit of nothing', { kind: 'server', rateLimit: 0 }, 'limit'],
] as const)('refused: %s', async (_what, input, field) => {
  await expect(create(input)).rejects.toMatchObject({ code: 'invalid_request', errors: [{ field }] });
});

test("refused: another company's key, a key of another kind, a company without one", async () => {
  const other = (await createCompany(ctx, { name: 'Other Ltd' })).id;
  const foreign = { companyId: other, keyId: keys.server };
  await expect(createClient(ctx, foreign)).rejects.toMatchObject({ errors: [{ field: 'key' }] });
  await expect(create({ keyId: keys.test, kind: 'server' })).rejects.toMatchObject({ errors: [{ field: 'key' }] });
  await expect(createClient(ctx, { companyId: other, kind: 'test' })).rejects.toMatchObject({
    errors: [{ field: 'kind' }],
  });
});

test('revoking is for good and keeps the first instant; a revoked client gets no other secret', async () => {
  const { id } = await create({ kind: 'test' });
  const first = await revokeClient(ctx, id);
  ctx.clock.advance(1_000);
  expect(await revokeClient(ctx, id)).toEqual(first);
  await expect(rotateClientSecret(ctx, { clientId: id })).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(revokeClient(ctx, 'oac_unknown')).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a second rotation within the day of the first does not end a secret in use unasked', async () => {
  const { id, secret } = await create({ kind: 'test' });
  const next = await rotateClientSecret(ctx, { clientId: id });
  const until = next.previousUntil?.toISOString() ?? '';
  await expect(rotateClientSecret(ctx, { clientId: id })).rejects.toMatchObject({
    code: 'rotated_already',
    message: expect.stringContaining(until),
  });
  await expect(authenticateClient(ctx, { id, secret })).resolves.toMatchObject({ id });

  const third = await rotateClientSecret(ctx, { clientId: id, again: true });
  await expect(authenticateClient(ctx, { id, secret })).rejects.toMatchObject({ code: 'invalid_client' });
  await expect(authenticateClient(ctx, { id, secret: next.secret })).resolves.toMatchObject({ id });
  const previousUntil = async () =>
    (await listClients(ctx, companyId)).find((client) => client.id === id)?.previousUntil;
  expect(await previousUntil()).toEqual(third.previousUntil);
  ctx.clock.advance(24 * 3_600_000);
  expect(await previousUntil()).toBeNull();
  await rotateClientSecret(ctx, { clientId: id });
  await expect(authenticateClient(ctx, { id, secret: third.secret })).resolves.toMatchObject({ id });
});

test('no token outlives the replacement of its secret, in any order of the two', async () => {
  const made = await create({ kind: 'test' });
  let secret = made.secret;
  for (let round = 0; round < 5; round++) {
    const client = await authenticateClient(ctx, { id: made.id, secret });
    const issuing = Array.from({ length: 8 }, () => issueToken(ctx, { client, scope: undefined }));
    const [rotated] = await Promise.all([
      rotateClientSecret(ctx, { clientId: made.id, atOnce: true }),
      Promise.allSettled(issuing),
    ]);
    expect(await ctx.sql`SELECT FROM oauth_tokens WHERE client_id = ${made.id} AND revoked_at IS NULL`).toHaveLength(0);
    secret = rotated.secret;
    ctx.clock.advance(ROTATION_PAUSE_MS);
  }
});

test('the demonstration client is made once, and not on a key that was revoked', async () => {
  const given = { id: 'oac_demo', secret: `tt_cs_${'d'.repeat(40)}` };
  await seedDemoClient(ctx, { testKey, given });
  await seedDemoClient(ctx, { testKey, given });
  await expect(authenticateClient(ctx, given)).resolves.toMatchObject({ kind: 'test' });
  await revokeKey(ctx, keys.test);
  await seedDemoClient(ctx, { testKey, given: { ...given, id: 'oac_demo2' } });
  await expect(authenticateClient(ctx, { ...given, id: 'oac_demo2' })).rejects.toMatchObject({
    code: 'invalid_client',
  });
});

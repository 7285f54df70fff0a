import { createHash } from 'node:crypto';
import { createKey } from '../../src/access/create-key.js';
import { listKeys } from '../../src/access/keys.js';
import { createCompany } from '../../src/companies/create-company.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { revokeKey } from '../support/dashboard/as-operator.js';

let ctx: TestContext;
let companyId: string;
beforeAll(async () => {
  ctx = await createTestContext();
  companyId = (await createCompany(ctx, { name: 'Keys Ltd' })).id;
});
afterAll(() => ctx.close());

test.each([
  ['test', /^tt_test_[A-Za-z0-9]{32,}$/],
  ['website', /^tt_pk_live_[A-Za-z0-9]{32,}$/],
  ['server', /^tt_sk_live_[A-Za-z0-9]{32,}$/],
] as const)('a %s key: shown once, only its hash kept', async (kind, shape) => {
  const made = await createKey(ctx, { companyId, kind, domains: kind === 'website' ? ['shop.example'] : [] });
  expect(made.key).toMatch(shape);
  const [row] = await ctx.sql`SELECT * FROM api_keys WHERE id = ${made.id}`;
  expect(row?.hash).toEqual(createHash('sha256').update(made.key).digest());
  expect(JSON.stringify(row)).not.toContain(made.key);
  expect(row?.ref).toMatch(/^[A-Za-z0-9]{16,}$/);
  const listed = (await listKeys(ctx, companyId)).find(({ id }) => id === made.id);
  expect(listed).toMatchObject({ kind, revokedAt: null });
  expect(listed?.hint.endsWith(made.key.slice(-4))).toBe(true);
});

test.each([
  ['a website key without a domain', { kind: 'website' }, 'domains'],
  ['a domain that is none', { kind: 'website', domains: ['https://shop.example/'] }, 'domains'],
  ['a domain for a server key', { kind: 'server', domains: ['shop.example'] }, 'domains'],
  [
    'a capability for a website key',
    { kind: 'website', domains: ['shop.example'], capabilities: ['BULK_FEEDS'] },
    'capabilities',
  ],
  ['an unknown capability', { kind: 'server', capabilities: ['EVERYTHING'] }, 'capabilities'],
  ['a limit of nothing', { kind: 'server', rateLimit: 0 }, 'limit'],
  ['a given key of another kind', { kind: 'server', secret: `tt_test_${'a'.repeat(40)}` }, 'secret'],
  ['a given key that is too short', { kind: 'test', secret: 'tt_test_abc' }, 'secret'],
  ['a company nobody knows', { kind: 'server', companyId: 'cmp_unknown' }, 'company'],
] as const)('refused: %s', async (_what, input, field) => {
  const refusal = createKey(ctx, { companyId, ...input });
  await expect(refusal).rejects.toMatchObject({ code: 'invalid_request', errors: [{ field }] });
});

test('the same key cannot be given twice, and the refusal does not quote it', async () => {
  const secret = `tt_test_${'z'.repeat(40)}`;
  await createKey(ctx, { companyId, kind: 'test', secret });
  const again = await createKey(ctx, { companyId, kind: 'test', secret }).catch((error: Error) => error);
  expect(again).toMatchObject({ code: 'invalid_request' });
  expect(JSON.stringify(again)).not.toContain(secret);
});

test('revoking is for good, and doing it twice keeps the first instant', async () => {
  const { id } = await createKey(ctx, { companyId, kind: 'server' });
  const first = await revokeKey(ctx, id);
  ctx.clock.advance(60_000);
  expect(await revokeKey(ctx, id)).toEqual(first);
  await expect(revokeKey(ctx, 'key_unknown')).rejects.toMatchObject({ code: 'invalid_request' });
});

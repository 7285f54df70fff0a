import { createCompany } from '../../../src/companies/create-company.js';
import { listActions } from '../../../src/companies/list-actions.js';
import { suspendCompany } from '../../../src/companies/suspend-company.js';
import { recordAction } from '../../../src/platform/audit/record-action.js';
import type { Context } from '../../../src/platform/context/context.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { revokeKey } from '../../support/dashboard/as-operator.js';

let ctx: TestContext;
let companyId: string;

beforeAll(async () => {
  ctx = await createTestContext();
  companyId = (await createCompany(ctx, { name: 'Audited Ltd' })).id;
});
afterAll(() => ctx.close());

const rows = async () => (await ctx.sql`SELECT FROM audit_log`).length;

test('what fails leaves no row; a row cannot be changed, deleted or swept away', async () => {
  const before = await rows();
  await expect(createCompany(ctx, { name: 'Audited Ltd' })).rejects.toThrow('taken');
  await expect(revokeKey(ctx, 'key_none')).rejects.toThrow('There is no key key_none.');
  const broken: Context = { ...ctx, actor: '' };
  await expect(suspendCompany(broken, companyId)).rejects.toThrow();
  expect(await rows()).toBe(before);
  const [company] = await ctx.sql`SELECT status FROM companies WHERE id = ${companyId}`;
  expect(company).toEqual({ status: 'active' });
  await expect(ctx.sql`UPDATE audit_log SET actor = 'nobody'`).rejects.toThrow('append-only');
  await expect(ctx.sql`DELETE FROM audit_log`).rejects.toThrow('append-only');
  await expect(ctx.sql`TRUNCATE audit_log`).rejects.toThrow('append-only');
});

test('only rows older than ten years can be deleted', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  await ctx.sql`INSERT INTO audit_log (at, actor, action, object_id) VALUES (${at(3660)}, 'old', 'key.create', 'key_old')`;
  await ctx.sql`INSERT INTO audit_log (at, actor, action, object_id) VALUES (${at(3645)}, 'old', 'key.create', 'key_young')`;
  await expect(ctx.sql`DELETE FROM audit_log WHERE actor = 'old'`).rejects.toThrow('append-only');
  await expect(ctx.sql`UPDATE audit_log SET actor = 'nobody' WHERE object_id = 'key_old'`).rejects.toThrow(
    'append-only',
  );
  await ctx.sql`DELETE FROM audit_log WHERE object_id = 'key_old'`;
  await expect(ctx.sql`DELETE FROM audit_log WHERE object_id = 'key_young'`).rejects.toThrow('append-only');
});

test('the list is by company, action and instant', async () => {
  ctx.clock.advance(60_000);
  const since = ctx.clock.now();
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: 'key.create', objectId: 'key_x', companyId }));
  expect(await listActions(ctx, { company: 'Audited Ltd', since, limit: 9 })).toMatchObject([{ objectId: 'key_x' }]);
  expect(await listActions(ctx, { action: 'key.revoke', since, limit: 9 })).toEqual([]);
  await expect(listActions(ctx, { company: 'nobody', limit: 9 })).rejects.toThrow('There is no company nobody.');
});

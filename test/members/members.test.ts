import { createCompany } from '../../src/companies/create-company.js';
import { suspendCompany } from '../../src/companies/suspend-company.js';
import { newId } from '../../src/core/ids.js';
import { NoSuchError } from '../../src/core/problems.js';
import { changeRole, inviteMember, removeMember } from '../../src/members/members.js';
import { removePasskey } from '../../src/members/passkeys.js';
import type { Role } from '../../src/members/rules/roles.js';
import { removeSecondStep } from '../../src/members/second-step.js';
import { endSession, listSessions, readSession } from '../../src/members/sessions.js';
import { listMemberRows } from '../../src/members/sql/members.js';
import { removeTotp } from '../../src/members/totp.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { signIn } from '../support/dashboard/members.js';
import { databasePlaces } from '../support/sentinel/places.js';

let ctx: TestContext;
let made = 0;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const company = async () => (await createCompany(ctx, { name: `Company ${made++}` })).id;
const refusedFor = (field: string) => ({ code: 'invalid_request', errors: [{ field }] });
const inviteTo = (companyId: string) => (email: string, role: Role) => inviteMember(ctx, { companyId, email, role });

test('an invited member is listed, and removing ends their sessions and links', async () => {
  const companyId = await company();
  const owner = await signIn(ctx, { companyId, email: 'Ann@Example.org', role: 'owner' });
  ctx.clock.advance(1_000);
  const viewer = await signIn(ctx, { companyId, email: 'bob@example.org', role: 'viewer' });
  expect(await listMemberRows(ctx.sql, companyId)).toMatchObject([
    { id: owner.memberId, email: 'Ann@Example.org', role: 'owner', signedInAt: expect.any(Date) },
    { id: viewer.memberId, role: 'viewer' },
  ]);
  await removeMember(ctx, viewer);
  expect(await readSession(ctx, viewer.token)).toBeNull();
  expect((await listMemberRows(ctx.sql, companyId)).map(({ id }) => id)).toEqual([owner.memberId]);
  expect(await readSession(ctx, owner.token)).toMatchObject({ memberId: owner.memberId, role: 'owner' });
});

test.each([
  ['no address', { email: 'ann' }, 'email'],
  ['an address with a line break', { email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
  ['a list of addresses', { email: 'a@b.example,c@d.example' }, 'email'],
  ['a company nobody knows', { companyId: 'cmp_none' }, 'company'],
])('an invitation is refused for %s, which is not repeated', async (_what, wrong, field) => {
  const input = { companyId: await company(), email: 'ann@example.org', role: 'owner' as const, ...wrong };
  const refusal = await inviteMember(ctx, input).catch((error: Error) => error);
  expect(refusal).toMatchObject(refusedFor(field));
  expect((refusal as Error).message).not.toContain('@');
  expect(await ctx.sql`SELECT id FROM members WHERE company_id = ${input.companyId}`).toEqual([]);
});

test('an address is a member of a company once, in any case, and may be a member of another', async () => {
  const [companyId, other] = [await company(), await company()];
  await inviteTo(companyId)('twice@example.org', 'owner');
  await expect(inviteTo(companyId)('TWICE@example.org', 'viewer')).rejects.toMatchObject(refusedFor('email'));
  await inviteTo(other)('twice@example.org', 'viewer');
});

test('a company keeps an owner while it has members', async () => {
  const companyId = await company();
  const invite = inviteTo(companyId);
  const owner = { companyId, memberId: (await invite('a@example.org', 'owner')).id };
  const developer = { companyId, memberId: (await invite('b@example.org', 'developer')).id };
  await expect(removeMember(ctx, owner)).rejects.toMatchObject(refusedFor('member'));
  await expect(changeRole(ctx, { ...owner, role: 'viewer' })).rejects.toMatchObject(refusedFor('member'));
  await changeRole(ctx, { ...developer, role: 'owner' });
  await removeMember(ctx, owner);
  await expect(removeMember(ctx, developer)).rejects.toMatchObject(refusedFor('member'));
  await expect(changeRole(ctx, { ...developer, role: 'finance' })).rejects.toMatchObject(refusedFor('member'));
  // An operator may.
  await removeMember(ctx, developer, { lastToo: true });
  expect(await listMemberRows(ctx.sql, companyId)).toEqual([]);
});

test('two owners who step down at the same time leave one', async () => {
  const companyId = await company();
  const invite = inviteTo(companyId);
  const owners = [await invite('a@example.org', 'owner'), await invite('b@example.org', 'owner')];
  await invite('c@example.org', 'viewer');
  await Promise.allSettled(owners.map(({ id }) => changeRole(ctx, { companyId, memberId: id, role: 'viewer' })));
  const roles = (await listMemberRows(ctx.sql, companyId)).map(({ role }) => role).sort();
  expect(roles).toEqual(['owner', 'viewer', 'viewer']);
});

test('of owners who all remove and demote one another at the same time, one is left', async () => {
  const companyId = await company();
  const invite = inviteTo(companyId);
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push((await invite(`o${i}@example.org`, 'owner')).id);
  const calls = Array.from({ length: 60 }, (_, i) => {
    const owned = { companyId, memberId: ids[i % ids.length] ?? '' };
    return i % 4 === 0 ? changeRole(ctx, { ...owned, role: 'viewer' }) : removeMember(ctx, owned);
  });
  const done = await Promise.allSettled(calls);
  const refusals = done.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(new Set(refusals)).toEqual(new Set(['invalid_request']));
  const owners = (await listMemberRows(ctx.sql, companyId)).filter(({ role }) => role === 'owner');
  expect(owners).toHaveLength(1);
});

test('a company has a hundred members at most, of sixty who are invited at the same time too', async () => {
  const companyId = await company();
  for (let i = 0; i < 70; i++) {
    await ctx.sql`INSERT INTO members (id, company_id, email, role, created_at)
      VALUES (${newId('member')}, ${companyId}, ${`m${i}@example.org`}, 'owner', ${ctx.clock.now()})`;
  }
  const invite = inviteTo(companyId);
  const done = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => invite(`n${i}@example.org`, 'viewer')));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  expect(await listMemberRows(ctx.sql, companyId)).toHaveLength(100);
  await expect(invite('one-more@example.org', 'viewer')).rejects.toMatchObject(refusedFor('email'));
});

test('a suspended company has no sessions', async () => {
  const companyId = await company();
  const member = await signIn(ctx, { companyId, email: 'ann@example.org', role: 'owner' });
  await suspendCompany(ctx, companyId);
  expect(await readSession(ctx, member.token)).toBeNull();
});

test('an object of another company does not exist, and nothing changes', async () => {
  const mine = await company();
  const theirs = await signIn(ctx, { companyId: await company(), email: 'eve@example.org', role: 'owner' });
  await signIn(ctx, { companyId: mine, email: 'ann@example.org', role: 'owner' });
  const owned = { companyId: mine, memberId: theirs.memberId };
  const { sessionId } = theirs.caller;
  const stored = async () =>
    (await databasePlaces(ctx.sql)).filter(({ name }) => !name.includes('pg_stat_activity')).map(({ text }) => text);
  const before = await stored();
  for (const ask of [
    () => removeMember(ctx, owned),
    () => changeRole(ctx, { ...owned, role: 'viewer' }),
    () => endSession(ctx, { ...owned, sessionId }),
    () => removeTotp(ctx, { ...owned, sessionId: null }),
    () => removeSecondStep(ctx, { ...owned, sessionId: null }),
    () => removePasskey(ctx, { ...owned, sessionId: null }, 'pky_none'),
  ]) {
    await expect(ask()).rejects.toBeInstanceOf(NoSuchError);
  }
  expect(await listSessions(ctx, owned)).toEqual([]);
  expect(await stored()).toEqual(before);
});

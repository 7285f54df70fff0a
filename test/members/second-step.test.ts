import { createCompany } from '../../src/companies/create-company.js';
import { listActions } from '../../src/companies/list-actions.js';
import { readSession } from '../../src/members/sessions.js';
import { openSession, requestSignIn } from '../../src/members/sign-in.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import { confirmTotp, removeTotp, startTotp, takeSecondStep } from '../../src/members/totp.js';
import type { Context } from '../../src/platform/context/context.js';
import { resealSecrets } from '../../src/platform/secrets/reseal-secrets.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { codeOf, mailedLinks, signIn, type TestMember } from '../support/dashboard/members.js';

let ctx: TestContext;
let member: TestMember;
let uri: string;
beforeEach(async () => {
  ctx = await createTestContext();
  const { id: companyId } = await createCompany(ctx, { name: 'Two Steps Ltd' });
  member = await signIn(ctx, { companyId, email: 'ann@example.org', role: 'owner' });
  ({ uri } = await startTotp(ctx, member.caller));
});
afterEach(() => ctx.close());

const code = () => codeOf(uri, ctx.clock.now());
const again = async () => {
  const read = await readSession(ctx, member.token);
  if (!read) throw new Error('not signed in');
  return read;
};
const take = (given: string, caller: SignedIn = member.caller) => takeSecondStep(ctx, caller, given);
const confirm = async () => {
  const token = await confirmTotp(ctx, member.caller, code());
  if (!token) throw new Error('the app was not confirmed');
  member.token = token;
  member.caller = await again();
  ctx.clock.advance(60_000);
};

let elsewhereToken = '';

/** Another session of the same member, without any input yet. */
async function elsewhere(): Promise<SignedIn> {
  // Links are identified by their times.
  ctx.clock.advance(1_000);
  await requestSignIn(ctx, { email: 'ann@example.org', ip: '192.0.2.1' });
  const token = (await mailedLinks(ctx)).at(-1)?.token ?? '';
  elsewhereToken = (await openSession(ctx, { token, ip: '192.0.2.1', agent: '' }))?.token ?? '';
  const caller = await readSession(ctx, elsewhereToken);
  if (!caller) throw new Error('not signed in');
  return caller;
}

test('an app whose code was not entered does not count; its first code adds it', async () => {
  expect(await again()).toMatchObject({ hasSecondStep: false, owesSecondStep: false, secondStepIsFresh: false });
  ({ uri } = await startTotp(ctx, member.caller));
  expect(await confirmTotp(ctx, member.caller, 'none')).toBeNull();
  expect(await again()).toMatchObject({ hasSecondStep: false });
  await confirm();
  expect(await again()).toMatchObject({ hasSecondStep: true, owesSecondStep: false, secondStepIsFresh: true });
  await expect(startTotp(ctx, member.caller)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('the code that added an app does not take the second step too', async () => {
  const used = code();
  await confirm();
  ctx.clock.advance(-60_000);
  expect(await take(used)).toBeNull();
});

test('the secret of a new app is its session’s, for ten minutes', async () => {
  const other = await elsewhere();
  expect(await confirmTotp(ctx, other, code())).toBeNull();
  ctx.clock.advance(10 * 60_000);
  expect(await confirmTotp(ctx, member.caller, code())).toBeNull();
});

test('wrong codes stand in the company’s audit, without the code', async () => {
  expect(await confirmTotp(ctx, member.caller, '000001')).toBeNull();
  await confirm();
  expect(await take('000002')).toBeNull();
  const rows = await listActions(ctx, { company: member.companyId, action: 'member.second_step_wrong', limit: 10 });
  expect(rows).toMatchObject([
    { actor: member.memberId, details: { factor: 'totp', session: member.caller.sessionId } },
    { actor: member.memberId, details: { factor: 'new_totp' } },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/00000[12]/);
});

test('a new session owes the step, and takes it for itself alone', async () => {
  await confirm();
  const other = await elsewhere();
  expect(other).toMatchObject({ hasSecondStep: true, owesSecondStep: true, secondStepIsFresh: false });
  const token = (await take(code(), other)) ?? '';
  expect(await readSession(ctx, token)).toMatchObject({ owesSecondStep: false, secondStepIsFresh: true });
  expect(await again()).toMatchObject({ sessionId: member.caller.sessionId });
});

test('it is fresh for a quarter of an hour, and taken in between', async () => {
  await confirm();
  ctx.clock.advance(15 * 60_000);
  expect(await again()).toMatchObject({ owesSecondStep: false, secondStepIsFresh: false });
  member.token = (await take(code())) ?? '';
  expect(await again()).toMatchObject({ secondStepIsFresh: true });
});

test('no code counts twice, not even at the same time', async () => {
  await confirm();
  const one = code();
  const both = await Promise.all([take(one), take(one)]);
  expect(both.filter((token) => token !== null)).toHaveLength(1);
});

test('five tries in a quarter of an hour, however many sessions', async () => {
  await confirm();
  for (let i = 0; i < 4; i++) expect(await take('none')).toBeNull();
  await expect(take(code())).rejects.toMatchObject({ code: 'rate_limited' });
  ctx.clock.advance(15 * 60_000);
  expect(await take(code())).not.toBeNull();
});

test('the secret is sealed, sealed anew with another key, and forgotten when it is removed', async () => {
  await confirm();
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const [row] = await ctx.sql`SELECT secret FROM member_totp`;
  expect(String(row?.secret)).not.toContain(secret);
  const after: Context = { ...ctx, encryptionKey: Buffer.alloc(32, 9) };
  expect(await resealSecrets({ ...after, previousEncryptionKey: ctx.encryptionKey })).toMatchObject({ unopened: [] });
  member.token = (await takeSecondStep(after, member.caller, code())) ?? '';
  await removeTotp(ctx, member.caller);
  expect(await again()).toMatchObject({ hasSecondStep: false, owesSecondStep: false, secondStepIsFresh: false });
  ctx.clock.advance(60_000);
  expect(await take(code())).toBeNull();
});

test('each second step gives the session another token; the old one works ten seconds, without the new rights', async () => {
  const before = member.token;
  await confirm();
  ctx.clock.advance(-60_000);
  // It owed nothing when it was the current one: calls that are under way are not thrown out.
  const late = await readSession(ctx, before);
  expect(late).toMatchObject({ sessionId: member.caller.sessionId, owesSecondStep: false, secondStepIsFresh: false });
  const other = await elsewhere();
  ctx.clock.advance(60_000);
  const token = (await take(code(), other)) ?? '';
  const owing = await readSession(ctx, elsewhereToken);
  expect(owing).toMatchObject({ sessionId: other.sessionId, owesSecondStep: true, secondStepIsFresh: false });
  ctx.clock.advance(10_000);
  expect(await readSession(ctx, elsewhereToken)).toBeNull();
  expect(await readSession(ctx, token)).toMatchObject({ owesSecondStep: false, secondStepIsFresh: true });
});

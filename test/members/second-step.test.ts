import { createCompany } from '../../src/companies/create-company.js';
import { openSession } from '../../src/members/open-session.js';
import { readSession, type SignedIn } from '../../src/members/read-session.js';
import { removeTotp } from '../../src/members/remove-totp.js';
import { requestSignIn } from '../../src/members/request-sign-in.js';
import { startTotp } from '../../src/members/start-totp.js';
import { takeSecondStep } from '../../src/members/take-second-step.js';
import type { Context } from '../../src/platform/context/context.js';
import { resealSecrets } from '../../src/platform/secrets/reseal-secrets.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { codeOf, mailedLinks, signIn, type TestMember } from '../support/members.js';

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
const again = () => readSession(ctx, member.token);
const take = (given: string, caller: SignedIn = member.caller) => takeSecondStep(ctx, caller, given);
const confirm = async () => {
  expect(await take(code())).toBe(true);
  ctx.clock.advance(60_000);
};

test('an app that no code came of does not count; the first code confirms it', async () => {
  expect(await again()).toMatchObject({ hasSecondStep: false, owesSecondStep: false, secondStepIsFresh: false });
  ({ uri } = await startTotp(ctx, member.caller));
  expect(await take('none')).toBe(false);
  expect(await again()).toMatchObject({ hasSecondStep: false });
  await confirm();
  expect(await again()).toMatchObject({ hasSecondStep: true, owesSecondStep: false, secondStepIsFresh: true });
  await expect(startTotp(ctx, member.caller)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a new session owes the step, and takes it for itself alone', async () => {
  await confirm();
  await requestSignIn(ctx, { email: 'ann@example.org', ip: '192.0.2.1' });
  const token = (await mailedLinks(ctx)).at(-1)?.token ?? '';
  const opened = await openSession(ctx, { token, ip: '192.0.2.1', agent: '' });
  const other = await readSession(ctx, opened?.token ?? '');
  if (!other) throw new Error('not signed in');
  expect(other).toMatchObject({ hasSecondStep: true, owesSecondStep: true, secondStepIsFresh: false });
  expect(await take(code(), other)).toBe(true);
  expect(await readSession(ctx, opened?.token ?? '')).toMatchObject({ owesSecondStep: false, secondStepIsFresh: true });
});

test('it is fresh for a quarter of an hour, and taken in between', async () => {
  await confirm();
  ctx.clock.advance(15 * 60_000);
  expect(await again()).toMatchObject({ owesSecondStep: false, secondStepIsFresh: false });
  expect(await take(code())).toBe(true);
  expect(await again()).toMatchObject({ secondStepIsFresh: true });
});

test('no code counts twice, not even at the same time', async () => {
  await confirm();
  const one = code();
  const both = await Promise.all([take(one), take(one)]);
  expect(both.sort()).toEqual([false, true]);
});

test('five tries in a quarter of an hour, however many sessions', async () => {
  for (let i = 0; i < 5; i++) expect(await take('none')).toBe(false);
  await expect(take(code())).rejects.toMatchObject({ code: 'rate_limited' });
  ctx.clock.advance(15 * 60_000);
  expect(await take(code())).toBe(true);
});

test('the secret is sealed, sealed anew with another key, and forgotten when it is removed', async () => {
  await confirm();
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const [row] = await ctx.sql`SELECT secret FROM member_totp`;
  expect(String(row?.secret)).not.toContain(secret);
  const after: Context = { ...ctx, encryptionKey: Buffer.alloc(32, 9) };
  expect(await resealSecrets({ ...after, previousEncryptionKey: ctx.encryptionKey })).toMatchObject({ unopened: [] });
  expect(await takeSecondStep(after, member.caller, code())).toBe(true);
  await removeTotp(ctx, member);
  expect(await again()).toMatchObject({ hasSecondStep: false, owesSecondStep: false, secondStepIsFresh: false });
  ctx.clock.advance(60_000);
  expect(await take(code())).toBe(false);
});

import { addPasskey } from '../../../src/members/passkeys.js';
import { openSession, requestSignIn } from '../../../src/members/sign-in.js';
import { confirmTotp } from '../../../src/members/totp.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf, browserWith } from '../../support/dashboard/dashboard.js';
import { codeOf, mailedLinks, queuedMails } from '../../support/dashboard/members.js';
import { SoftAuthenticator } from '../../support/dashboard/passkeys.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const minutes = (n: number) => api.ctx.clock.advance(n * 60_000);
const member = (role: 'owner' | 'viewer' = 'owner') =>
  browserOf(api.ctx, api.app, { companyId: api.companyId, role, step: false });
const code = (uri: string) => codeOf(uri, api.ctx.clock.now());

const mailsTo = async ({ caller }: Browser) =>
  (await queuedMails(api.ctx)).filter(({ to }) => to === caller.email).map(({ subject }) => subject);

/** Another session of the same member, which has not taken the second step. */
async function elsewhere(browser: Browser): Promise<Browser> {
  minutes(61);
  await requestSignIn(api.ctx, { email: browser.caller.email, ip: '192.0.2.1' });
  const { token = '' } = (await mailedLinks(api.ctx)).findLast(({ to }) => to === browser.caller.email) ?? {};
  const opened = await openSession(api.ctx, { token, ip: '192.0.2.1', agent: '' });
  return browserWith(api.app, { ...browser, token: opened?.token ?? '' });
}

async function withPasskey(browser: Browser): Promise<SoftAuthenticator> {
  const device = new SoftAuthenticator(api.ctx.config.origin);
  const { options } = await browser.done('/passkeys/start');
  await browser.done('/passkeys', { name: 'Laptop', credential: device.create(options) });
  return device;
}

test('an authenticator app is set up, and then owed in each new session', async () => {
  const browser = await member();
  expectProblem(await browser.post('/members', { email: 'a@example.org', role: 'viewer' }), 'second_step_missing');
  const { uri, secret } = await browser.done('/totp/start');
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expectProblem(await browser.post('/totp/confirm', { code: '000000' }), 'invalid_request');
  const taken = await browser.done('/totp/confirm', { code: code(uri) });
  expect(taken).toMatchObject({
    second_step: { owed: false, has_totp: true },
    rights: { 'members.change': 'allowed' },
  });

  const other = await elsewhere(browser);
  expect(await other.read('/session')).toMatchObject({ second_step: { owed: true } });
  for (const path of ['/members', '/sessions', '/passkeys']) {
    expectProblem(await other.get(path), 'second_step_owed');
  }
  expectProblem(await other.post('/totp/start'), 'second_step_owed');
  minutes(1);
  await other.done('/session/second-step', { code: code(uri) });
  expect((await other.get('/members')).statusCode).toBe(200);
});

test('it is asked again after a quarter of an hour, before members change and before it is replaced', async () => {
  const browser = await member();
  const { uri } = await browser.done('/totp/start');
  await browser.done('/totp/confirm', { code: code(uri) });
  minutes(15);
  for (const [path, body] of [
    ['/members', { email: 'b@example.org', role: 'viewer' }],
    ['/totp/remove', undefined],
    ['/passkeys/start', undefined],
    ['/totp/start', undefined],
    ['/totp/confirm', { code: '000000' }],
  ] as const) {
    expectProblem(await browser.post(path, body), 'second_step_again');
  }
  await browser.done('/session/second-step', { code: code(uri) });
  expect((await browser.post('/members', { email: 'b@example.org', role: 'viewer' })).statusCode).toBe(201);
  expect(await browser.done('/totp/remove')).toMatchObject({ second_step: { has_totp: false, owed: false } });
});

test('a passkey is made, and takes the second step in another session', async () => {
  const browser = await member();
  const device = await withPasskey(browser);
  expect(await browser.read('/session')).toMatchObject({
    second_step: { owed: false, passkeys: 1, fresh_until: expect.any(String) },
  });
  expect((await browser.read('/passkeys')).data).toMatchObject([{ name: 'Laptop' }]);

  const other = await elsewhere(browser);
  expect(await other.read('/session')).toMatchObject({ second_step: { owed: true } });
  const { options } = await other.done('/session/passkey/start');
  expect(options.allowCredentials).toHaveLength(1);
  const credential = device.get(options);
  expect(await other.done('/session/passkey', { credential })).toMatchObject({ second_step: { owed: false } });
  // Its challenge is used up.
  expectProblem(await other.post('/session/passkey', { credential }), 'invalid_request');
});

test('a passkey is refused for another challenge, another host, another person, and too late', async () => {
  const browser = await member();
  const device = await withPasskey(browser);
  const stranger = await withPasskey(await member('viewer'));
  const refused = async (answer: (options: { challenge: string }) => object, pause = 0) => {
    const { options } = await browser.done('/session/passkey/start');
    minutes(pause);
    expectProblem(await browser.post('/session/passkey', { credential: answer(options) }), 'invalid_request');
  };
  await refused(() => device.get({ challenge: Buffer.from('another one').toString('base64url') }));
  await refused((options) => stranger.get(options));
  await refused((options) => device.get(options), 6);
  await refused(() => ({}));
  const phished = new SoftAuthenticator('https://partner-events.example', new URL(api.ctx.config.origin).hostname);
  const { options } = await (await member()).done('/passkeys/start');
  const fresh = await member();
  expectProblem(await fresh.post('/passkeys', { credential: phished.create(options) }), 'invalid_request');
});

test('a removed passkey is gone, and another member cannot remove it', async () => {
  const [mine, theirs] = [await member(), await member('viewer')];
  await withPasskey(mine);
  await withPasskey(theirs);
  const [passkey] = (await mine.read('/passkeys')).data;
  expectProblem(await theirs.post(`/passkeys/${passkey.id}/remove`), 'not_found');
  await mine.done(`/passkeys/${passkey.id}/remove`);
  expect((await mine.read('/passkeys')).data).toEqual([]);
  expect(await mailsTo(mine)).toEqual(
    expect.arrayContaining([
      'A passkey was added to your sign-in on Partner Events',
      'A passkey was removed from your sign-in on Partner Events',
    ]),
  );
});

test('an owner resets the second step of a member who lost it', async () => {
  const owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
  const lost = await member('viewer');
  await withPasskey(lost);
  const { uri } = await lost.done('/totp/start');
  await lost.done('/totp/confirm', { code: code(uri) });
  const listed = async () =>
    (await owner.read('/members')).data.find(({ id }: { id: string }) => id === lost.memberId).has_second_step;
  expect(await listed()).toBe(true);
  await owner.done(`/members/${lost.memberId}/remove-second-step`);
  expect(await listed()).toBe(false);
  expectProblem(await lost.get('/session'), 'session_required');
  const back = await elsewhere(lost);
  expect(await back.read('/session')).toMatchObject({ second_step: { owed: false, has_totp: false, passkeys: 0 } });
  expect(await mailsTo(lost)).toContain('Your second step was reset on Partner Events');
});

test('an app that was set up before the member had a second step opens nothing after', async () => {
  const thief = await member();
  const { uri } = await thief.done('/totp/start');
  const { options } = await thief.done('/passkeys/start');
  // The setup that was running there when the member's own factor came.
  const planted = new SoftAuthenticator(api.ctx.config.origin).create(options);
  const owner = await elsewhere(thief);
  minutes(-61);
  await withPasskey(owner);
  expect(await thief.read('/session')).toMatchObject({ second_step: { owed: true, has_totp: false } });
  expectProblem(await thief.post('/session/second-step', { code: code(uri) }), 'invalid_request');
  expectProblem(await thief.post('/totp/confirm', { code: code(uri) }), 'second_step_owed');
  expectProblem(await thief.post('/passkeys', { credential: planted }), 'second_step_owed');
  // Not even where the member's factor goes again, or the guard was passed a moment before it came.
  const [passkey] = (await owner.read('/passkeys')).data;
  for (const attempt of [
    () => confirmTotp(api.ctx, thief.caller, code(uri)),
    () => addPasskey(api.ctx, thief.caller, { name: '', credential: planted }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: expect.stringMatching(/second_step_again|invalid_request/) });
  }
  await owner.done(`/passkeys/${passkey.id}/remove`);
  expectProblem(await thief.get('/session'), 'session_required');
});

test('of two who add a first factor at the same time, one must show the other’s', async () => {
  const thief = await member();
  const { uri } = await thief.done('/totp/start');
  const owner = await elsewhere(thief);
  minutes(-61);
  const device = new SoftAuthenticator(api.ctx.config.origin);
  const { options } = await owner.done('/passkeys/start');
  const codes = (
    await Promise.all([
      owner.post('/passkeys', { credential: device.create(options) }),
      thief.post('/totp/confirm', { code: code(uri) }),
    ])
  ).map(({ statusCode }) => statusCode);
  expect(codes.filter((status) => status < 300)).toHaveLength(1);
});

test('a passkey whose device does not verify its user is refused, at creation and at use', async () => {
  const browser = await member();
  const device = new SoftAuthenticator(api.ctx.config.origin);
  device.verifies = false;
  const made = await browser.done('/passkeys/start');
  expect(made.options.authenticatorSelection.userVerification).toBe('required');
  expectProblem(await browser.post('/passkeys', { credential: device.create(made.options) }), 'invalid_request');
  const again = await browser.done('/passkeys/start');
  device.verifies = true;
  await browser.done('/passkeys', { credential: device.create(again.options) });
  device.verifies = false;
  const { options } = await browser.done('/session/passkey/start');
  expect(options.userVerification).toBe('required');
  expectProblem(await browser.post('/session/passkey', { credential: device.get(options) }), 'invalid_request');
});

test('with the last passkey goes the fresh step: a new one is not added on the strength of it', async () => {
  const browser = await member();
  await withPasskey(browser);
  const [passkey] = (await browser.read('/passkeys')).data;
  await browser.done(`/passkeys/${passkey.id}/remove`);
  const session = await browser.read('/session');
  expect(session.second_step).toEqual({ owed: false, has_totp: false, passkeys: 0, fresh_until: null });
  expectProblem(await browser.post('/members', { email: 'c@example.org', role: 'viewer' }), 'second_step_missing');
  // Elsewhere the member adds one; this session had a step of another, which is gone.
  const other = await elsewhere(browser);
  minutes(-61);
  await withPasskey(other);
  expect(await browser.read('/session')).toMatchObject({ second_step: { owed: true } });
});

test('a member with another factor stays signed in where they removed one, and nowhere else', async () => {
  const browser = await member();
  await withPasskey(browser);
  const { uri } = await browser.done('/totp/start');
  await browser.done('/totp/confirm', { code: code(uri) });
  const other = await elsewhere(browser);
  await other.done('/session/second-step', { code: code(uri) });
  minutes(1);
  await browser.done('/session/second-step', { code: code(uri) });
  expect(await browser.done('/totp/remove')).toMatchObject({ second_step: { owed: false, passkeys: 1 } });
  expectProblem(await other.get('/session'), 'session_required');
  expectProblem(await browser.post('/totp/remove'), 'not_found');
});

test('a session changes its token as it gains rights, and calls under way are not thrown out', async () => {
  const browser = await member();
  const tokens = [browser.token];
  const { uri } = await browser.done('/totp/start');
  const before = browserWith(api.app, browser);
  await browser.done('/totp/confirm', { code: code(uri) });
  tokens.push(browser.token);
  expect((await before.get('/members')).statusCode).toBe(200);
  expectProblem(await before.post('/members', { email: 'd@example.org', role: 'viewer' }), 'second_step_again');
  minutes(1);
  expectProblem(await before.get('/members'), 'session_required');
  await browser.done('/session/second-step', { code: code(uri) });
  tokens.push(browser.token);
  await withPasskey(browser);
  tokens.push(browser.token);
  expect(new Set(tokens).size).toBe(4);
  const { data } = await browser.read('/sessions');
  expect(data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
});

test('an app that is being set up ends when another factor is added, in the same session too', async () => {
  const browser = await member();
  const { uri } = await browser.done('/totp/start');
  await withPasskey(browser);
  expectProblem(await browser.post('/totp/confirm', { code: code(uri) }), 'invalid_request');
});

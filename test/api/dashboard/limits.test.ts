import type { LightMyRequestResponse } from 'fastify';
import { asciiAddress, foldEmail } from '../../../src/core/mail-address.js';
import { LIMITS } from '../../../src/platform/limits/limits.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf, cookieOf, OWN_PAGE } from '../../support/dashboard/dashboard.js';
import { mailedLinks, queuedMails } from '../../support/dashboard/members.js';
import { type Receiver, startReceiver } from '../../support/outside/receiver.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
let receiver: Receiver;
let hook: string;
beforeAll(async () => {
  api = await createTestApi({ context: { env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
  receiver = await startReceiver();
  const owner = await newMember('owner');
  hook = (await owner.done('/endpoints', { ...typed(), url: `${receiver.url}/hook` })).id;
});
afterAll(async () => {
  await receiver.close();
  await api.close();
});

const newMember = (role: 'owner' | 'developer' = 'developer'): Promise<Browser> =>
  browserOf(api.ctx, api.app, { companyId: api.companyId, role });
const typed = () => ({ kind: 'webhook', key_id: api.keys.test.id, url: `${receiver.url}/hook` });

/** Makes sixty calls at once; answers how many were not refused for their number. */
async function passed(call: (index: number) => Promise<LightMyRequestResponse>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => call(index)));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  for (const answer of refused.slice(0, 1)) {
    expect(expectProblem(answer, 'rate_limited').detail).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
  }
  return answers.length - refused.length;
}

test('one address gets five invitations an hour, however it is written, removed and invited again', async () => {
  const owners = await Promise.all([newMember('owner'), newMember('owner'), newMember('owner')]);
  const email = 'flooded@müller.example';
  const spellings = [email, email.toUpperCase(), asciiAddress(email)];
  const invite = (i: number) =>
    (owners[i % 3] as Browser).post('/members', { email: spellings[(i * 2) % 3], role: 'viewer' });
  const statuses: number[] = [];
  for (let i = 0; i < 9; i++) {
    const answer = await invite(i);
    statuses.push(answer.statusCode);
    if (answer.statusCode === 201) await (owners[0] as Browser).done(`/members/${answer.json().id}/remove`);
  }
  expect(statuses).toEqual([...Array(LIMITS.invitation.mailbox).fill(201), ...Array(4).fill(429)]);
  const mails = (await mailedLinks(api.ctx)).filter(({ to }) => foldEmail(to) === foldEmail(email));
  expect(mails).toHaveLength(LIMITS.invitation.mailbox);
});

test('a missing second step is not reset, and no mail is sent', async () => {
  const owner = await newMember('owner');
  const { id } = await owner.done('/members', { email: 'quiet@example.net', role: 'viewer' });
  for (let i = 0; i < 3; i++) expectProblem(await owner.post(`/members/${id}/remove-second-step`), 'not_found');
  expect((await queuedMails(api.ctx)).filter(({ to }) => to === 'quiet@example.net')).toHaveLength(1);
});

test('a member invites twenty people an hour, and another one goes on', async () => {
  const [owner, other] = await Promise.all([newMember('owner'), newMember('owner')]);
  const invite = (by: Browser, name: string) => by.post('/members', { email: `${name}@example.net`, role: 'viewer' });
  expect(await passed((i) => invite(owner, `guest${i}`))).toBe(LIMITS.invitation.member);
  expect((await invite(other, 'late')).statusCode).toBe(201);
});

test('passkeys and authenticator apps are not begun, and sample statements not drawn, without limit', async () => {
  const member = await newMember('owner');
  expect(await passed(() => member.post('/passkeys/start'))).toBe(LIMITS.second_step_setup.member);
  expect((await member.post('/totp/start')).statusCode).toBe(429);
  const other = await newMember('owner');
  expect(await passed(() => other.get('/settlements/sample/csv'))).toBe(LIMITS.sample_statement.member);
  expect((await other.get('/settlements/sample/pdf')).statusCode).toBe(429);
});

test('samples, checks of a receiver and replays are limited', async () => {
  const member = await newMember();
  const before = receiver.received.length;
  expect(await passed(() => member.post(`/endpoints/${hook}/test`))).toBe(LIMITS.test_delivery.member);
  expect(receiver.received.length - before).toBe(LIMITS.test_delivery.member);
  expect(await passed(() => member.post(`/endpoints/${hook}/check-receiver`))).toBe(LIMITS.receiver_check.member);
  expect(await passed(() => member.post('/sandbox/step'))).toBe(LIMITS.sandbox.member);
  const since = '2026-01-01T00:00:00Z';
  expect(await passed(() => member.post(`/endpoints/${hook}/replay`, { since }))).toBe(LIMITS.replay.endpoint);
});

test('an endpoint of another company is not counted', async () => {
  const member = await newMember();
  for (const path of ['test', 'check-receiver', 'replay']) {
    const answers = await passed(() => member.post(`/endpoints/whk_none/${path}`, { since: '2026-01-01T00:00:00Z' }));
    expect(answers).toBe(60);
  }
});

test('a member checks or adds 120 addresses in ten minutes', async () => {
  const member = await newMember();
  const check = (i: number) => member.post('/endpoints/check', { ...typed(), url: `https://127.0.0.1:${i + 1}/` });
  expect(await passed(check)).toBe(60);
  expect(await passed(check)).toBe(60);
  expect(await passed((i) => (i % 2 ? check(i) : member.post('/endpoints', typed())))).toBe(0);
  api.ctx.clock.advance(10 * 60_000);
  expect((await check(0)).statusCode).not.toBe(429);
});

test('a session is counted as one from however many IP addresses it calls', async () => {
  const member = await newMember();
  const other = await newMember();
  const call = (token: string, i: number) =>
    api.app.inject({
      url: '/dashboard/api/session',
      headers: { cookie: cookieOf(token), ...OWN_PAGE },
      remoteAddress: `198.51.${i >> 8}.${i & 255}`,
    });
  const left = async (token: string, i: number) => (await call(token, i)).headers['ratelimit-remaining'];
  const counted: unknown[] = [];
  for (let i = 0; i < 20; i++) counted.push(await left(member.token, i * 40));
  expect(counted).toEqual(Array.from({ length: 20 }, (_, i) => String(599 - i)));
  expect(await left(other.token, 1)).toBe('599');
});

test('calls that a role may not make count for their member too', async () => {
  const viewer = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'viewer' });
  const answer = await viewer.post('/keys', {});
  expectProblem(answer, 'role_not_allowed');
  expect(answer.headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599' });
});

import type { InjectOptions } from 'fastify';
import { buildApp } from '../../../api/app.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { suspendCompany } from '../../../src/companies/suspend-company.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import {
  type Browser,
  browserOf,
  browserWith,
  cookieOf,
  givenToken,
  OWN_PAGE,
} from '../../support/dashboard/dashboard.js';
import { mailedLinks, queuedMails } from '../../support/dashboard/members.js';
import { addKey, addSale, addTicketedEvent } from '../../support/data/build.js';
import { expectProblem } from '../../support/problem.js';
import { databasePlaces } from '../../support/sentinel/places.js';

let api: TestApi;
let owner: Browser;
beforeAll(async () => {
  api = await createTestApi();
  owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
});
afterAll(() => api.close());

const ask = (path: string, options: InjectOptions = {}) =>
  api.app.inject({ method: 'POST', url: `/dashboard/api${path}`, headers: OWN_PAGE, ...options });
const requestLink = (email: string, ip: string) =>
  ask('/session/request-link', { payload: { email }, remoteAddress: ip });

/** The token of a new link. */
async function linkFor({ caller: { email } }: Browser): Promise<string> {
  api.ctx.clock.advance(1_000);
  expect((await requestLink(email, '192.0.2.10')).statusCode).toBe(204);
  return (await mailedLinks(api.ctx)).findLast(({ to }) => to === email)?.token ?? '';
}

test('a mailed link signs in once, with a cookie that no script reads', async () => {
  const { email } = owner.caller;
  const token = await linkFor(owner);
  const open = () => ask('/session/open', { payload: { token } });
  const answer = await open();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^partner_events_session=tt_ss_\w{40}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^partner_events_browser=\w{40}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/),
  ]);
  expect(answer.json()).toMatchObject({
    object: 'session',
    member: { email, role: 'owner' },
    company: { id: api.companyId, name: 'Example Partner', currency: 'EUR' },
    mode: 'test',
    second_step: { owed: true, has_totp: true, passkeys: 0, fresh_until: null },
    rights: { 'keys.read': 'second_step_owed' },
  });
  expectProblem(await open(), 'sign_in_link_invalid');
});

test('a session opens with the mode of the newest order, and without orders with the mode of the last used key', async () => {
  const partner = await createTestApi();
  const browser = await browserOf(partner.ctx, partner.app, { companyId: partner.companyId });
  const modeAfter = async (key: { key: string }) => {
    partner.ctx.clock.advance(1_000);
    await partner.app.inject({ url: '/v1/events', headers: bearer(key) });
    // Counted calls are written before they are shown.
    await browser.read('/use', { days: '1' });
    return (await browser.read('/session')).mode;
  };
  expect((await browser.read('/session')).mode).toBe('test');
  expect(await modeAfter(partner.keys.server)).toBe('live');
  expect(await modeAfter(partner.keys.test)).toBe('test');
  const seeded = await addKey(partner.ctx, partner.companyId, 'server');
  await addSale(partner.ctx, seeded, await addTicketedEvent(partner.ctx));
  expect(await modeAfter(partner.keys.test)).toBe('live');
  partner.ctx.clock.advance(1_000);
  const sandbox = await addKey(partner.ctx, partner.companyId, 'test');
  await addSale(partner.ctx, sandbox, await addTicketedEvent(partner.ctx, { test: true }));
  expect(await modeAfter(partner.keys.server)).toBe('test');
  await partner.close();
});

test('a session opens with the mode that the member chose last, and for money with live', async () => {
  const { companyId } = api;
  const modeOf = async (browser: Browser) => (await browser.read('/session')).mode;
  for (const [role, first] of [
    ['finance', 'live'],
    ['marketing', 'live'],
    ['developer', 'test'],
  ] as const) {
    const browser = await browserOf(api.ctx, api.app, { companyId, role });
    expect([role, await modeOf(browser)]).toEqual([role, first]);
    for (const mode of ['test', 'live']) {
      await browser.done('/session/mode', { mode });
      expect(await modeOf(browser)).toBe(mode);
    }
    expectProblem(await browser.post('/session/mode', { mode: 'both' }), 'invalid_request');
  }
  expect(await modeOf(await browserOf(api.ctx, api.app, { companyId, role: 'viewer' }))).toBe('test');
});

test('asking for a link takes as long for a member as for a stranger', async () => {
  const times = { member: [] as number[], stranger: [] as number[] };
  const samples = Array.from({ length: 60 }, (_, i) => i);
  for (const i of samples) {
    await api.ctx.sql`
      INSERT INTO members (id, company_id, email, role, created_at)
      VALUES (${`mem_timed${i}`}, ${api.companyId}, ${`timed${i}@example.net`}, 'viewer', ${api.ctx.clock.now()})`;
  }
  const timed = async (who: 'member' | 'stranger', i: number) => {
    const email = `${who === 'member' ? 'timed' : 'stranger'}${i}@example.net`;
    const begun = performance.now();
    expect((await requestLink(email, `10.7.0.${i}`)).statusCode).toBe(204);
    times[who].push(performance.now() - begun);
  };
  // One at a time in each of six lanes: they do not wait for each other.
  const lane = async (own: number[]) => {
    for (const i of own) for (const who of ['member', 'stranger'] as const) await timed(who, i);
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map((n) => lane(samples.filter((i) => i % 6 === n))));
  const medianOf = (all: number[]) => all.sort((one, other) => one - other)[all.length / 2] ?? 0;
  const [member, stranger] = [medianOf(times.member), medianOf(times.stranger)];
  expect(stranger).toBeGreaterThan(240);
  // Noise of a busy machine included: without the wait they are apart by all the work of a mail.
  expect(Math.abs(member - stranger)).toBeLessThan(40);
});

test('the cookie is for this host and TLS alone where the service is behind TLS', async () => {
  const ctx = { ...api.ctx, config: { ...api.ctx.config, origin: 'https://api.example.com' } };
  const app = await buildApp(ctx);
  const token = await linkFor(owner);
  const headers = { origin: 'https://api.example.com' };
  const answer = await app.inject({ method: 'POST', url: '/dashboard/api/session/open', headers, payload: { token } });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-partner_events=\S+; Path=\/; .*HttpOnly; .*; Secure$/),
    expect.stringMatching(/^__Host-partner_events_browser=\S+; Path=\/; .*HttpOnly; .*; Secure$/),
  ]);
  await app.close();
});

test('asking for a link answers the same for every address, however often it is asked', async () => {
  const answers = async (email: string) => {
    const asked = Array.from({ length: 9 }, (_, i) => requestLink(email, `198.51.100.${i}`));
    return (await Promise.all(asked)).map(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers)]);
  };
  const viewer = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'viewer', step: false });
  const known = await answers(viewer.caller.email);
  expect(known).toEqual(Array(9).fill([204, '', expect.any(Array)]));
  expect(await answers('nobody@example.net')).toEqual(known);
});

test('a known browser gets its member links while strangers ask', async () => {
  const member = await browserOf(api.ctx, api.app, { companyId: api.companyId, step: false });
  const { email } = member.caller;
  const opened = await ask('/session/open', { payload: { token: await linkFor(member) } });
  const cookie = [opened.headers['set-cookie']]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; ');
  await Promise.all(Array.from({ length: 9 }, (_, i) => requestLink(email, `198.51.101.${i}`)));
  const mails = async () => (await mailedLinks(api.ctx)).filter(({ to, token }) => to === email && token).length;
  const before = await mails();
  await requestLink(email, '203.0.113.1');
  expect(await mails()).toBe(before);
  await ask('/session/request-link', { payload: { email }, headers: { ...OWN_PAGE, cookie } });
  expect(await mails()).toBe(before + 1);
});

test('one address asks for twenty links an hour, for whomever', async () => {
  const codes: number[] = [];
  for (let i = 0; i < 21; i++) codes.push((await requestLink(`n${i}@example.net`, '203.0.113.9')).statusCode);
  expect(codes).toEqual([...Array(20).fill(204), 429]);
});

test('the session names the member and their rights', async () => {
  const finance = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'finance', step: false });
  expect(await finance.read('/session')).toMatchObject({
    second_step: { owed: false, has_totp: false },
    rights: { 'keys.read': 'role', 'use.read': 'allowed', 'members.change': 'role' },
  });
  expect((await owner.read('/session')).rights).toMatchObject({ 'keys.change': 'allowed' });
  expect(JSON.stringify(await owner.read('/session'))).not.toContain('tt_ss_');
});

test('a session that was ended is dead in every process at once', async () => {
  const other = await buildApp(api.ctx);
  const member = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'developer' });
  const elsewhere = browserWith(other, member);
  expect((await elsewhere.get('/session')).statusCode).toBe(200);
  const out = await member.post('/session/sign-out');
  expect([out.statusCode, out.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  expectProblem(await elsewhere.get('/session'), 'session_required');
  await other.close();
});

test('a member lists their sessions and ends another one', async () => {
  const member = await browserOf(api.ctx, api.app, { companyId: api.companyId, step: false });
  const token = await linkFor(member);
  const opened = await ask('/session/open', { payload: { token }, headers: { ...OWN_PAGE, 'user-agent': 'Phone' } });
  const cookie = cookieOf(givenToken(opened) ?? '');
  const { data } = await member.read('/sessions');
  const phone = data.find(({ agent }: { agent: string }) => agent === 'Phone');
  expect(data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  await member.done(`/sessions/${phone.id}/end`);
  const after = await api.app.inject({ url: '/dashboard/api/session', headers: { cookie } });
  expectProblem(after, 'session_required');
});

test('a suspended company has no sessions', async () => {
  const { id } = await createCompany(api.ctx, { name: 'Gone' });
  const member = await browserOf(api.ctx, api.app, { companyId: id });
  await suspendCompany(api.ctx, id);
  expectProblem(await member.get('/session'), 'session_required');
});

test.each<[string, Record<string, string>]>([
  ['another site', { origin: 'https://other.example' }],
  ['another site that says it is ours', { origin: 'https://other.example', 'sec-fetch-site': 'same-origin' }],
  ['another host of our site', { 'sec-fetch-site': 'same-site' }],
  ['a link that somebody followed', { 'sec-fetch-site': 'none' }],
  ['a page without an origin', { origin: 'null' }],
  ['whoever says nothing', {}],
])('a stolen cookie writes nothing from %s', async (_whence, headers) => {
  const stored = async () =>
    (await databasePlaces(api.ctx.sql)).filter(({ name }) => !name.includes('pg_stat_activity'));
  const before = await stored();
  const cookie = cookieOf(owner.token);
  for (const path of ['/session/sign-out', '/members', '/totp/remove', '/session/request-link']) {
    const answer = await ask(path, { headers: { cookie, ...headers }, payload: { email: 'x@example.org' } });
    expectProblem(answer, 'cross_site_refused');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  }
  expect(await stored()).toEqual(before);
});

test.each([
  ['the public address', (origin: string) => ({ origin })],
  ['the host that was called', () => ({ origin: 'http://localhost:80' })],
])('a page of %s may write', async (_whence, headersOf) => {
  const headers = { cookie: cookieOf(owner.token), host: 'localhost:80', ...headersOf(api.ctx.config.origin) };
  const answer = await ask('/totp/start', { headers });
  expect(answer.statusCode).toBe(400);
});

test('a form of another site is refused, whatever it says', async () => {
  const headers = { cookie: cookieOf(owner.token), ...OWN_PAGE, 'content-type': 'text/plain' };
  expectProblem(
    await ask('/members', { headers, payload: '{"email":"a@b.example","role":"owner"}' }),
    'unsupported_media_type',
  );
});

test('keys open nothing here, and sessions nothing there', async () => {
  const authorization = `Bearer ${api.keys.server.key}`;
  expectProblem(
    await api.app.inject({ url: '/dashboard/api/members', headers: { authorization } }),
    'session_required',
  );
  const session = `Bearer ${owner.token}`;
  expectProblem(await api.app.inject({ url: '/v1/events', headers: { authorization: session } }), 'key_invalid');
});

test('a link names the company and the member before it is used, only with the link, for a limited time', async () => {
  const token = await linkFor(owner);
  const show = (given: string, remoteAddress = '192.0.2.20') =>
    ask('/session/link', { payload: { token: given }, remoteAddress });
  for (let i = 0; i < 2; i++) {
    const answer = await show(token);
    expect(answer.json()).toEqual({ email: owner.caller.email, company_name: 'Example Partner' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
  expectProblem(await show(`${token.slice(0, -1)}_`), 'sign_in_link_invalid');
  for (let i = 0; i < 57; i++) await show('tt_si_guess');
  expectProblem(await show(token), 'rate_limited');
  const opened = await ask('/session/open', { payload: { token } });
  expect(opened.statusCode).toBe(200);
  expectProblem(await show(token, '192.0.2.21'), 'sign_in_link_invalid');
  const late = await linkFor(owner);
  api.ctx.clock.advance(15 * 60_000);
  expectProblem(await show(late, '192.0.2.21'), 'sign_in_link_invalid');
});

test('who signs in over another session ends that one; a wrong link ends nothing', async () => {
  const before = await browserOf(api.ctx, api.app, { companyId: api.companyId, step: false });
  const after = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'viewer', step: false });
  const headers = { ...OWN_PAGE, cookie: cookieOf(before.token) };
  await ask('/session/open', { payload: { token: 'tt_si_none' }, headers });
  expect((await before.get('/session')).statusCode).toBe(200);
  const opened = await ask('/session/open', { payload: { token: await linkFor(after) }, headers });
  expect(opened.json()).toMatchObject({ member: { id: after.memberId } });
  expect((await after.get('/session')).statusCode).toBe(200);
  expectProblem(await before.get('/session'), 'session_required');
});

test('a member ends all other sessions, and the links that were not used', async () => {
  const member = await browserOf(api.ctx, api.app, { companyId: api.companyId, step: false });
  const others: Browser[] = [];
  for (let i = 0; i < 2; i++) {
    const opened = await ask('/session/open', { payload: { token: await linkFor(member) } });
    others.push(browserWith(api.app, { ...member, token: givenToken(opened) ?? '' }));
  }
  const link = await linkFor(member);
  api.ctx.clock.advance(5 * 60_000);
  await member.read('/session');
  const { data } = await member.read('/sessions');
  const [mine, theirs] = [true, false].map((current) =>
    data.find((one: { current: boolean }) => one.current === current),
  );
  expect(Date.parse(mine.seen_at) - Date.parse(theirs.seen_at)).toBeGreaterThanOrEqual(5 * 60_000);
  expect(await member.done('/sessions/end-others')).toEqual({ ended: 2 });
  for (const other of others) expectProblem(await other.get('/session'), 'session_required');
  expect((await member.get('/session')).statusCode).toBe(200);
  expectProblem(await ask('/session/open', { payload: { token: link } }), 'sign_in_link_invalid');
});

test('a member gets a mail when they sign in in a new browser, which is known from then on', async () => {
  const member = await browserOf(api.ctx, api.app, { companyId: api.companyId, step: false });
  const signInMails = async () =>
    (await queuedMails(api.ctx)).filter(({ to, subject }) => to === member.caller.email && subject.startsWith('New'));
  const open = async (cookie: string) => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const headers = { ...OWN_PAGE, 'user-agent': agent, cookie };
    const opened = await ask('/session/open', { payload: { token: await linkFor(member) }, headers });
    return String((opened.headers['set-cookie'] as string[])[1]).split(';')[0] ?? '';
  };
  // The link of the invitation.
  expect(await signInMails()).toHaveLength(1);
  const browser = await open('');
  expect(await signInMails()).toHaveLength(2);
  expect((await signInMails()).at(-1)?.text).toMatch(/Browser: Firefox on Linux\nIP address: 127\.0\.0\.1/);
  expect(await open(browser)).toBe(browser);
  expect(await signInMails()).toHaveLength(2);
  // A token cannot be planted beforehand.
  const planted = `partner_events_browser=${'x'.repeat(40)}`;
  expect(await open(planted)).not.toBe(planted);
  expect(await signInMails()).toHaveLength(3);
  await member.done('/sessions/end-others');
  await open(browser);
  expect(await signInMails()).toHaveLength(4);
});

test('without a mail server sign-in says so to everybody, and readiness names it and does not fail', async () => {
  const app = await buildApp({ ...api.ctx, mail: null });
  const post = (path: string, payload: object, headers: Record<string, string> = OWN_PAGE) =>
    app.inject({ method: 'POST', url: `/dashboard/api${path}`, payload, headers });
  for (const email of [owner.caller.email, 'nobody@example.net']) {
    const answer = await post('/session/request-link', { email });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'mail_unavailable']);
  }
  const inviter = await browserOf(api.ctx, api.app, { companyId: api.companyId });
  const invited = await browserWith(app, inviter).post('/members', { email: 'new@example.net', role: 'viewer' });
  expect([invited.statusCode, invited.json().code]).toEqual([503, 'mail_unavailable']);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ready', warnings: [expect.stringContaining('SMTP_URL')] },
  ]);
  await app.close();
});

import { createCompany } from '../../src/companies/create-company.js';
import { inviteMember } from '../../src/members/members.js';
import { deleteExpiredSignIns, endSession, listSessions, readSession } from '../../src/members/sessions.js';
import { openSession, requestSignIn } from '../../src/members/sign-in.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { mailedLinks, signIn } from '../support/dashboard/members.js';
import { databasePlaces } from '../support/sentinel/places.js';

const HOUR = 3_600_000;
const FROM = { ip: '192.0.2.7', agent: 'Browser 1.0' };

let ctx: TestContext;
let companyId: string;
beforeEach(async () => {
  ctx = await createTestContext();
  companyId = (await createCompany(ctx, { name: 'Signs In Ltd' })).id;
});
afterEach(() => ctx.close());

const open = (token = '') => openSession(ctx, { token, ...FROM });
const invite = (email = 'ann@example.org') => inviteMember(ctx, { companyId, email, role: 'owner' });
const tokenIn = (url: string) => url.split('#')[1];

test('the link of an invitation is mailed, works once, and only its hash is kept', async () => {
  const { id, url } = await invite();
  const [mail] = await mailedLinks(ctx);
  expect(mail).toMatchObject({ to: 'ann@example.org', subject: expect.stringContaining('Signs In Ltd') });
  expect(url).toBe(`${ctx.config.origin}/dashboard/sign-in#${mail?.token}`);
  const opened = await open(mail?.token);
  expect(await readSession(ctx, opened?.token ?? '')).toMatchObject({ memberId: id, companyId, owesSecondStep: false });
  expect(await open(mail?.token)).toBeNull();
  for (const { name, text } of await databasePlaces(ctx.sql)) {
    expect([name, text.includes(mail?.token ?? '?'), text.includes(opened?.token ?? '?')]).toEqual([
      name,
      false,
      false,
    ]);
  }
});

test('of two who use a link at the same time one is signed in, and the other links of the member end with it', async () => {
  const { url } = await invite();
  ctx.clock.advance(1_000);
  await requestSignIn(ctx, { email: 'ann@example.org', ip: FROM.ip });
  const [first, second] = (await mailedLinks(ctx)).map(({ token }) => token);
  expect(tokenIn(url)).toBe(first);
  const both = await Promise.all([open(first), open(first)]);
  expect(both.filter((session) => session !== null)).toHaveLength(1);
  expect(await open(second)).toBeNull();
});

test('a link is over after a quarter of an hour', async () => {
  const { url } = await invite();
  ctx.clock.advance(15 * 60_000);
  expect(await open(tokenIn(url))).toBeNull();
});

test('asking for a link is answered alike for every address, and mails members alone, once for each company', async () => {
  const other = await createCompany(ctx, { name: 'Another Ltd' });
  await invite();
  await inviteMember(ctx, { companyId: other.id, email: 'ANN@example.org', role: 'viewer' });
  await ctx.sql`DELETE FROM mails`;
  expect(await requestSignIn(ctx, { email: 'ann@EXAMPLE.org', ip: '198.51.100.1' })).toBeUndefined();
  expect(await requestSignIn(ctx, { email: 'nobody@example.org', ip: '198.51.100.2' })).toBeUndefined();
  const mails = await mailedLinks(ctx);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Sign in to Another Ltd on Partner Events',
    'Sign in to Signs In Ltd on Partner Events',
  ]);
});

/** What strangers do from addresses of their own. */
const askedByStrangers = (times: number, email = 'ann@example.org') =>
  Promise.all(Array.from({ length: times }, (_, i) => requestSignIn(ctx, { email, ip: `198.51.100.${i}` })));
const mailsTo = async (email: string) => (await mailedLinks(ctx)).filter(({ to }) => to === email);

test('strangers who ask at once in the name of a member mail three links, and each of those signs the member in', async () => {
  await invite();
  ctx.clock.advance(16 * 60_000);
  await ctx.sql`DELETE FROM mails`;
  await askedByStrangers(60);
  const mails = await mailsTo('ann@example.org');
  expect(mails).toHaveLength(3);
  ctx.clock.advance(14 * 60_000);
  await askedByStrangers(60, 'ANN@example.org');
  expect(await mailsTo('ann@example.org')).toHaveLength(3);
  expect(await open(mails[1]?.token)).not.toBeNull();
  // Using one ends the others: the next who asks is mailed a new one.
  ctx.clock.advance(1_000);
  await requestSignIn(ctx, { email: 'ann@example.org', ip: '198.51.100.200' });
  expect(await open((await mailsTo('ann@example.org')).at(-1)?.token)).not.toBeNull();
});

test("in their known browser a member gets links while strangers ask; in another member's browser they do not", async () => {
  const here = await open((await invite()).url.split('#')[1]);
  const other = await open((await invite('bob@example.org')).url.split('#')[1]);
  await ctx.sql`DELETE FROM mails`;
  await askedByStrangers(60);
  const ask = (browser?: string | null) => requestSignIn(ctx, { email: 'ann@example.org', ip: FROM.ip, browser });
  await ask(other?.browser);
  await ask('unknown');
  expect(await mailsTo('ann@example.org')).toHaveLength(3);
  await Promise.all(Array.from({ length: 10 }, () => ask(here?.browser)));
  expect(await mailsTo('ann@example.org')).toHaveLength(6);
});

test('a letter that only Postgres takes for an i finds no member', async () => {
  await invite('ivi@example.org');
  await ctx.sql`DELETE FROM mails`;
  for (const email of ['İvi@example.org', 'ivİ@example.org']) await requestSignIn(ctx, { email, ip: FROM.ip });
  expect(await mailedLinks(ctx)).toEqual([]);
  await requestSignIn(ctx, { email: 'IVI@example.org', ip: FROM.ip });
  expect(await mailsTo('ivi@example.org')).toHaveLength(1);
});

test('an address belongs to one member in any spelling of its domain, also when it was stored differently', async () => {
  await invite('Ann@MÜLLER.example');
  const [row] = await ctx.sql<{ email: string }[]>`SELECT email FROM members`;
  expect(row?.email).toBe('Ann@xn--mller-kva.example');
  await expect(invite('ann@müller.example')).rejects.toThrow('already belongs to a member');
  const ask = async (email: string) => {
    await ctx.sql`DELETE FROM mails`;
    await ctx.sql`DELETE FROM sign_in_links`;
    await requestSignIn(ctx, { email, ip: FROM.ip });
    return (await mailedLinks(ctx)).length;
  };
  expect([await ask('ANN@mÜller.example'), await ask('ann@XN--MLLER-KVA.example')]).toEqual([1, 1]);
  await ctx.sql`UPDATE members SET email = 'Änn@müller.example'`;
  expect([await ask('Änn@müller.example'), await ask('Änn@xn--mller-kva.example')]).toEqual([1, 0]);
});

test('links and tokens from one IP address are limited', async () => {
  const ask = (i: number) => requestSignIn(ctx, { email: `nobody${i}@example.org`, ip: FROM.ip });
  for (let i = 0; i < 20; i++) await ask(i);
  await expect(ask(20)).rejects.toMatchObject({ code: 'rate_limited' });
  for (let i = 0; i < 30; i++) expect(await open(`tt_si_${i}`)).toBeNull();
  await expect(open('tt_si_30')).rejects.toMatchObject({ code: 'rate_limited' });
  const { url } = await invite();
  expect(await openSession(ctx, { ...FROM, token: tokenIn(url) ?? '', ip: '192.0.2.8' })).not.toBeNull();
});

test('IPv6 is limited by /64, because a host can take any address in it', async () => {
  for (let i = 0; i < 20; i++) await requestSignIn(ctx, { email: `nobody${i}@example.org`, ip: `2001:db8:1:2::${i}` });
  const ask = (ip: string) => requestSignIn(ctx, { email: 'nobody@example.org', ip });
  await expect(ask('2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'rate_limited' });
  await ask('2001:db8:1:3::1');
});

test('a session ends twelve hours after its last use, and after a week however much it is used', async () => {
  const idle = await signIn(ctx, { companyId, email: 'idle@example.org', role: 'owner' });
  const busy = await signIn(ctx, { companyId, email: 'busy@example.org', role: 'viewer' });
  for (let hours = 0; hours < 7 * 24; hours += 8) {
    expect(await readSession(ctx, busy.token)).not.toBeNull();
    ctx.clock.advance(8 * HOUR);
    if (hours === 8) expect(await readSession(ctx, idle.token)).toBeNull();
  }
  expect(await readSession(ctx, busy.token)).toBeNull();
  expect(await listSessions(ctx, busy)).toEqual([]);
});

test('sessions are listed, and an ended one is dead for every process at once', async () => {
  const here = await signIn(ctx, { companyId, email: 'ann@example.org', role: 'owner' });
  ctx.clock.advance(1_000);
  await requestSignIn(ctx, { email: 'ann@example.org', ip: FROM.ip });
  const token = (await mailedLinks(ctx)).at(-1)?.token ?? '';
  const phone = await openSession(ctx, { token, ip: FROM.ip, agent: `Phone ${'x'.repeat(500)}` });
  const listed = await listSessions(ctx, here);
  expect(listed.map(({ id }) => id).sort()).toEqual([here.caller.sessionId, phone?.sessionId].sort());
  expect(listed.map(({ agent }) => agent.slice(0, 5)).sort()).toEqual(['Brows', 'Phone']);
  expect(Math.max(...listed.map(({ agent }) => agent.length))).toBe(200);
  await endSession(ctx, { ...here, sessionId: here.caller.sessionId });
  expect(await readSession(ctx, here.token)).toBeNull();
  expect(await readSession(ctx, phone?.token ?? '')).not.toBeNull();
});

test('expired rows are deleted, and nothing else', async () => {
  await signIn(ctx, { companyId, email: 'old@example.org', role: 'owner' });
  await invite('unused@example.org');
  ctx.clock.advance(13 * HOUR);
  const now = await signIn(ctx, { companyId, email: 'now@example.org', role: 'viewer' });
  const { url } = await invite('fresh@example.org');
  // A session and a link; the count of tokens from the IP address of both began anew with the last one.
  expect(await deleteExpiredSignIns(ctx)).toEqual({ deleted: 2 });
  expect(await readSession(ctx, now.token)).not.toBeNull();
  expect(await open(tokenIn(url))).not.toBeNull();
  expect(await deleteExpiredSignIns(ctx)).toEqual({ deleted: 0 });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asciiAddress, foldEmail } from '../../src/core/mail-address.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { limitAttempts } from '../../src/platform/limits/limit-attempts.js';
import { LIMITS } from '../../src/platform/limits/limits.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { databasePlaces } from '../support/sentinel/places.js';

let ctx: TestContext;
let made = 0;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const named = (what: string) => `${what}_${made++}`;
const allowed = async (attempts: Promise<void>[]) =>
  (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;

test('of sixty at once, as many pass as are allowed', async () => {
  const by = { member: named('mem'), company: named('cmp'), endpoint: named('whk') };
  const all = Array.from({ length: 60 }, () => limitAttempts(ctx, 'replay', by));
  expect(await allowed(all)).toBe(LIMITS.replay.endpoint);
});

test('each member, company and target has a count of its own', async () => {
  const [company, host] = [named('cmp'), named('host')];
  const check = (more: { member?: string; company?: string; host?: string }) =>
    limitAttempts(ctx, 'receiver_check', { member: named('mem'), company, host, ...more });
  const { member, company: most } = LIMITS.receiver_check;
  const one = named('mem');
  expect(await allowed(Array.from({ length: 15 }, () => check({ member: one, host: named('host') })))).toBe(member);
  // The refused attempts of one member leave the company's others alone.
  expect(await allowed(Array.from({ length: 15 }, () => check({ host: named('host') })))).toBe(most - member);
  const others = Array.from({ length: 30 }, () => check({ company: named('cmp') }));
  expect(await allowed(others)).toBe(LIMITS.receiver_check.host);
});

test('a subject with several names is counted once', async () => {
  const invite = (mailbox: string) =>
    limitAttempts(ctx, 'invitation', { member: named('mem'), company: named('cmp'), mailbox });
  for (const mailbox of ['ann@x.org', 'Ann@x.org', 'ANN@X.ORG', 'aNN@x.org', 'ann@X.org']) await invite(mailbox);
  await expect(invite('anN@x.org')).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(invite('ann+party@x.org')).rejects.toMatchObject({ code: 'rate_limited' });
  await invite('ann.party@x.org');
  const buyer = (address: string) => limitAttempts(ctx, 'free_order_again', { buyer: `evt_1 ${address}` });
  await buyer('bob@x.org');
  await expect(buyer('bob+2@x.org')).rejects.toMatchObject({ code: 'rate_limited' });
  await buyer('rob+2@x.org');
  const ask = (ip: string) => limitAttempts(ctx, 'sign_in_link', { ip });
  for (let i = 0; i < LIMITS.sign_in_link.ip; i++) await ask(`2001:db8:7:2::${i}`);
  await expect(ask('2001:db8:7:2:ffff::1')).rejects.toMatchObject({ code: 'rate_limited' });
  await ask('2001:db8:7:3::1');
});

test('the answer says how long to wait, in minutes and in seconds, and a window begins with its first attempt', async () => {
  const member = named('mem');
  const attempt = () => limitAttempts(ctx, 'code', { member });
  for (let i = 0; i < LIMITS.code.member; i++) await attempt();
  const refused = (detail: string, seconds: number) =>
    expect(attempt()).rejects.toMatchObject({
      code: 'rate_limited',
      message: `Too many attempts. Try again in ${detail}.`,
      headers: { 'Retry-After': String(seconds) },
    });
  await refused('15 minutes', 900);
  ctx.clock.advance(13 * 60_000 + 500);
  await refused('2 minutes', 120);
  ctx.clock.advance(60_000);
  await refused('a minute', 60);
  ctx.clock.advance(60_000);
  await attempt();
});

test('the database does not contain the counted subjects', async () => {
  await limitAttempts(ctx, 'test_delivery', { member: 'mem_hidden', company: 'cmp_hidden', host: 'host.hidden' });
  const places = (await databasePlaces(ctx.sql)).filter(({ name }) => name.includes('attempt_counts'));
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter(({ text }) => text.includes('hidden'))).toEqual([]);
});

test.each(['İstanbul@X.org', 'ISTANBUL@x.org', '\u212Aelvin@x.org', 'STRASSE@ẞ.org', 'ΣΊΣΥΦΟΣ@x.org', 'Ann+Tag@X.Org'])(
  '%s is folded alike here and in the database',
  async (email) => {
    const [row] = await ctx.sql<{ folded: string }[]>`SELECT lower(${asciiAddress(email)} COLLATE "C") AS folded`;
    expect(foldEmail(email)).toBe(row?.folded);
  },
);

test('docs/monitoring.md prints the table', () => {
  const document = readFileSync(join(projectRoot(), 'docs/monitoring.md'), 'utf8');
  const rows = [...document.matchAll(/^\| `(\w+)`: .*\|$/gm)].map(([line, name = '']) => {
    const [minutes = '', atMost = ''] = line.split(' | ').slice(1);
    const counts = [...atMost.matchAll(/(\d+) an? (?:IP address|(\w+))/g)].map(([, n, of = 'ip']) => [of, Number(n)]);
    return [name, { minutes: Number(minutes), ...Object.fromEntries(counts) }];
  });
  expect(Object.fromEntries(rows)).toEqual(LIMITS);
});

import jsQR from 'jsqr';
import { createKey } from '../../../src/access/create-key.js';
import { revokeKey } from '../../../src/access/keys.js';
import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { setAgreement } from '../../../src/companies/set-agreement.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';
import { addSignals } from '../../../src/signals/sql/signals.js';
import { bearer, createTestApi, type TestApi, WEBSITE } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard/dashboard.js';
import { addKey, addSale, addTicketedEvent } from '../../support/data/build.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
let marketing: Browser;
const events: Record<'lisbon' | 'hamburg' | 'free', string> = { lisbon: '', hamburg: '', free: '' };
beforeAll(async () => {
  api = await createTestApi({ context: { now: '2026-11-01T11:00:00.000Z' } });
  const { ctx, companyId } = api;
  for (const name of ['lisbon', 'hamburg', 'free'] as const) {
    const { eventId } = await addTicketedEvent(ctx, name === 'free' ? { reward: null } : {});
    events[name] = eventId;
    const place = name === 'lisbon' ? { city: 'Lisbon', country: 'PT' } : { city: 'Hamburg', country: 'DE' };
    await ctx.sql`UPDATE events SET ${ctx.sql({ ...place, can_share: name !== 'free' })} WHERE id = ${eventId}`;
  }
  await project();
  await setAgreement(ctx, {
    company: companyId,
    agreement: { countries: ['DE'], categories: null, payingOnly: false },
  });
  marketing = await browserOf(ctx, api.app, { companyId, role: 'marketing' });
});
afterAll(() => api.close());

async function project(): Promise<void> {
  const { sql, clock } = api.ctx;
  await sql.begin((tx) => enqueue(tx, 'event.touched', Object.values(events), clock.now()));
  await projectChanges(api.ctx);
}

const live = { mode: 'live' };

/** The text of a QR code that is drawn as runs of dark squares. */
function scan(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 4;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(run)) * scale; column += 1)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  }
  return jsQR(pixels, width, width)?.data;
}

test('shows the events of the company’s keys, with links bound to its newest website key', async () => {
  const answer = await api.app.inject({ url: '/v1/events', headers: bearer(api.keys.website, { origin: WEBSITE }) });
  const seen: { id: string; tickets: { buy_url: string } }[] = answer.json().events;
  const { data, key } = await marketing.read('/links', live);
  expect(data.map(({ id }: { id: string }) => id)).toEqual(seen.map(({ id }) => id));
  expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([events.hamburg, events.free].sort());
  expect(key).toEqual({ id: api.keys.website.id, name: expect.any(String) });
  const rewards = Object.fromEntries(data.map(({ id, reward }: { id: string; reward: unknown }) => [id, reward]));
  expect(rewards).toEqual({
    [events.hamburg]: { amount: 5, percent: null, currency: 'EUR' },
    [events.free]: null,
  });

  const { url, text } = await marketing.read(`/links/${events.hamburg}`, { ...live, sub_id: 'insta.story' });
  const buyUrl = seen.find(({ id }) => id === events.hamburg)?.tickets.buy_url;
  expect(url).toBe(`${buyUrl}&sub_id=insta.story`);
  expect(text.split('\n')).toEqual(['Concert', 'Tue 1 Dec 2026, 20:00 · Coliseu · Hamburg', url]);
  // The organizer of the other does not let it be shared further.
  expect((await marketing.read(`/links/${events.free}`, live)).text).toBeNull();
  // Another key is chosen.
  const chosen = await marketing.read(`/links/${events.hamburg}`, { ...live, key_id: api.keys.server.id });
  expect(chosen.key.id).toBe(api.keys.server.id);
  expect(chosen.url).not.toContain(new URL(url).searchParams.get('ref'));
  expect((await marketing.read('/links', { ...live, city: 'Lisbon' })).data).toEqual([]);
  const searched = async (search: string) => (await marketing.read('/links', { ...live, search })).data.length;
  expect([await searched('COLISEU hambü'), await searched('coliseu lisbon')]).toEqual([2, 0]);
});

test('the QR codes lead to the same link', async () => {
  const query = { ...live, sub_id: 'poster' };
  const { url } = await marketing.read(`/links/${events.hamburg}`, query);
  const png = await marketing.get(`/links/${events.hamburg}/qr.png`, query);
  expect(png.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="qr-concert.png"',
  });
  expect([png.rawPayload.toString('latin1', 1, 4), png.rawPayload.readUInt32BE(16)]).toEqual(['PNG', 1_024]);
  const svg = await marketing.get(`/links/${events.hamburg}/qr.svg`, query);
  expect(svg.headers['content-type']).toBe('image/svg+xml');
  expect(scan(svg.body)).toBe(url);
});

test.each([
  ['a sub ID that the API refuses', () => [`/links/${events.hamburg}`, { ...live, sub_id: 'a b' }] as const, 400],
  ['an event outside the agreement', () => [`/links/${events.lisbon}`, live] as const, 404],
  ['a QR code of it', () => [`/links/${events.lisbon}/qr.png`, live] as const, 404],
  [
    'a test key for live links',
    () => [`/links/${events.hamburg}`, { ...live, key_id: api.keys.test.id }] as const,
    404,
  ],
])('refuses %s', async (_what, call, status) => {
  const [path, query] = call();
  const answer = await marketing.get(path, query);
  expect(answer.statusCode).toBe(status);
  if (status === 400) expect(answer.json().errors).toMatchObject([{ field: 'sub_id' }]);
});

test('without a key, or with revoked keys alone, the events are shown and there are no links', async () => {
  const { ctx, app } = api;
  const { id: companyId } = await createCompany(ctx, { name: 'Keyless' });
  const { id: keyId } = await createKey(ctx, { companyId, kind: 'server' });
  await revokeKey(ctx, { companyId, keyId });
  const member = await browserOf(ctx, app, { companyId, role: 'marketing' });
  const { data, key, keys } = await member.read('/links', live);
  expect([data.length, key, keys]).toEqual([3, null, []]);
  expect((await member.get(`/links/${events.hamburg}`, live)).statusCode).toBe(404);
});

test('lists promoted events, and by a filter only unsellable ones', async () => {
  const { ctx, companyId } = api;
  const seller = await addKey(ctx, companyId, 'server');
  const clicked = await addTicketedEvent(ctx);
  const sold = await addTicketedEvent(ctx);
  const unseen = await addTicketedEvent(ctx, { status: 'cancelled' });
  const now = ctx.clock.now();
  const signal = { keyId: seller.keyId, companyId, shown: 0, at: now, digest: null };
  await addSignals(
    ctx.sql,
    [
      { ...signal, type: 'checkout', eventId: clicked.eventId, subId: 'mail' },
      { ...signal, type: 'impression', eventId: unseen.eventId },
    ],
    now,
  );
  await addSale(ctx, seller, sold);
  const ids = async (query = {}) => {
    const { data } = await marketing.read('/promoted-events', { ...live, ...query });
    return data.map(({ id }: { id: string }) => id).sort();
  };
  expect(await ids()).toEqual([clicked.eventId, sold.eventId].sort());
  expect(await ids({ unsellable: 'true' })).toEqual([]);
  await ctx.sql`UPDATE events SET status = 'sold_out', status_before_sold_out = 'scheduled' WHERE id = ${clicked.eventId}`;
  await ctx.sql`UPDATE events SET shared = false WHERE id = ${sold.eventId}`;
  expect(await ids({ unsellable: 'true' })).toEqual([clicked.eventId, sold.eventId].sort());
  expect((await marketing.read('/promoted-events', { ...live, unsellable: 'true' })).data).toContainEqual({
    ...{
      id: clicked.eventId,
      name: 'Concert',
      date: '2026-12-01',
      city: 'Lisbon',
      status: 'sold_out',
      withdrawn: false,
    },
  });
  // Clicks of test keys are of test mode, and other companies' of theirs.
  expect((await marketing.read('/promoted-events', { mode: 'test' })).data).toEqual([]);
});

test.each(['/earnings', '/earnings/csv', '/funnel', '/funnel/unsold', '/campaigns', '/links'])(
  'days of %s are in years that people mean',
  async (path) => {
    for (const [field, day] of [
      ['from', '0001-01-01'],
      ['to', '9999-12-31'],
    ] as const) {
      const { errors } = expectProblem(await marketing.get(path, { ...live, [field]: day }), 'invalid_request');
      expect(errors).toEqual([{ field, message: 'must be between 1970 and 2200' }]);
    }
  },
);

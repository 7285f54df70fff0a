import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../support/command.js';
import { addSale, addTicketedEvent } from '../support/data/build.js';
import { type BulkSite, createBulkSite, download, linesOf } from '../support/data/bulk.js';
import { addEvents, walk } from '../support/data/listings.js';
import { postSignal } from '../support/data/track.js';

let site: BulkSite;
const company = 'Example Partner';

beforeAll(async () => {
  // The command has its own clock.
  site = await createBulkSite({ now: new Date().toISOString() });
  const soon = new Date(site.ctx.clock.now().getTime() + 5 * 86_400_000);
  await addEvents(site.ctx, [
    { country: 'DE', category: 'music', starts_at: soon },
    { country: 'DE', category: 'music' },
    { country: 'DE', category: 'film', starts_at: soon },
    { country: 'FR', category: 'music', starts_at: soon },
    {
      country: 'FI',
      category: 'music',
      starts_at: soon,
      reward_kind: null,
      reward_amount_minor: null,
      reward_currency: null,
    },
  ]);
});
afterAll(() => site.close());

const partner = (...args: string[]) => runCli(site.ctx, args);

async function add(...options: string[]): Promise<string> {
  const { code, out, err } = await partner('subscription', 'add', '--company', company, ...options);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [id = '', ...addresses] = out.trim().split('\n');
  expect(id).toMatch(/^bfs_[A-Za-z0-9]{6,40}$/);
  expect(addresses).toEqual(['ndjson', 'csv'].map((format) => `  ${site.ctx.config.baseUrl}/bulk/${id}.${format}.gz`));
  return id;
}

describe('subscription', () => {
  test('add, list, the file, remove', async () => {
    const everything = await add();
    const narrow = await add(
      ...['--name', 'Next week', '--country', 'de,FR', '--category', 'music', '--days-ahead', '7', '--paying-only'],
    );
    const wanted = (await walk(site.ctx)).filter(
      ({ location, category, starts_at, earn }) =>
        ['DE', 'FR'].includes(location.country ?? '') &&
        category === 'music' &&
        earn.eligible &&
        Date.parse(starts_at ?? '') < site.ctx.clock.now().getTime() + 7 * 86_400_000,
    );
    expect(wanted).toHaveLength(2);
    const reply = await download(site, `${narrow}.ndjson.gz`);
    expect(linesOf(reply.body).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));

    const { out } = await partner('company', 'show', company);
    expect(out.match(/^Subscription .*/gm)).toEqual([
      expect.stringContaining(everything),
      expect.stringMatching(new RegExp(`${narrow} \\(Next week\\): .*DE.*FR.*music.*the next 7 days`)),
    ]);

    const [{ path = '' } = {}] = await site.ctx.sql<{ path: string }[]>`
      SELECT path FROM bulk_files WHERE subscription_id = ${narrow}`;
    const file = join(site.folder, 'files', path);
    expect(existsSync(file)).toBe(true);
    expect(await partner('subscription', 'remove', narrow)).toEqual({ code: 0, out: 'removed\n', err: '' });
    expect(existsSync(file)).toBe(false);
    expect((await site.fetch(`${narrow}.ndjson.gz`)).status).toBe(404);
    await partner('subscription', 'remove', everything);
  });

  test('a sixth is refused, with what to do', async () => {
    for (let i = 0; i < 5; i += 1) await site.subscribe();
    const { code, err } = await partner('subscription', 'add', '--company', company);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^.*already has 5 subscriptions; remove one.*\n$/),
    });
    await site.ctx.sql`DELETE FROM bulk_subscriptions`;
  });

  test.each([
    [['add', '--company', company, '--country', 'Germany'], 'two-letter codes'],
    [['add', '--company', company, '--days-ahead', '9999'], 'from 1 to 3650'],
    [['remove', 'bfs_unknown'], 'There is no subscription bfs_unknown.'],
  ])('refused in one message: %j', async (args, message) => {
    const { code, out, err } = await partner('subscription', ...args);
    expect({ code, out }).toEqual({ code: err.startsWith('There is') ? 1 : 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  });
});

test('stats: views, clicks and sales by day, live apart from test, and their totals', async () => {
  const { ctx, keys, companyId } = site;
  const now = ctx.clock.now();
  const [today, yesterday] = [0, 1].map((days) =>
    new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10),
  );
  const [event, sample] = [await addTicketedEvent(ctx), await addTicketedEvent(ctx, { test: true })];
  const send = (body: object) => postSignal(site, { body, headers: { origin: 'https://shop.example' } });
  const { key } = keys.website;

  ctx.clock.set(`${yesterday}T23:59:59.999Z`);
  await send({ type: 'impression', shown: 20, key });
  await send({ type: 'event_view', event_id: event.eventId, key, view: 'load-0001' });
  await send({ type: 'event_view', event_id: event.eventId, key, view: 'load-0001' });
  await addSale(ctx, { companyId, keyId: site.live.id, ref: '', kind: 'server' }, event);
  ctx.clock.set(`${today}T00:00:00.000Z`);
  for (let i = 0; i < 3; i += 1) await send({ type: 'event_click', event_id: event.eventId, key });
  await send({ type: 'event_click', event_id: sample.eventId, key: keys.test.key });

  const table = async (...options: string[]) => {
    const range = ['--from', yesterday ?? '', '--to', today ?? ''];
    const { code, out, err } = await partner('stats', '--company', company, ...range, ...options);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
  };
  const headings = ['DAY', 'IMPRESSIONS', 'EVENTS SHOWN', 'VIEWS', 'CLICKS', 'SALES'];
  expect(await table()).toEqual([
    headings,
    [yesterday, '1', '20', '1', '0', '1'],
    [today, '0', '0', '0', '3', '0'],
    ['total', '1', '20', '1', '3', '1'],
  ]);
  expect(await table('--mode', 'test')).toEqual([
    headings,
    [yesterday, '0', '0', '0', '0', '0'],
    [today, '0', '0', '0', '1', '0'],
    ['total', '0', '0', '0', '1', '0'],
  ]);
});

import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { type BulkLine, type BulkSite, createBulkSite, download, linesOf } from '../support/data/bulk.js';
import { addEvents, walk } from '../support/data/listings.js';

const MOST = 40;
let site: BulkSite;

beforeAll(async () => {
  site = await createBulkSite({ env: { BULK_MAX_EVENTS: String(MOST) } });
  const start = site.ctx.clock.now().getTime();
  // Added in three goes, so that their changes have three instants.
  for (const category of ['music', 'film', 'dance']) {
    const events = Array.from({ length: 20 }, (_, i) => ({
      category,
      starts_at: new Date(start + (1 + ((i * 7) % 50)) * 86_400_000),
    }));
    await addEvents(site.ctx, events);
    site.ctx.clock.advance(60_000);
  }
});
afterAll(() => site.close());
beforeEach(() => site.ctx.sql`DELETE FROM bulk_subscriptions`);

const idsOf = (lines: BulkLine[]) => lines.map(({ id }) => id);

test('more events than a file holds: the soonest of them, and the answer says so', async () => {
  const soonest = (await walk(site.ctx)).slice(0, MOST).map(({ id }) => id);
  const reply = await download(site, `${await site.subscribe()}.ndjson.gz`);
  expect(reply.headers).toMatchObject({ 'service-bulk-truncated': 'true', 'service-bulk-events': String(MOST) });
  expect(idsOf(linesOf(reply.body))).toEqual(soonest);

  const csv = await download(site, `${await site.subscribe()}.csv.gz`);
  expect(csv.headers['service-bulk-truncated']).toBe('true');
  expect(idsOf(parse(gunzipSync(csv.body), { columns: true }))).toEqual(soonest);
});

test('exactly as many as a file holds, and fewer, are all of them', async () => {
  for (const categories of [['music', 'film'], ['dance']]) {
    const reply = await download(site, `${await site.subscribe({ categories })}.ndjson.gz`);
    expect(linesOf(reply.body)).toHaveLength(categories.length * 20);
    expect(reply.headers['service-bulk-truncated']).toBeUndefined();
  }
});

test('more changes than a file takes: the earliest of them, and a reader who continues where it says gets all', async () => {
  const id = await site.subscribe();
  const seen = new Set<string>();
  const kinds: (string | undefined)[] = [];
  for (let since: string | undefined = '2020-01-01T00:00:00Z', files = 0; since && files < 5; files += 1) {
    const { body, headers } = await download(site, `${id}.ndjson.gz?changed_since=${since}`);
    for (const line of linesOf(body)) seen.add(line.id);
    kinds.push(headers['service-bulk-truncated']);
    since = headers['service-bulk-truncated'] && headers['service-bulk-changed-until'];
  }
  expect([...seen].sort()).toEqual((await walk(site.ctx)).map((event) => event.id).sort());
  expect(kinds).toEqual(['true', undefined]);
});

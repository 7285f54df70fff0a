import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { createKey } from '../../../src/access/create-key.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { EVENT_CSV } from '../../../src/listings/rules/event-csv.js';
import type { RunningWorker } from '../../../worker/start-worker.js';
import { type BulkSite, codeOf, createBulkSite, linesOf } from '../../support/data/bulk.js';
import { addEvents, change, walk } from '../../support/data/listings.js';
import { startBulkWorker } from '../../support/temporal/bulk-worker.js';

const MINUTE = 60_000;
let site: BulkSite;
let worker: RunningWorker;
/** A subscription that covers everything. */
let everything: string;

beforeAll(async () => {
  site = await createBulkSite({ now: new Date().toISOString() });
  worker = await startBulkWorker(site.ctx);
  await addEvents(site.ctx, [
    { name: 'One, "quoted"', city: 'Berlin', country: 'DE' },
    { name: '=HYPERLINK("x")', city: 'Paris', country: 'FR' },
    {
      name: 'Ääni\u2028 🎸',
      city: 'Helsinki',
      country: 'FI',
      reward_kind: null,
      reward_amount_minor: null,
      reward_currency: null,
    },
  ]);
  everything = await site.subscribe();
  await addEvents(site.ctx, [{ id: 'evt_test_bulk_one', test: true, name: 'Sample' }]);
});
afterAll(async () => {
  await worker.stop();
  await site.close();
});

test('200: a full NDJSON file holds the objects of /events, in its order', async () => {
  const reply = await site.fetch(`${everything}.ndjson.gz`);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-length': String(reply.body.length),
    'accept-ranges': 'bytes',
    'service-bulk-kind': 'full',
    'service-bulk-content-type': 'application/x-ndjson',
    'cache-control': 'private',
  });
  expect(reply.headers.etag).toMatch(/^"[\w-]+"$/);
  expect(reply.headers['service-bulk-truncated']).toBeUndefined();
  const { events } = (
    await site.app.inject({ url: '/v1/events', headers: { authorization: `Bearer ${site.live.key}` } })
  ).json();
  expect(events).toHaveLength(3);
  expect(linesOf(reply.body)).toEqual(events);
});

test('200: the CSV file has the fixed columns', async () => {
  const reply = await site.fetch(`${await site.subscribe({ countries: ['FR'] })}.csv.gz`);
  expect(reply.headers['service-bulk-content-type']).toBe('text/csv; charset=utf-8');
  const [header, ...rows] = parse(gunzipSync(reply.body)) as string[][];
  expect(header?.join()).toBe(EVENT_CSV.header.trimEnd());
  expect(rows.map((row) => row[1])).toEqual([`'=HYPERLINK("x")`]);
});

test('200: a test key gets samples without a capability, and only those', async () => {
  const reply = await site.fetch(`${everything}.ndjson.gz`, { key: site.keys.test });
  expect(reply.status).toBe(200);
  expect(linesOf(reply.body).map((event) => event.id)).toEqual(['evt_test_bulk_one']);
});

async function fresh(): Promise<string> {
  await site.ctx.sql`DELETE FROM bulk_subscriptions`;
  return site.subscribe();
}

test('429: a second full file within 15 minutes, in either format; a changes file at any time', async () => {
  const id = await fresh();
  expect((await site.fetch(`${id}.ndjson.gz`)).status).toBe(200);
  site.ctx.clock.advance(4 * MINUTE);
  for (const file of [`${id}.ndjson.gz`, `${id}.csv.gz`]) {
    const refused = await site.fetch(file);
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([429, 'bulk_too_soon', '660']);
    expect(refused.headers['content-type']).toBe('application/problem+json');
  }
  for (let i = 0; i < 2; i += 1) {
    const changes = await site.fetch(`${id}.ndjson.gz?changed_since=2020-01-01T00:00:00Z`);
    expect([changes.status, changes.headers['service-bulk-kind']]).toEqual([200, 'changes']);
  }
  expect((await site.fetch(`${id}.ndjson.gz`, { key: site.keys.test })).status).toBe(200);
  site.ctx.clock.advance(11 * MINUTE);
  expect((await site.fetch(`${id}.csv.gz`)).status).toBe(200);
});

test('206, 304, 416 and HEAD are exempt from the clock, and parts join to the whole', async () => {
  const id = await fresh();
  const file = `${id}.ndjson.gz`;
  const whole = await site.fetch(file);
  const etag = whole.headers.etag ?? '';
  const size = whole.body.length;

  const first = await site.fetch(file, { headers: { range: 'bytes=0-99' } });
  expect([first.status, first.headers['content-range'], first.headers['content-length']]).toEqual([
    206,
    `bytes 0-99/${size}`,
    '100',
  ]);
  const rest = await site.fetch(file, { headers: { range: 'bytes=100-', 'if-range': etag } });
  expect(rest.status).toBe(206);
  expect(Buffer.concat([first.body, rest.body])).toEqual(whole.body);
  const end = await site.fetch(file, { headers: { range: 'bytes=-8' } });
  expect([end.status, end.body]).toEqual([206, whole.body.subarray(-8)]);
  const behind = await site.fetch(file, { headers: { range: `bytes=${size}-` } });
  expect([behind.status, codeOf(behind), behind.headers['content-range']]).toEqual([
    416,
    'range_not_satisfiable',
    `bytes */${size}`,
  ]);

  const known = await site.fetch(file, { headers: { 'if-none-match': `"other", W/${etag}` } });
  expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag]);
  const head = await site.fetch(file, { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(size), 0]);
  expect((await site.fetch(file, { headers: { range: 'bytes=0-9', 'if-range': '"old"' } })).status).toBe(429);
  // A download that broke off goes on after the next file could be made.
  site.ctx.clock.advance(20 * MINUTE);
  const late = await site.fetch(file, { headers: { range: 'bytes=50-59', 'if-range': etag } });
  const both = { range: 'bytes=50-59', 'if-range': etag, 'if-none-match': etag };
  expect((await site.fetch(file, { headers: both })).status).toBe(304);
  expect([late.status, late.body]).toEqual([206, whole.body.subarray(50, 60)]);
});

test('403 and 404: without the capability, of another company, unknown, malformed; keys in headers only', async () => {
  const id = await fresh();
  const without = await site.fetch(`${id}.ndjson.gz`, { key: site.keys.server });
  expect([without.status, codeOf(without)]).toEqual([403, 'capability_required']);
  const website = await site.fetch(`${id}.ndjson.gz`, {
    key: site.keys.website,
    headers: { origin: 'https://shop.example' },
  });
  expect([website.status, codeOf(website)]).toEqual([403, 'key_kind_not_allowed']);
  const { id: companyId } = await createCompany(site.ctx, { name: 'Other' });
  const other = await createKey(site.ctx, { companyId, kind: 'server', capabilities: ['BULK_FEEDS'] });
  const refusals = [
    await site.fetch(`${id}.ndjson.gz`, { key: other }),
    await site.fetch('bfs_unknown123.ndjson.gz'),
    await site.fetch(`${id}.xml.gz`),
    await site.fetch('bfs_short.ndjson.gz'),
  ];
  const bodies = refusals.map(({ status, body }) => ({ status, ...JSON.parse(body.toString()), request_id: '' }));
  expect(bodies[0]).toMatchObject({ status: 404, code: 'file_not_found' });
  for (const body of bodies) expect(body).toEqual(bodies[0]);
  const inUrl = await site.app.inject(`/v1/bulk/${id}.ndjson.gz?key=${site.live.key}`);
  expect([401, 400]).toContain(inUrl.statusCode);
  const bad = await site.fetch(`${id}.ndjson.gz?changed_since=yesterday`);
  expect([bad.status, codeOf(bad)]).toEqual([400, 'invalid_request']);
});

test('the changes file lists what to take down; the next one begins where it says', async () => {
  const id = await fresh();
  const full = await site.fetch(`${id}.ndjson.gz`);
  const since = full.headers['service-bulk-changed-until'];
  const [first, second] = linesOf(full.body);
  site.ctx.clock.advance(MINUTE);
  await change(site.ctx, first?.id ?? '', { shared: false });
  await change(site.ctx, second?.id ?? '', { status: 'cancelled' });
  const changes = await site.fetch(`${id}.ndjson.gz?changed_since=${since}`);
  expect(linesOf(changes.body)).toEqual([
    expect.objectContaining({ id: second?.id, status: 'cancelled' }),
    { object: 'withdrawn', id: first?.id, withdrawn_at: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  expect(changes.headers['service-bulk-withdrawn']).toBe('1');
  const csv = await site.fetch(`${id}.csv.gz?changed_since=${since}`);
  expect(csv.headers['service-bulk-withdrawn']).toBe('1');
  expect(parse(gunzipSync(csv.body))).toHaveLength(2);
  await change(site.ctx, first?.id ?? '', { shared: true });
  await change(site.ctx, second?.id ?? '', { status: 'scheduled' });
  expect(await walk(site.ctx)).toHaveLength(3);
});

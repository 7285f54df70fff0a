import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBulkFile } from '../../src/bulk/build-file.js';
import { requestBuild } from '../../src/bulk/get-bulk-file.js';
import type { BulkFormat, BulkScope } from '../../src/bulk/rules/bulk.js';
import { findBulkFile, isReady, type ReadyFile } from '../../src/bulk/sql/bulk-files.js';
import { addSubscription } from '../../src/bulk/subscriptions.js';
import { setAgreement } from '../../src/companies/set-agreement.js';
import { type BulkSite, createBulkSite, linesOf } from '../support/data/bulk.js';
import { addEvents, change, walk } from '../support/data/listings.js';

const MANY = 1_200;
const NAMES = ['Ääni\u2028\u2029', '日本語 🎸', 'a\\b "c" \t', '\u200f\u05e9\u05dc\u05d5\u05dd', "it's; DROP"];
let site: BulkSite;

beforeAll(async () => {
  site = await createBulkSite();
  const start = site.ctx.clock.now().getTime();
  await addEvents(
    site.ctx,
    Array.from({ length: MANY }, (_, i) => ({
      name: `${NAMES[i % NAMES.length]} ${i} ${'x'.repeat(i % 700)}`,
      country: ['DE', 'FR', 'FI'][i % 3],
      category: ['music', "theatre 'n dance"][i % 2],
      starts_at: new Date(start + (i % 90) * 86_400_000 + 3_600_000),
      ...(i % 4 === 0 && { reward_kind: null, reward_amount_minor: null, reward_currency: null }),
    })),
  );
});
afterAll(async () => {
  await site.close();
});

interface BuildOptions {
  format?: BulkFormat;
  since?: string | null;
  signal?: AbortSignal;
  report?: () => void;
}

async function begin(subscriptionId: string, { format = 'ndjson', since = null }: BuildOptions = {}): Promise<string> {
  const [key] = await site.ctx.sql<{ id: string }[]>`
    SELECT id FROM api_keys WHERE 'BULK_FEEDS' = ANY (capabilities) LIMIT 1`;
  return requestBuild(site.ctx, { subscriptionId, keyId: key?.id ?? '', mode: 'live', format, since, scope: '' });
}

async function build(subscriptionId: string, options: BuildOptions = {}): Promise<{ row: ReadyFile; gz: Buffer }> {
  const fileId = await begin(subscriptionId, options);
  const { signal = new AbortController().signal, report = () => {} } = options;
  await buildBulkFile(site.ctx, { fileId, signal, report });
  const row = await findBulkFile(site.ctx.sql, fileId);
  if (!row || !isReady(row)) throw new Error(`the file is ${row?.state}`);
  return { row, gz: readFileSync(join(site.folder, 'files', row.path)) };
}

async function subscribe(scope: Partial<BulkScope> = {}): Promise<string> {
  await site.ctx.sql`DELETE FROM bulk_subscriptions`;
  return (await addSubscription(site.ctx, { company: site.companyId, ...scope })).id;
}

test('two builds of an unchanged catalogue are the same bytes, in each format', async () => {
  const id = await subscribe();
  for (const format of ['ndjson', 'csv'] as const) {
    const [first, second] = [await build(id, { format }), await build(id, { format })];
    expect(first.gz.equals(second.gz)).toBe(true);
    expect(second.row).toMatchObject({ etag: first.row.etag, bytes: first.gz.length, events: MANY, truncated: false });
    expect(second.row.path).not.toBe(first.row.path);
  }
});

test('a subscription narrows the agreement and never widens it', async () => {
  const soon = new Date(site.ctx.clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10);
  const id = await subscribe({
    countries: ['DE', 'FR'],
    categories: ['theatre'],
    payingOnly: true,
    daysAhead: 7,
  });
  // No command saves such a name; the parts of a statement must still be safe.
  await site.ctx.sql`UPDATE bulk_subscriptions SET categories = ${["theatre 'n dance"]} WHERE id = ${id}`;
  const lines = linesOf((await build(id)).gz);
  const wanted = (await walk(site.ctx, { to: soon })).filter(
    ({ location, category, earn }) =>
      ['DE', 'FR'].includes(location.country ?? '') && category === "theatre 'n dance" && earn.eligible,
  );
  expect(wanted.length).toBeGreaterThan(3);
  expect(lines.map((line) => line.id)).toEqual(wanted.map((event) => event.id));

  const unlimited = { countries: null, categories: null, payingOnly: false };
  await setAgreement(site.ctx, { company: site.companyId, agreement: { ...unlimited, countries: ['FI', 'FR'] } });
  const narrowed = linesOf((await build(id)).gz).map((line) => line.id);
  expect(narrowed).toEqual(wanted.filter((event) => event.location.country === 'FR').map((event) => event.id));
  await setAgreement(site.ctx, { company: site.companyId, agreement: { ...unlimited, countries: ['FI'] } });
  expect(linesOf((await build(id)).gz)).toEqual([]);
  await setAgreement(site.ctx, { company: site.companyId, agreement: unlimited });
});

test('a change during the build of a file is in it wholly or not at all', async () => {
  const id = await subscribe();
  const before = linesOf((await build(id)).gz).map((line) => line.name);
  let changed: Promise<unknown> | undefined;
  const { gz } = await build(id, {
    report: () => {
      changed ??= site.ctx.sql`UPDATE event_listings SET doc = replace(doc, '"name":"', '"name":"MIXED ')`;
    },
  });
  await changed;
  expect(linesOf(gz).map((line) => line.name)).toEqual(before);
  const after = linesOf((await build(id)).gz).map((line) => String(line.name));
  expect(after.every((name) => name.startsWith('MIXED '))).toBe(true);
  await site.ctx.sql`UPDATE event_listings SET doc = replace(doc, '"name":"MIXED ', '"name":"')`;
});

test('asked to stop, a build leaves no file behind, and the next one is whole', async () => {
  const id = await subscribe();
  const stop = new AbortController();
  const fileId = await begin(id);
  const stopped = buildBulkFile(site.ctx, {
    fileId,
    signal: stop.signal,
    report: () => stop.abort(new Error('stopped')),
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect((await findBulkFile(site.ctx.sql, fileId))?.state).toBe('building');
  await buildBulkFile(site.ctx, { fileId, signal: new AbortController().signal, report: () => {} });
  expect((await findBulkFile(site.ctx.sql, fileId))?.state).toBe('ready');
});

test('a changes file is narrowed too, and lists events that moved beyond the last day', async () => {
  const id = await subscribe({ daysAhead: 30, countries: ['FI'] });
  const [inside] = linesOf((await build(id)).gz);
  const since = (await build(id)).row.changedUntil.toISOString();
  site.ctx.clock.advance(60_000);
  const [other] = await walk(site.ctx, { country: 'DE' });
  await change(site.ctx, other?.id ?? '', { name: 'Elsewhere' });
  const later = new Date(site.ctx.clock.now().getTime() + 80 * 86_400_000);
  await change(site.ctx, inside?.id ?? '', { starts_at: later, date: later.toISOString().slice(0, 10) });
  const { gz, row } = await build(id, { since });
  expect(linesOf(gz)).toEqual([{ object: 'withdrawn', id: inside?.id, withdrawn_at: expect.any(String) }]);
  expect(row).toMatchObject({ events: 0, withdrawn: 1 });
});

test('at most five subscriptions a company, also when they come together', async () => {
  await subscribe();
  const company = site.companyId;
  const settled = await Promise.allSettled(Array.from({ length: 10 }, () => addSubscription(site.ctx, { company })));
  expect(settled.filter((result) => result.status === 'fulfilled')).toHaveLength(4);
  for (const result of settled)
    if (result.status === 'rejected') expect(result.reason.message).toMatch(/already has 5 subscriptions/);
});

import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createKeyDirectory } from '../../src/access/authenticate.js';
import { cleanBulkFiles } from '../../src/bulk/clean-files.js';
import { type BulkAsk, getBulkFile } from '../../src/bulk/get-bulk-file.js';
import { failBulkFile } from '../../src/bulk/sql/bulk-files.js';
import { removeSubscription } from '../../src/bulk/subscriptions.js';
import { waitForFile } from '../../src/bulk/wait-for-file.js';
import type { Caller } from '../../src/core/viewer.js';
import { type BulkSite, buildAsked, codeOf, createBulkSite } from '../support/data/bulk.js';
import { addEvents } from '../support/data/listings.js';
import { waitFor } from '../support/wait-for.js';

const HOUR = 3_600_000;
let site: BulkSite;
let caller: Caller;

beforeAll(async () => {
  site = await createBulkSite({ now: new Date().toISOString() });
  await addEvents(site.ctx, [{}, {}]);
  const directory = createKeyDirectory(site.ctx);
  const known = await directory.find(site.live.key);
  await directory.close();
  if (!known) throw new Error('the key is not known');
  caller = known.caller;
});
afterAll(() => site.close());
beforeEach(() => site.ctx.sql`DELETE FROM bulk_subscriptions`);

const ask = (subscriptionId: string, more: Partial<BulkAsk> = {}): BulkAsk => ({
  subscriptionId,
  format: 'ndjson',
  since: null,
  has: () => false,
  part: null,
  head: false,
  maxWaitMs: 0,
  ...more,
});

const paths = async () =>
  (await site.ctx.sql<{ path: string }[]>`SELECT path FROM bulk_files WHERE path IS NOT NULL`).map(({ path }) =>
    join(site.folder, 'files', path),
  );

/** How often a build was requested, or joined; nothing takes the messages here. */
const requested = async () => (await site.ctx.sql`SELECT FROM outbox WHERE topic = 'bulk.requested'`).length;

/** The error of a store that disconnects. */
const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const raise = (error: Error): never => {
  throw error;
};

test('503 while it takes longer than the client may wait; the build goes on, and the next request is given its file', async () => {
  const id = await site.subscribe();
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({
    code: 'busy',
    headers: { 'Retry-After': '5' },
  });
  await buildAsked(site.ctx);
  const reply = await site.fetch(`${id}.ndjson.gz`);
  expect(reply.status).toBe(200);
  expect(await site.ctx.sql`SELECT FROM bulk_files`).toHaveLength(1);
  expect(codeOf(await site.fetch(`${id}.ndjson.gz`))).toBe('bulk_too_soon');
});

test('a build that failed, and a file that was lost, do not use up the 15 minutes', async () => {
  const id = await site.subscribe();
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  const [file] = await site.ctx.sql<{ id: string }[]>`SELECT id FROM bulk_files`;
  await failBulkFile(site.ctx.sql, file?.id ?? '', 'failed', site.ctx.clock.now());
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(site.ctx);
  for (const path of await paths()) writeFileSync(path, '');
  await site.ctx.files.remove(
    (await site.ctx.sql<{ path: string }[]>`SELECT path FROM bulk_files WHERE state = 'ready'`)[0]?.path ?? '',
  );
  const lost = await site.fetch(`${id}.ndjson.gz`);
  expect([lost.status, codeOf(lost), lost.headers.etag]).toEqual([503, 'busy', undefined]);
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(site.ctx);
  expect((await site.fetch(`${id}.ndjson.gz`)).status).toBe(200);
});

test('a file that gets ready when its caller has hung up is not given out', async () => {
  const id = await site.subscribe();
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(site.ctx);
  const [file] = await site.ctx.sql<{ id: string }[]>`SELECT id FROM bulk_files WHERE state = 'ready'`;
  const waiting = waitForFile(site.ctx, file?.id ?? '', { signal: AbortSignal.abort() });
  await expect(waiting).rejects.toMatchObject({ code: 'busy' });
});

test('requests that come together join one build, and all are given the file', async () => {
  const id = await site.subscribe();
  const before = await requested();
  const replies = Promise.all(Array.from({ length: 12 }, () => site.fetch(`${id}.ndjson.gz`)));
  // Who comes after the build has ended finds the 15 minutes begun: all must have joined before it is made.
  await waitFor(async () => (await requested()) === before + 12, { what: 'the twelve to have joined' });
  await buildAsked(site.ctx);
  const [first, ...others] = await replies;
  expect(first?.status).toBe(200);
  for (const reply of others) expect([reply.status, reply.body]).toEqual([200, first?.body]);
  expect(await site.ctx.sql`SELECT FROM bulk_files WHERE subscription_id = ${id}`).toHaveLength(1);
});

test('of two formats that come together, one starts the clock for both', async () => {
  const id = await site.subscribe();
  for (const format of ['ndjson', 'csv'] as const) {
    await expect(getBulkFile(site.ctx, caller, ask(id, { format }))).rejects.toMatchObject({ code: 'busy' });
  }
  await buildAsked(site.ctx);
  const replies = await Promise.all([site.fetch(`${id}.ndjson.gz`), site.fetch(`${id}.csv.gz`)]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 429]);
});

test('a file that is known again after 15 minutes is 304, and starts no clock', async () => {
  const id = await site.subscribe();
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(site.ctx);
  const { etag = '' } = (await site.fetch(`${id}.ndjson.gz`)).headers;
  site.ctx.clock.advance(HOUR / 2);
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(site.ctx);
  expect((await site.fetch(`${id}.ndjson.gz`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await site.fetch(`${id}.ndjson.gz`)).status).toBe(200);
});

test('files go after two hours, lost builds after one, and what no row names after a day', async () => {
  const id = await site.subscribe();
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(site.ctx);
  const [old = ''] = await paths();
  await expect(getBulkFile(site.ctx, caller, ask(id, { format: 'csv' }))).rejects.toMatchObject({ code: 'busy' });
  const orphan = join(site.folder, 'files/bulk/bfs_gone', '1.ndjson.gz.part');
  mkdirSync(join(orphan, '..'), { recursive: true });
  writeFileSync(orphan, 'half');
  const yesterday = new Date(site.ctx.clock.now().getTime() - 30 * HOUR);
  utimesSync(orphan, yesterday, yesterday);

  site.ctx.clock.advance(1.5 * HOUR);
  expect(await cleanBulkFiles(site.ctx)).toEqual({ removed: 0, lost: 1, orphans: 1 });
  expect(existsSync(old)).toBe(true);
  site.ctx.clock.advance(HOUR);
  expect(await cleanBulkFiles(site.ctx)).toMatchObject({ removed: 1, lost: 0, orphans: 0 });
  expect(existsSync(old)).toBe(false);
});

test('a file made just now stays when the clock of the sandbox was moved days ahead', async () => {
  const { clock } = site.ctx;
  const moved = { now: () => new Date(clock.now().getTime() + 72 * HOUR), unmoved: () => clock.now() };
  const ahead = { ...site.ctx, clock: moved };
  const id = await site.subscribe();
  await expect(getBulkFile(ahead, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(ahead);
  expect(await cleanBulkFiles(ahead)).toEqual({ removed: 0, lost: 0, orphans: 0 });
  for (const path of await paths()) expect(existsSync(path)).toBe(true);
});

test('a subscription that is removed takes its files along, and is unknown from then on', async () => {
  const id = await site.subscribe();
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(site.ctx);
  const [path = ''] = await paths();
  await removeSubscription(site.ctx, id);
  expect(existsSync(path)).toBe(false);
  expect((await site.fetch(`${id}.ndjson.gz`)).status).toBe(404);
  await expect(removeSubscription(site.ctx, id)).rejects.toThrow(id);
});

test('a storage that disconnects is no fault of the caller, and an unreachable one uses nothing up', async () => {
  const id = await site.subscribe();
  await expect(getBulkFile(site.ctx, caller, ask(id))).rejects.toMatchObject({ code: 'busy' });
  await buildAsked(site.ctx);
  const open = jest.spyOn(site.ctx.files, 'open');
  open.mockRejectedValueOnce(reset());
  const closed = await site.fetch(`${id}.ndjson.gz`);
  expect([closed.status, codeOf(closed), closed.headers['retry-after']]).toEqual([503, 'busy', '5']);
  open.mockResolvedValueOnce(new Readable({ read: (): never => raise(reset()) }));
  const atOnce = await site.fetch(`${id}.ndjson.gz`);
  expect([atOnce.status, codeOf(atOnce)]).toEqual([503, 'busy']);
});

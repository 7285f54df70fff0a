import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BulkFileRow, findBulkFile } from '../../src/store/bulk-files.js';
import { createTemporalClient, type TemporalClient } from '../../src/temporal/client.js';
import { bulkFileId } from '../../src/temporal/workflow-ids.js';
import { type BulkReply, type BulkSite, createBulkSite, linesOf } from '../support/bulk.js';
import { addEvents } from '../support/listings.js';
import { waitFor } from '../support/wait-for.js';
import { kill, spawnWorker } from '../support/worker-process.js';

jest.setTimeout(180_000);

const EVENTS = 600;
let site: BulkSite;
let temporal: TemporalClient;
let workers: ChildProcess[] = [];

beforeAll(async () => {
  site = await createBulkSite({ now: new Date().toISOString() });
  temporal = createTemporalClient(site.ctx.config);
  await addEvents(
    site.ctx,
    Array.from({ length: EVENTS }, (_, i) => ({ name: `Event ${i} ${'y'.repeat(1_000)}` })),
  );
});
beforeEach(() => site.ctx.sql`DELETE FROM bulk_subscriptions`);
afterEach(async () => {
  for (const worker of workers) if (worker.exitCode === null && worker.signalCode === null) await kill(worker);
  workers = [];
});
afterAll(async () => {
  for await (const { scheduleId } of temporal.client.schedule.list()) {
    if (scheduleId.endsWith(temporal.suffix)) await temporal.client.schedule.getHandle(scheduleId).delete();
  }
  await temporal.close();
  await site.close();
});

/** Starts so many workers. */
async function start(count: number): Promise<void> {
  workers.push(...(await Promise.all(Array.from({ length: count }, () => spawnWorker(site.ctx)))));
}

/**
 * Asks for a file of which the events cannot be read, so that a worker is in the middle of it; kills that one, does what
 * is to be done then, and lets the events be read again. Answers what the client was told that asked in the beginning.
 */
async function killAmid(id: string, meanwhile: () => Promise<void>): Promise<BulkReply> {
  let unlock = () => {};
  const locked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const lock = site.ctx.sql.begin(async (tx) => {
    await tx`LOCK TABLE event_listings IN ACCESS EXCLUSIVE MODE`;
    await locked;
  });
  const waiting = site.fetch(`${id}.ndjson.gz`);
  await waitFor(
    async () =>
      (
        await site.ctx.sql`
        SELECT FROM pg_stat_activity WHERE application_name = 'bulk' AND wait_event_type = 'Lock'
          AND datname = current_database()`
      ).length === 1,
    { what: 'the build to be under way' },
  );
  await kill(await atWork());
  unlock();
  await lock;
  await meanwhile();
  return waiting;
}

/** The worker that is making the only file there is. */
async function atWork(): Promise<ChildProcess> {
  const [row] = await site.ctx.sql<{ id: string }[]>`SELECT id FROM bulk_files`;
  const file = (await findBulkFile(site.ctx.sql, row?.id ?? '')) as BulkFileRow;
  const { raw } = await temporal.client.workflow.getHandle(bulkFileId(file)).describe();
  const pid = Number.parseInt(raw.pendingActivities?.[0]?.lastWorkerIdentity ?? '', 10);
  const found = workers.find((worker) => worker.pid === pid);
  if (!found) throw new Error(`no worker of ours is process ${pid}`);
  return found;
}

async function expectOneWholeFile(id: string, first: BulkReply): Promise<void> {
  let reply = first;
  // Where the file came late, the client was told to ask again.
  for (let i = 0; i < 5 && reply.status === 503; i += 1) {
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    reply = await site.fetch(`${id}.ndjson.gz`);
  }
  expect(reply.status).toBe(200);
  expect(linesOf(reply.body)).toHaveLength(EVENTS);
  expect(await site.ctx.sql`SELECT FROM bulk_files`).toHaveLength(1);
  expect(readdirSync(join(site.folder, 'files', 'bulk', id)).filter((name) => name.endsWith('.gz'))).toHaveLength(1);
}

test('a worker killed over a build: another makes the file, and the client that waits is given it', async () => {
  const id = await site.subscribe();
  await start(2);
  await expectOneWholeFile(id, await killAmid(id, async () => {}));
});

test('the only worker killed over a build: the next one makes the file, whenever it comes', async () => {
  const id = await site.subscribe();
  await start(1);
  await expectOneWholeFile(id, await killAmid(id, () => start(1)));
});

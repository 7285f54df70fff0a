// Over twenty seconds: workers are killed three times, and each is missed only when its heartbeats are.
import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { type BulkFileRow, findBulkFile } from '../../src/bulk/sql/bulk-files.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { bulkFileWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { type BulkReply, type BulkSite, createBulkSite, linesOf } from '../support/data/bulk.js';
import { addEvents } from '../support/data/listings.js';
import { kill, spawnWorker } from '../support/system/worker-process.js';
import { deleteSchedules } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

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
  await deleteSchedules(temporal);
  await temporal.close();
  await site.close();
});

/** Starts this many workers. */
async function start(count: number): Promise<void> {
  workers.push(...(await Promise.all(Array.from({ length: count }, () => spawnWorker(site.ctx)))));
}

/**
 * Asks for a file whose events cannot be read, so that a worker is in the middle of it; interrupts that, makes the
 * events readable again, and does the given work. @returns the answer to the first client.
 */
async function interruptAmid(
  interrupt: () => Promise<void>,
  id: string,
  then: () => Promise<void>,
): Promise<BulkReply> {
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
  await interrupt();
  unlock();
  await lock;
  await then();
  return waiting;
}

/** The workflow that is making the only file there is. */
async function making(): Promise<WorkflowHandle> {
  const [row] = await site.ctx.sql<{ id: string }[]>`SELECT id FROM bulk_files`;
  const file = (await findBulkFile(site.ctx.sql, row?.id ?? '')) as BulkFileRow;
  return temporal.client.workflow.getHandle(bulkFileWorkflowId(file));
}

/** Kills the worker that is making the only file there is. */
async function killAtWork(): Promise<void> {
  const { raw } = await (await making()).describe();
  const pid = Number.parseInt(raw.pendingActivities?.[0]?.lastWorkerIdentity ?? '', 10);
  const found = workers.find((worker) => worker.pid === pid);
  if (!found) throw new Error(`no worker of ours is process ${pid}`);
  await kill(found);
}

async function expectOneWholeFile(id: string, first: BulkReply): Promise<void> {
  let reply = first;
  // Where the file came late, the client got the answer to ask again.
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
  await expectOneWholeFile(id, await interruptAmid(killAtWork, id, async () => {}));
});

test('the only worker killed over a build: the next one makes the file, whenever it comes', async () => {
  const id = await site.subscribe();
  await start(1);
  await expectOneWholeFile(id, await interruptAmid(killAtWork, id, () => start(1)));
});

test('a build whose workflow was terminated is begun again by the next request, for all who wait', async () => {
  const id = await site.subscribe();
  await start(1);
  const end = async () => {
    const workflow = await making();
    await killAtWork();
    await workflow.terminate('by an operator');
  };
  let next: Promise<BulkReply> | undefined;
  const first = await interruptAmid(end, id, async () => {
    next = site.fetch(`${id}.ndjson.gz`);
    await start(1);
  });
  await expectOneWholeFile(id, first);
  await expectOneWholeFile(id, (await next) as BulkReply);
});

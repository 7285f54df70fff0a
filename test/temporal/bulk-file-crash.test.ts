import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporalClient } from '../../src/temporal/client.js';
import { type BulkSite, createBulkSite, linesOf } from '../support/bulk.js';
import { addEvents } from '../support/listings.js';
import { waitFor } from '../support/wait-for.js';
import { kill, spawnWorker } from '../support/worker-process.js';

jest.setTimeout(180_000);

const EVENTS = 600;
let site: BulkSite;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  site = await createBulkSite({ now: new Date().toISOString() });
  await addEvents(
    site.ctx,
    Array.from({ length: EVENTS }, (_, i) => ({ name: `Event ${i} ${'y'.repeat(1_000)}` })),
  );
});
afterAll(async () => {
  if (worker) await kill(worker);
  const temporal = createTemporalClient(site.ctx.config);
  for await (const { scheduleId } of temporal.client.schedule.list()) {
    if (scheduleId.endsWith(temporal.suffix)) await temporal.client.schedule.getHandle(scheduleId).delete();
  }
  await temporal.close();
  await site.close();
});

test('a worker killed over a build: the client that waits is given the whole file by the next one', async () => {
  const id = await site.subscribe();
  // The worker cannot read the events: it dies in the middle of the build.
  let unlock = () => {};
  const locked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const lock = site.ctx.sql.begin(async (tx) => {
    await tx`LOCK TABLE event_listings IN ACCESS EXCLUSIVE MODE`;
    await locked;
  });
  worker = await spawnWorker(site.ctx);
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
  await kill(worker);
  unlock();
  await lock;
  worker = await spawnWorker(site.ctx);

  let reply = await waiting;
  // On a slow machine the client may have been told to ask again; the build goes on all the same.
  for (let i = 0; i < 5 && reply.status === 503; i += 1) {
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    reply = await site.fetch(`${id}.ndjson.gz`);
  }
  expect(reply.status).toBe(200);
  expect(linesOf(reply.body)).toHaveLength(EVENTS);
  expect(await site.ctx.sql`SELECT FROM bulk_files`).toHaveLength(1);
  expect(readdirSync(join(site.folder, 'files', 'bulk', id)).filter((name) => name.endsWith('.gz'))).toHaveLength(1);
});

import { spawnSync } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { createMetrics } from '../../api/http/metrics.js';
import type { Order } from '../../src/orders/wire.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { RunningWorker } from '../../worker/start-worker.js';
import { createOrdersApi, newOrder, type OrdersApi, postOrder } from '../api/orders/tools.js';
import { bearer } from '../support/api.js';
import type { TestContext } from '../support/context.js';
import { type BulkSite, codeOf, createBulkSite, linesOf } from '../support/data/bulk.js';
import { addEvents } from '../support/data/listings.js';
import { stockOf } from '../support/data/stock.js';
import { mountSmallDisk, type SmallDisk } from '../support/system/small-disk.js';
import { startBulkWorker } from '../support/temporal/bulk-worker.js';
import { waitFor } from '../support/wait-for.js';

// Disks of memory, which this account must be allowed to mount, as root is: without that right these are skipped.
const disks = [mountSmallDisk(96), mountSmallDisk(8)];
const [forPostgres, forFiles] = disks;
const withDisk = (disk: SmallDisk | null | undefined) => (disk ? describe : describe.skip);
afterAll(() => {
  for (const disk of disks) disk?.unmount();
});

test('a process whose log is on a full disk goes on', () => {
  const logger = join(projectRoot(), 'src/platform/logs/logger.ts');
  const script = `
    const log = require('${logger}').createLogger({ level: 'info', name: 'test' });
    const write = () => log.info('a line');
    write();
    setTimeout(write, 100);
    setTimeout(() => { write(); process.stderr.write('goes on'); process.exit(0); }, 200);`;
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-r', join(__dirname, '../support/run-typescript.cjs'), '-e', script],
    { stdio: ['ignore', full, 'pipe'], encoding: 'utf8', timeout: 30_000 },
  );
  closeSync(full);
  expect([status, stderr]).toEqual([0, 'goes on']);
});

withDisk(forPostgres)('the disk of Postgres is full', () => {
  const disk = forPostgres as SmallDisk;
  let api: OrdersApi;
  let admin: postgres.Sql;
  let worker: RunningWorker | undefined;

  beforeAll(async () => {
    api = await createOrdersApi({ capacity: 1_000 });
    admin = postgres(new URL('/postgres', api.ctx.databaseUrl).href, { max: 1, onnotice: () => {} });
    await moveDatabase(api.ctx);
  });
  afterAll(async () => {
    disk.free();
    await worker?.stop();
    await api?.close();
    await admin?.unsafe('DROP TABLESPACE IF EXISTS small_disk');
    await admin?.end();
  });

  /** Moved to the small disk, while there are no connections. */
  async function moveDatabase({ databaseUrl }: TestContext): Promise<void> {
    const [setting] = await admin`SHOW data_directory`;
    const { uid, gid } = statSync(setting?.data_directory);
    const folder = join(disk.folder, 'postgres');
    mkdirSync(folder);
    chownSync(folder, uid, gid);
    await admin.unsafe(`CREATE TABLESPACE small_disk LOCATION '${folder}'`);
    const name = new URL(databaseUrl).pathname.slice(1);
    await waitFor(async () => {
      await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`;
      await admin.unsafe(`ALTER DATABASE ${name} SET TABLESPACE small_disk`);
      return true;
    });
  }
  const rows = async (table: string) =>
    Number((await api.ctx.sql`SELECT count(*) FROM ${api.ctx.sql(table)}`)[0]?.count);
  const order = (key: string) => postOrder(api, newOrder(api, { quantity: 1 }), { idempotencyKey: key });

  test('what writes is refused and changes nothing, what reads goes on; with room, all of it works again', async () => {
    const stock = await stockOf(api.ctx.sql, api.ticketTypeId);
    disk.fill();
    const taken: string[] = [];
    let refused: Awaited<ReturnType<typeof order>> | undefined;
    // A row that fits on an existing page is still accepted.
    for (let call = 0; call < 500 && !refused; call += 1) {
      const answer = await order(`on-a-full-disk-${call}`);
      if (answer.statusCode === 200) taken.push(answer.json<Order>().id);
      else refused = answer;
    }
    expect([refused?.statusCode, refused?.json().code]).toEqual([503, 'busy']);
    expect(refused?.headers['retry-after']).toBe('2');
    expect(await rows('orders')).toBe(taken.length);
    expect(await stockOf(api.ctx.sql, api.ticketTypeId)).toMatchObject({ ...stock, held: taken.length });
    const read = await api.app.inject({ url: '/v1/events', headers: bearer(api.keys.server) });
    expect(read.statusCode).toBe(200);
    const metrics = await createMetrics(api.ctx).registry.metrics();
    expect(metrics).toMatch(/^partner_events_database_full_total [1-9]/m);

    disk.free();
    const again = await order(`on-a-full-disk-${taken.length}`);
    expect(again.statusCode).toBe(200);
    expect(await rows('orders')).toBe(taken.length + 1);
    worker = await startBulkWorker(api.ctx);
    await waitFor(async () => (await rows('outbox')) === 0, { what: 'an empty outbox' });
  });
});

withDisk(forFiles)('the disk of bulk files is full', () => {
  const disk = forFiles as SmallDisk;
  let site: BulkSite;
  let worker: RunningWorker | undefined;

  beforeAll(async () => {
    site = await createBulkSite({ now: new Date().toISOString(), folder: join(disk.folder, 'site') });
    await addEvents(site.ctx, [{ name: 'One' }]);
    worker = await startBulkWorker(site.ctx);
  });
  afterAll(async () => {
    await worker?.stop();
    await site?.close();
  });

  test('the file is given up and leaves nothing; with room, the next request gets it', async () => {
    const id = await site.subscribe();
    disk.fill();
    const refused = await site.fetch(`${id}.ndjson.gz`);
    expect([refused.status, codeOf(refused)]).toEqual([503, 'busy']);
    expect(refused.headers['retry-after']).toBe('2');
    expect(await site.ctx.sql`SELECT state FROM bulk_files`).toEqual([{ state: 'failed' }]);
    expect(disk.files()).toEqual(['filler']);
    disk.free();
    const got = await site.fetch(`${id}.ndjson.gz`);
    expect(got.status).toBe(200);
    expect(linesOf(got.body)).toHaveLength(1);
  });
});

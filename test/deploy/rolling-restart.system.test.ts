import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop } from '../support/data/build.js';
import { findNginx } from '../support/system/nginx.js';
import { startRollingLoad } from '../support/system/rolling-load.js';
import { openRollingSite, type RollingSite } from '../support/system/rolling-site.js';
import { waitFor } from '../support/wait-for.js';

/** Debian: `nginx-light`. `npm run bench` has the same with thousands of calls: test/trials/rolling-restart.ts. */
const describeWithNginx = findNginx() ? describe : describe.skip;

describeWithNginx('deploy/nginx.conf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolling-'));
  let ctx: TestContext;
  let site: RollingSite;

  beforeAll(async () => {
    ctx = await createTestContext({ now: new Date().toISOString() });
    site = await openRollingSite({
      conf: join(projectRoot(), 'deploy/nginx.conf'),
      program: ['-r', join(projectRoot(), 'test/support/run-typescript.cjs'), join(projectRoot(), 'api/server.ts')],
      env: {
        DATABASE_URL: ctx.databaseUrl,
        ENCRYPTION_KEY: ctx.config.encryptionKey?.toString('base64'),
        PAYMENTS: 'simulated',
        LOG_LEVEL: 'warn',
      },
      folder,
    });
  });
  afterAll(async () => {
    await site?.close();
    await ctx.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses no read and no order while one API after the other is restarted', async () => {
    const shop = await openShop(ctx, { capacity: 1_000_000 });
    const companyId = shop.live.companyId;
    const capabilities = ['EMBEDDED_CHECKOUT' as const];
    const { key } = await createKey(ctx, { companyId, kind: 'server', capabilities, rateLimit: 1_000_000 });
    const order = { event_id: shop.eventId, ticket_type_id: shop.ticketTypeId };
    const paths = ['/v1/events?limit=20', '/v1/categories'];
    const load = startRollingLoad({ origin: site.origin, key, paths, order, callsPerSecond: 60 });
    const callsNow = () => load.counts.reads + load.counts.orders;
    for (const index of [0, 1]) {
      const before = callsNow();
      await site.restart(index);
      // Each API serves for a while before the next one goes.
      const enough = Math.max(before, callsNow()) + 40;
      await waitFor(() => callsNow() >= enough, { what: 'calls after a restart' });
    }
    const { reads, orders, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect(reads).toBeGreaterThan(orders);
    const [row] = await ctx.sql`SELECT count(*)::int AS count FROM orders`;
    expect(row?.count).toBe(orders);
  });
});

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createOrder } from '../../src/orders/place-order.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { connectDatabase, type Sql } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop } from '../support/data/build.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** PATH with the folder of POSTGRES_CLIENT first, which `npm run postgres-client` prints. */
const PATH = [process.env.POSTGRES_CLIENT, process.env.PATH].filter(Boolean).join(delimiter);
/** pg_dump refuses a server that is newer than itself; Debian 12 has 15, PostgreSQL's own packages have 18. */
const version = Number(
  /(\d+)\./.exec(
    spawnSync('pg_dump', ['--version'], { encoding: 'utf8', env: { ...process.env, PATH } }).stdout ?? '',
  )?.[1] ?? 0,
);
const describeWithClient = version >= 18 || process.env.CI ? describe : describe.skip;

describeWithClient('deploy/backup.sh and deploy/restore.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const file = join(folder, 'partner-events.dump');
  let ctx: TestContext;
  let target: TestDatabase;

  beforeAll(async () => {
    ctx = await createTestContext();
    target = await createTestDatabase({ pool: 1 });
  });
  afterAll(async () => {
    await target.drop();
    await ctx.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A script's standard error, and its success. */
  function run(script: string, url: string): { status: number | null; stderr: string } {
    const env = { ...process.env, PATH, DATABASE_URL: url };
    const { status, stderr } = spawnSync(join(projectRoot(), 'deploy', script), [file], { env, encoding: 'utf8' });
    return { status, stderr };
  }

  /** The address of the target for an account that owns it and is no superuser, as in production. */
  async function asOwner(): Promise<string> {
    const url = new URL(target.url);
    url.username = url.password = `owner_${randomUUID().slice(0, 8)}`;
    await target.sql.unsafe(`CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}'`);
    await target.sql.unsafe(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${url.username}`);
    await target.sql`DROP SCHEMA public CASCADE`;
    await target.sql.unsafe(`CREATE SCHEMA public AUTHORIZATION ${url.username}`);
    return url.href;
  }

  it('brings back every row, and an order that its partner sends again is the one before', async () => {
    const shop = await openShop(ctx);
    const order = {
      caller: shop.live,
      idempotencyKey: randomUUID(),
      body: {
        event_id: shop.eventId,
        ticket_type_id: shop.ticketTypeId,
        quantity: 2,
        buyer_email: 'ada@example.com',
        buyer_name: 'Ada',
      },
    };
    const before = await createOrder(ctx, order);
    expect(run('backup.sh', ctx.databaseUrl)).toEqual({ status: 0, stderr: '' });

    expect(run('restore.sh', target.url)).toEqual({
      status: 1,
      stderr: expect.stringContaining('the database is not empty'),
    });
    expect(run('restore.sh', await asOwner())).toEqual({ status: 0, stderr: '' });

    expect(await contentOf(target.sql)).toEqual(await contentOf(ctx.sql));
    const sql = connectDatabase({ url: target.url, pool: 2, statementTimeoutMs: 20_000, name: 'restored' });
    try {
      expect(await migrate(sql)).toMatchObject({ applied: [] });
      const again = await createOrder({ ...ctx, sql }, order);
      expect(again).toMatchObject({ replayed: true, order: { id: before.order.id } });
    } finally {
      await sql.end();
    }
  });
});

/** How many rows each table has, and a digest of them. */
async function contentOf(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ digest: string }[]>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest FROM ${sql(name)} t`;
    content[name] = row?.digest ?? '';
  }
  return content;
}

import { randomUUID } from 'node:crypto';
import { createKey } from '../../../src/access/create-key.js';
import { revokeKey } from '../../../src/access/keys.js';
import { importEvents } from '../../../src/catalogue/import-events.js';
import { closeContext, createContext } from '../../../src/context/create-context.js';
import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { readConfig } from '../../../src/platform/config/config.js';
import type { Context } from '../../../src/platform/context/context.js';
import { giveRoleSettings, verifyPooler } from '../../../src/platform/database/pooler.js';
import { verifySettings } from '../../../src/platform/health/verify-settings.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { openShop, type Shop } from '../../support/data/build.js';
import { stockOf } from '../../support/data/stock.js';
import { type MailServer, mailSettings, startMailServer } from '../../support/outside/mail-server.js';
import { type Receiver, startReceiver } from '../../support/outside/receiver.js';
import { type ApiProcess, spawnApi, stopApi } from '../../support/system/api-process.js';
import { keepsStatements, type Pgbouncer, startPgbouncer } from '../../support/system/pgbouncer.js';
import { kill, spawnWorker } from '../../support/system/worker-process.js';
import { waitFor } from '../../support/wait-for.js';

const keeps = keepsStatements();
if (!keeps) {
  const found = keeps === undefined ? 'not installed' : 'older than 1.21';
  console.log(
    `pgbouncer is ${found}: the service is not tried through it. PGBOUNCER=$(npm run --silent pgbouncer) builds one.`,
  );
}
const ORDERS = 24;

/** A context whose DATABASE_URL leads to the pooler. */
function pooledContext(ctx: TestContext, pooler: Pgbouncer, more: Record<string, string> = {}): Context {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: ctx.databaseUrl,
    DATA_DIR: ctx.config.dataDir,
    ENCRYPTION_KEY: ctx.config.encryptionKey?.toString('base64'),
    ...more,
  };
  return createContext(readConfig(env), { name: 'test' });
}

(keeps ? describe : describe.skip)('the service behind pgbouncer in transaction mode', () => {
  let ctx: TestContext;
  let shop: Shop;
  let key: { id: string; key: string };
  let pooler: Pgbouncer;
  let mailServer: MailServer;
  let receiver: Receiver;
  let api: ApiProcess;
  let worker: Awaited<ReturnType<typeof spawnWorker>>;

  beforeAll(async () => {
    ctx = await createTestContext({ now: new Date().toISOString(), env: { ALLOW_PRIVATE_DELIVERY: '1' } });
    shop = await openShop(ctx, { capacity: 1_000 });
    const { companyId } = shop.live;
    key = await createKey(ctx, { companyId, kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'], rateLimit: 100_000 });
    receiver = await startReceiver();
    await addWebhook(ctx, { key: key.id, url: receiver.url });
    mailServer = await startMailServer();
    pooler = await startPgbouncer(ctx.databaseUrl);
    const env = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: ctx.databaseUrl,
      PAYMENTS: 'simulated',
      ALLOW_PRIVATE_DELIVERY: '1',
      ...mailSettings(mailServer),
    };
    [api, worker] = await Promise.all([spawnApi(ctx, env), spawnWorker(ctx, env)]);
  });
  afterAll(async () => {
    if (api) await stopApi(api);
    if (worker) await kill(worker);
    await pooler?.close();
    await Promise.all([receiver?.close(), mailServer?.close()]);
    await ctx?.close();
  });

  async function buy(n: number): Promise<string> {
    const headers = { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${api.origin}/v1/orders`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        event_id: shop.eventId,
        ticket_type_id: shop.ticketTypeId,
        quantity: 1,
        buyer_email: `buyer-${n}@buyers.example`,
        buyer_name: 'Ada',
      }),
    });
    expect(answer.status).toBe(200);
    const order = (await answer.json()) as { id: string; checkout_url: string };
    const page = `${api.origin}${new URL(order.checkout_url).pathname}/pay`;
    const paid = await fetch(page, { method: 'POST', redirect: 'manual' });
    expect(paid.status).toBe(303);
    return order.id;
  }

  it('takes orders and payments, mails tickets and delivers webhooks', async () => {
    const ids = await Promise.all(Array.from({ length: ORDERS }, (_, n) => buy(n)));
    expect(new Set(ids).size).toBe(ORDERS);
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: ORDERS });
    await waitFor(() => mailServer.received.length === ORDERS, { timeout: 120_000, what: 'the tickets of everybody' });
    const waiting = async () => {
      const [row] = await ctx.sql<{ count: number }[]>`
        SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM deliveries WHERE state = 'pending') AS count`;
      return row?.count;
    };
    await waitFor(async () => (await waiting()) === 0, { timeout: 120_000, what: 'the end of all deliveries' });
    const delivered = await ctx.sql<{ id: string }[]>`SELECT id FROM deliveries WHERE state = 'delivered'`;
    expect(delivered.length).toBeGreaterThan(0);
    expect(receiver.received.map(({ deliveryId }) => deliveryId)).toEqual(
      expect.arrayContaining(delivered.map(({ id }) => id)),
    );
  });

  it('forgets a revoked key at once, by a notification that bypasses the pooler', async () => {
    const { companyId } = shop.live;
    const other = await createKey(ctx, { companyId, kind: 'server' });
    const status = () =>
      fetch(`${api.origin}/v1/categories`, { headers: { authorization: `Bearer ${other.key}` } }).then(
        (one) => one.status,
      );
    expect(await status()).toBe(200);
    await revokeKey(ctx, { companyId, keyId: other.id });
    // Without a notification, a process looks again after thirty seconds.
    await waitFor(async () => (await status()) === 401, { timeout: 20_000, what: 'the end of the key' });
  });

  it('imports events, which takes a session', async () => {
    const pooled = pooledContext(ctx, pooler);
    try {
      const line = JSON.stringify({
        external_id: '1',
        name: 'Opening Night',
        starts_at: '2027-05-01T20:00',
        venue: 'The Hall',
        city: 'Berlin',
        country: 'DE',
      });
      const counts = await importEvents(pooled, {
        organizer: { source: 'pooled', name: 'Organizer' },
        source: (async function* () {
          yield Buffer.from(`${line}\n`);
        })(),
      });
      expect(counts).toMatchObject({ read: 1, created: 1 });
    } finally {
      await closeContext(pooled);
    }
  });

  it('takes its timeouts from the role, where migrate has set them', async () => {
    const pooled = pooledContext(ctx, pooler);
    try {
      await giveRoleSettings(ctx.sql, { ...pooled.config.database, statementTimeoutMs: 12_345 });
      const fresh = await startPgbouncer(ctx.databaseUrl);
      const other = pooledContext(ctx, fresh);
      const [row] = await other.sql<{ timeout: string }[]>`SELECT current_setting('statement_timeout') AS timeout`;
      await closeContext(other);
      await fresh.close();
      expect(row?.timeout).toBe('12345ms');
    } finally {
      await closeContext(pooled);
    }
  });
});

(keeps === undefined ? describe.skip : describe)('a pooler that cannot be used', () => {
  let ctx: TestContext;
  let pooler: Pgbouncer;

  beforeAll(async () => {
    ctx = await createTestContext();
    pooler = await startPgbouncer(ctx.databaseUrl, { statements: false });
  });
  afterAll(async () => {
    await pooler?.close();
    await ctx?.close();
  });

  it('is refused with what to do when it does not keep prepared statements', async () => {
    const pooled = pooledContext(ctx, pooler);
    try {
      await expect(verifyPooler(pooled.sql, pooled.config.database)).rejects.toThrow(
        'does not keep prepared statements: use pgbouncer 1.21 or later, with max_prepared_statements above 0',
      );
    } finally {
      await closeContext(pooled);
    }
  });

  it('is refused with the setting that is missing when it is taken for Postgres', async () => {
    const pooled = pooledContext(ctx, pooler, { DATABASE_DIRECT_URL: '' });
    try {
      await expect(verifySettings(pooled)).rejects.toThrow(/is a pooler\. Set DATABASE_DIRECT_URL/);
    } finally {
      await closeContext(pooled);
    }
  });

  it('is not looked for where DATABASE_URL leads to Postgres itself', async () => {
    const verified = verifyPooler(ctx.sql, { ...ctx.config.database, directUrl: ctx.databaseUrl });
    await expect(verified).resolves.toBeUndefined();
  });
});

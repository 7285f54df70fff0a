import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../src/platform/process/free-port.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { buyTickets } from '../support/data/tickets.js';
import { type MailServer, mailSettings, startMailServer } from '../support/outside/mail-server.js';
import { type SteadyProxy, startSteadyProxy } from '../support/outside/steady-proxy.js';
import { type ApiProcess, spawnApi, stopApi } from '../support/system/api-process.js';
import { findPrometheus, type Prometheus, startPrometheus } from '../support/system/prometheus.js';
import { build } from '../support/system/started.js';
import { kill, spawnBuiltWorker } from '../support/system/worker-process.js';
import { waitFor } from '../support/wait-for.js';

// The outages of docs/runbooks.md: failures are provoked in real processes that a real Prometheus scrapes. Some
// forty seconds; skipped without Prometheus (Debian: `prometheus`).
const describeWithPrometheus = findPrometheus() ? describe : describe.skip;

describeWithPrometheus('deploy/alerts.yml beside what runs', () => {
  let ctx: TestContext;
  let shop: Shop;
  let database: SteadyProxy;
  let port: number;
  let mailServer: MailServer;
  let apis: ApiProcess[];
  let wrong: ApiProcess | undefined;
  let worker: ChildProcess;
  let workerMetrics: string;
  let prometheus: Prometheus;

  beforeAll(async () => {
    await build();
    ctx = await createTestContext({ now: new Date().toISOString() });
    shop = await openShop(ctx, { capacity: 100 });
    port = Number(new URL(ctx.databaseUrl).port);
    database = await startSteadyProxy(port);
    mailServer = await startMailServer();
    const behindProxy = new URL(ctx.databaseUrl);
    behindProxy.port = String(database.port);
    const env = { DATABASE_URL: behindProxy.href, ...mailSettings(mailServer) };
    apis = await Promise.all([spawnApi(ctx, env), spawnApi(ctx, env)]);
    workerMetrics = `127.0.0.1:${await freePort()}`;
    worker = spawnBuiltWorker(ctx, { ...env, WORKER_METRICS_PORT: workerMetrics.split(':')[1] ?? '' });
    prometheus = await startPrometheus();
    scrape();
    await waitFor(async () => (await fetch(`http://${workerMetrics}/metrics`)).ok, { what: 'the worker' });
    await quiet();
  });
  // A failure that stays provoked after a failed expectation must neither fail the other tests nor prevent their end.
  afterEach(async () => {
    for (const { child } of apis) child.kill('SIGCONT');
    if (wrong) await stopApi(wrong);
    wrong = undefined;
    scrape();
  });
  afterAll(async () => {
    await prometheus?.close();
    for (const api of apis ?? []) await stopApi(api);
    if (worker) await kill(worker);
    database?.close();
    await mailServer?.close();
    await ctx?.close();
  });

  const scrape = (...more: ApiProcess[]) =>
    prometheus.scrape({ api: [...apis, ...more].map(({ metrics }) => new URL(metrics).host), worker: [workerMetrics] });
  const fires = (name: string) =>
    waitFor(async () => (await prometheus.firing()).get(name), { interval: 250, what: `${name} to fire` });
  const ends = (name: string) =>
    waitFor(async () => !(await prometheus.firing()).has(name), { interval: 250, what: `${name} to end` });
  const quiet = () =>
    waitFor(async () => (await prometheus.firing()).size === 0, { interval: 250, what: 'every alert to end' });

  test('one API hangs, then all do', async () => {
    apis[0]?.child.kill('SIGSTOP');
    const { host } = new URL(apis[0]?.metrics ?? '');
    expect(await fires('ProcessDown')).toBe(`api ${host} does not answer.`);
    expect((await prometheus.firing()).has('ApiMissing')).toBe(false);
    for (const { child } of apis) child.kill('SIGSTOP');
    expect(await fires('ApiMissing')).toBe('No API is being scraped.');
    for (const { child } of apis) child.kill('SIGCONT');
    await ends('ApiMissing');
    await ends('ProcessDown');
  });

  test('the clock of one machine is two hours ahead', async () => {
    wrong = await spawnApi(ctx, {
      NODE_OPTIONS: `--require=${join(__dirname, '../support/wrong-clock.cjs')}`,
      WRONG_CLOCK_MS: '7230000',
    });
    scrape(wrong);
    const { host } = new URL(wrong.metrics);
    // Thirty seconds over two hours: by how much is measured a little differently each time.
    expect(await fires('ClockWrong')).toMatch(
      new RegExp(`^The clock of ${host} is 2h 0m \\d+s away from the database's\\.$`),
    );
    expect((await fetch(`${wrong.origin}/readyz`)).status).toBe(503);
  });

  test('the mail server refuses everything for a while', async () => {
    const orders = 8;
    mailServer.refuseContent(...new Array(orders).fill(554));
    const ids = await Promise.all(Array.from({ length: orders }, () => buyTickets(ctx, shop)));
    expect(await fires('MailServerRefuses')).toMatch(/^The mail server refuses mails: \S+ in five minutes\.$/);
    await waitFor(() => mailServer.received.length >= orders, { what: 'the mails' });
    await ends('MailServerRefuses');
    expect(await ctx.sql`SELECT FROM ticket_mails WHERE order_id = ANY (${ids}) AND state = 'sent'`).toHaveLength(
      orders,
    );
    expect(mailServer.received).toHaveLength(orders);
  });

  test('Postgres is away: one alert, and tickets paid in that time are mailed afterwards', async () => {
    await quiet();
    database.close();
    const id = await buyTickets(ctx, shop);
    expect(await fires('DatabaseUnreadable')).toBe('No worker can read the database.');
    await waitFor(async () => (await prometheus.firing()).size === 1, { interval: 250, what: 'the others to end' });
    expect([...(await prometheus.firing()).keys()]).toEqual(['DatabaseUnreadable']);
    expect((await fetch(`${apis[0]?.origin}/readyz`)).status).toBe(503);
    database = await startSteadyProxy(port, database.port);
    await quiet();
    await waitFor(async () => (await fetch(`${apis[0]?.origin}/readyz`)).ok, { what: 'the API' });
    await waitFor(
      async () => (await ctx.sql`SELECT FROM ticket_mails WHERE order_id = ${id} AND state = 'sent'`).length,
    );
  });

  test('nothing is owed', async () => {
    await waitFor(async () => (await ctx.sql`SELECT FROM outbox`).length === 0, { what: 'an empty outbox' });
    expect(await ctx.sql`SELECT FROM ticket_mails WHERE state <> 'sent'`).toEqual([]);
    expect(
      await ctx.sql`
      SELECT FROM orders o WHERE paid_at IS NOT NULL AND quantity <> (SELECT count(*) FROM tickets t WHERE t.order_id = o.id)`,
    ).toEqual([]);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import { buildApp } from '../../../api/app.js';
import { createMetrics, type Metrics } from '../../../api/http/metrics.js';
import { type MetricsServer, serveMetrics } from '../../../src/platform/metrics/metrics-server.js';
import { bearer, createTestApi, probeRoutes, type TestApi, WEBSITE } from '../../support/api.js';

let api: TestApi;
let metrics: Metrics;
let app: TestApi['app'];
let server: MetricsServer;
beforeAll(async () => {
  api = await createTestApi();
  metrics = createMetrics(api.ctx);
  app = await buildApp(api.ctx, { extraRoutes: probeRoutes, metrics });
  server = await serveMetrics(metrics.registry, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await app.close();
  await api.close();
});

const scrape = () => fetch(`http://127.0.0.1:${server.port}/metrics`);
const lines = async () => (await (await scrape()).text()).split('\n');
const amountOf = async (series: string) => {
  const line = (await lines()).find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

test('calls are counted by route, status and kind of key, whatever their paths were', async () => {
  const requests = (labels: string) => amountOf(`partner_events_http_requests_total{${labels}}`);
  for (const id of ['a', 'b', 'c']) await app.inject({ url: `/v1/probe/${id}`, headers: bearer(api.keys.server) });
  expect(await requests('method="GET",route="/v1/probe/:id",status="200",kind="server"')).toBe(3);
  await app.inject({ url: '/api/v1/probe', headers: bearer(api.keys.website, { origin: WEBSITE }) });
  expect(await requests('method="GET",route="/api/v1/probe",status="200",kind="website"')).toBe(1);
  await app.inject({ url: '/v1/probe?city=', headers: bearer(api.keys.test) });
  expect(await requests('method="GET",route="/v1/probe",status="400",kind="test"')).toBe(1);
  await app.inject({ url: '/v1/probe', headers: bearer({ key: 'tt_test_unknown' }) });
  expect(await requests('method="GET",route="/v1/probe",status="401",kind="none"')).toBe(1);
  await app.inject({ url: '/v1/probe-failure', headers: bearer(api.keys.test) });
  expect(await requests('method="GET",route="/v1/probe-failure",status="500",kind="test"')).toBe(1);
  for (const url of ['/v1/nowhere', '/elsewhere']) await app.inject({ url });
  expect(await requests('method="GET",route="unmatched",status="404",kind="none"')).toBe(2);
  await app.inject({ method: 'PROPFIND' as 'GET', url: '/v1/probe', headers: bearer(api.keys.test) });
  expect(await requests('method="other",route="unmatched",status="405",kind="test"')).toBe(1);
  expect(await amountOf('partner_events_http_request_duration_seconds_count{route="/v1/probe/:id"}')).toBe(3);
});

test('calls in progress, the counting of limits, rows in the database', async () => {
  expect(await amountOf('partner_events_http_requests_in_flight')).toBe(0);
  expect(await amountOf('partner_events_http_requests_shed_total')).toBe(0);
  expect(await amountOf('partner_events_limiter_mode{mode="process"}')).toBe(1);
  expect(await amountOf('partner_events_limiter_mode{mode="alone"}')).toBe(0);
  expect(await amountOf('partner_events_limiter_store_outages_total')).toBe(0);
  expect(await amountOf('partner_events_database_pool_size')).toBe(10);
  expect(await amountOf('partner_events_database_connections{state="active"}')).toBeGreaterThanOrEqual(1);
  for (const pool of ['main', 'reads', 'quick_reads']) {
    expect(await amountOf(`partner_events_database_pool_wait_seconds{pool="${pool}"}`)).toBeLessThan(1);
  }
});

test('the first scrape finds every metric', async () => {
  const text = await createMetrics(api.ctx).registry.metrics();
  expect(text).toMatch(/^partner_events_database_connections\{state="active"\} [1-9]/m);
  expect(text).toMatch(/^partner_events_database_pool_wait_seconds\{pool="reads"\} 0/m);
});

test('a used-up pool is visible, and delays no scrape', async () => {
  const small = await createTestApi({ context: { env: { DATABASE_POOL: '1' } } });
  const own = createMetrics(small.ctx);
  const held = await small.ctx.sql.reserve();
  try {
    const [text] = await Promise.all([own.registry.metrics(), own.registry.metrics()]);
    expect(text).toContain('partner_events_database_pool_wait_seconds{pool="main"} 1\n');
    expect(text).not.toContain('partner_events_database_pool_wait_seconds{pool="reads"} 1\n');
  } finally {
    held.release();
    await small.close();
  }
});

test('no key, address or path of a caller in any line', async () => {
  await app.inject({
    url: `/v1/probe/sentinel-path?city=sentinel-city&key=${api.keys.server.key}`,
    remoteAddress: '203.0.113.77',
    headers: bearer(api.keys.server, { 'user-agent': 'sentinel-agent', origin: 'https://sentinel.example' }),
  });
  await app.inject({ method: 'SEARCH' as 'GET', url: '/sentinel-unmatched' });
  const text = (await lines()).join('\n');
  expect(text).not.toMatch(/sentinel|203\.0\.113|tt_|key_|cmp_/);
});

describe('the listener', () => {
  test('answers /metrics in the text format, and nothing else', async () => {
    const answer = await scrape();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, metrics.registry.contentType]);
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
    expect((await at('/metrics', { method: 'HEAD' })).status).toBe(200);
    expect((await at('/')).status).toBe(404);
    expect((await at('/v1/events')).status).toBe(404);
    expect((await at('/metrics', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  test('is not the public one', async () => {
    expect((await app.inject('/metrics')).statusCode).toBe(404);
  });

  test('says so when its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(serveMetrics(metrics.registry, { host: '127.0.0.1', port })).rejects.toThrow(/EADDRINUSE/);
    taken.close();
  });
});

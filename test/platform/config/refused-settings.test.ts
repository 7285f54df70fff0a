import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfig } from '../../../src/platform/config/config.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { startWorker } from '../../../worker/start-worker.js';
import { createTestContext } from '../../support/context.js';

/** Values that cannot work, by variable; with the other required settings. */
const BAD: readonly [name: string, values: readonly string[], beside?: Readonly<Record<string, string>>][] = [
  ['NODE_ENV', ['prod']],
  ['LOG_LEVEL', ['loud']],
  ['HOST', ['a b', '300.1.1.1', 'http://localhost']],
  ['PORT', ['70000', '-1', '1e3', 'x']],
  ['BASE_URL', ['x', 'https://', 'https://a.example:99999/v1', 'ftp://a.example']],
  ['SITE_BASE_URL', ['x']],
  [
    'DATABASE_URL',
    ['x', 'postgres://', 'postgres:///db', 'postgres://host', 'postgres://host/', 'postgres://h:99999/db'],
  ],
  ['DATABASE_URL', ['mysql://host/db', 'postgres:host/db', 'postgres://user:50%@host/db']],
  ['DATABASE_POOL', ['0', '1e1', '201']],
  ['DATABASE_STATEMENT_TIMEOUT_MS', ['5', '99999999999']],
  ['LISTINGS_MEMORY_MB', ['-1']],
  ['TEMPORAL_ADDRESS', ['host', 'host:0', 'host:99999', 'http://host:7233']],
  ['TEMPORAL_NAMESPACE', ['a b']],
  ['TEMPORAL_UI', ['x']],
  ['TEMPORAL_UI_PORT', ['x']],
  ['TEMPORAL_QUEUE_SUFFIX', ['a b']],
  ['REDIS_URL', ['localhost:6379', 'redis://', 'redis:host', 'redis://host:99999', 'redis://host/abc']],
  ['METRICS_PORT', ['x']],
  ['METRICS_HOST', ['a b']],
  ['WORKER_METRICS_PORT', ['x']],
  ['ENCRYPTION_KEY', ['x', 'AAAA']],
  ['ENCRYPTION_KEY_PREVIOUS', ['x', 'AAAA']],
  ['PAYMENTS', ['real']],
  ['STRIPE_KEY', ['x', 'pk_test_1', 'rk_live_1', 'sk_live_1']],
  ['STRIPE_WEBHOOK_SECRETS', ['x', 'whsec_1,x']],
  ['STRIPE_TEST_KEY', ['x', 'pk_test_1', 'rk_live_1']],
  ['STRIPE_TEST_WEBHOOK_SECRETS', ['x', 'whsec_1,x']],
  ['STRIPE_API_BASE', ['x']],
  ['STRIPE_TEST_API_BASE', ['x']],
  ['STRIPE_FEE_PERCENT', ['-1', '100', 'x']],
  ['AUTO_REFUND_AFTER', ['1', '1w', '100d']],
  ['ANNOUNCE_CHANGES_AFTER', ['soon']],
  ['HOLD_FOR', ['32']],
  ['TRUSTED_PROXIES', ['proxy', '10.0.0.1/8']],
  ['TLS_CERT', ['/none']],
  ['TLS_KEY', ['/none']],
  ['TLS_CLIENT_CA', ['/none']],
  ['HSTS_MAX_AGE', ['x']],
  ['ALLOW_PRIVATE_DELIVERY', ['yes']],
  ['S3_ENDPOINT', ['x']],
  ['S3_BUCKET', ['a b']],
  ['SMTP_URL', ['x', 'smtp://', 'smtp:host', 'smtp://host:99999', 'http://host', 'smtp://user:50%@host']],
  ['MAIL_FROM', ['x', 'Ada <x>', 'ada@example..com'], { SMTP_URL: 'smtp://host' }],
  ['DKIM_DOMAIN', ['a b']],
  ['DKIM_SELECTOR', ['a b']],
  ['DKIM_PRIVATE_KEY', ['/none']],
  [
    'DKIM_PRIVATE_KEY',
    ['/none'],
    { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 's', SMTP_URL: 'smtp://host', MAIL_FROM: 'ada@example.com' },
  ],
  ['BULK_MAX_EVENTS', ['0', '999999999']],
  ['SERVICE_NAME', [' ']],
  ['SERVICE_LEGAL_NAME', [' ']],
  ['SERVICE_ADDRESS', ['|']],
  ['SERVICE_TAX_ID', [' ']],
  ['SERVICE_CONTACT', ['nobody']],
  ['SERVICE_LOGO_URL', ['http://a.example/logo.png']],
  ['SERVICE_TERMS_URL', ['x', 'https://']],
  ['SERVICE_PRIVACY_URL', ['x']],
  ['SERVICE_REFUNDS_URL', ['x']],
  ['SECURITY_CONTACT', ['call us']],
  ['INDEX_EVENT_PAGES', ['yes']],
  ['DASHBOARD_DEV_SERVER', ['x']],
  ['EXAMPLE_RECEIVER', ['x']],
  ['LISTEN_RECEIVER', ['x']],
];

test.each(BAD.flatMap(([name, values, beside]) => values.map((value) => [name, value, beside] as const)))(
  '%s=%s is refused and named',
  (name, value, beside = {}) => {
    expect(() => readConfig({ ...beside, [name]: value })).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(name) }),
    );
  },
);

test('shorter holds are refused in production, where partners rely on half an hour', () => {
  expect(readConfig({ HOLD_FOR: '20s' }).holdMs).toBe(20_000);
  const production = { NODE_ENV: 'production' };
  expect(readConfig(production).holdMs).toBe(1_920_000);
  expect(() => readConfig({ ...production, HOLD_FOR: '20s' })).toThrow(/^HOLD_FOR: must not be set in production/);
});

test('the dashboard of a development server is refused in production', () => {
  const env = { NODE_ENV: 'production', DASHBOARD_DEV_SERVER: 'http://127.0.0.1:5173' };
  expect(() => readConfig(env)).toThrow(/^DASHBOARD_DEV_SERVER: must not be set in production/);
});

test.each([
  ['DATABASE_URL', 'postgres://user:p%40ss@[::1]:5432/db?sslmode=require'],
  ['DATABASE_URL', 'postgres:///db?host=/var/run/postgresql'],
  ['REDIS_URL', 'rediss://user:password@host:6379/2'],
  ['TEMPORAL_ADDRESS', '[::1]:7233'],
  ['HOST', '::'],
])('%s=%s is accepted', (name, value) => {
  expect(() => readConfig({ [name]: value })).not.toThrow();
});

/** Values that are wrong in themselves, which are found all at once. */
const AT_ONCE = BAD.filter(([name, , beside]) => !/^(TLS|DKIM|ENCRYPTION|NODE_ENV|LOG_LEVEL)/.test(name) && !beside);

test.each(['api/server.ts', 'worker/worker.ts'])('%s names all of them in one line and ends with 1', async (entry) => {
  const child = spawn(process.execPath, ['-r', join(projectRoot(), 'test/support/run-typescript.cjs'), entry], {
    cwd: projectRoot(),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...Object.fromEntries(AT_ONCE.map(([name, [value]]) => [name, value])) },
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  const lines = out.trim().split('\n');
  expect(lines).toHaveLength(1);
  const { msg, event, err } = JSON.parse(lines[0] ?? '');
  expect([event, err]).toEqual(['cannot_start', undefined]);
  expect(AT_ONCE.map(([name]) => name).filter((name) => !new RegExp(`${name}[.:]`).test(msg))).toEqual([]);
});

test('a worker whose Temporal is away begins without it; a worker with an unknown host of Temporal reports it and ends', async () => {
  const away = await createTestContext({ env: { TEMPORAL_ADDRESS: '127.0.0.1:1' } });
  const worker = await startWorker(away, { workflowsPath: '/none' });
  expect(worker.joined).toBe(false);
  await worker.stop();
  await worker.finished;
  await away.close();

  // Too long for DNS, so no server is asked.
  const host = `${'x'.repeat(64)}.example`;
  const wrong = await createTestContext({ env: { TEMPORAL_ADDRESS: `${host}:7233` } });
  await expect(startWorker(wrong, { workflowsPath: '/none' })).rejects.toMatchObject({
    name: 'ConfigError',
    message: `TEMPORAL_ADDRESS: there is no host named ${host}`,
  });
  await wrong.close();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { keepNamespace } from '../../../src/platform/health/sql.js';
import { verifyNamespace, verifySettings } from '../../../src/platform/health/verify-settings.js';
import { resealSecrets } from '../../../src/platform/secrets/reseal-secrets.js';
import { createTestContext, type TestContext } from '../../support/context.js';

const KEY = Buffer.alloc(32, 7);
const OTHER = Buffer.alloc(32, 8);

let ctx: TestContext;
let folder: string;
let taken: Server;

beforeAll(async () => {
  ctx = await createTestContext();
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  writeFileSync(join(folder, 'file'), '');
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(async () => {
  taken.close();
  rmSync(folder, { recursive: true, force: true });
  await ctx.close();
});

/** How an API of production ends that is started with these settings: its exit code and the lines of its log. */
async function startApi(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const child = spawn(
    process.execPath,
    ['-r', join(projectRoot(), 'test/support/run-typescript.cjs'), 'api/server.ts'],
    {
      cwd: projectRoot(),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: '0',
        DATABASE_URL: ctx.databaseUrl,
        DATA_DIR: join(folder, 'data'),
        ENCRYPTION_KEY: KEY.toString('base64'),
        BASE_URL: 'https://api.example.com/v1',
        ...env,
      },
    },
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    // It has started after all.
    if (out.includes('"ready"')) child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, lines: out.split('\n').filter(Boolean) };
}

const changed = (change: (url: URL) => void): string => {
  const url = new URL(ctx.databaseUrl);
  change(url);
  return url.href;
};

describe('an API that cannot work does not start, and says why in one line', () => {
  const port = () => String((taken.address() as AddressInfo).port);
  test.each<[string, () => Record<string, string>, RegExp]>([
    [
      'a missing database',
      () => ({ DATABASE_URL: changed((url) => (url.pathname = '/nothing')) }),
      /"nothing" does not exist.*createdb/,
    ],
    ['a dead host', () => ({ DATABASE_URL: changed((url) => (url.port = '1')) }), /cannot be reached.*DATABASE_URL/],
    ['a wrong user', () => ({ DATABASE_URL: changed((url) => (url.username = 'nobody')) }), /nobody/],
    ['another key', () => ({ ENCRYPTION_KEY: OTHER.toString('base64') }), /^ENCRYPTION_KEY: is not the key/],
    ['a taken port', () => ({ PORT: port() }), /^PORT: port \d+ on 127\.0\.0\.1 is in use/],
    ['a taken port of metrics', () => ({ METRICS_PORT: port() }), /^METRICS_PORT: port \d+ on 127\.0\.0\.1 is in use/],
    ['a host that is not here', () => ({ HOST: '192.0.2.1' }), /^HOST: 192\.0\.2\.1 is no address of this machine/],
    ['a data folder in a file', () => ({ DATA_DIR: join(folder, 'file/data') }), /^DATA_DIR: .*cannot be written/],
    ['half an S3', () => ({ S3_REGION: 'eu' }), /^S3_ENDPOINT, S3_BUCKET, .*: must be set too/],
  ])('%s', async (_what, env, message) => {
    await verifySettings(ctx);
    const { code, lines } = await startApi(env());
    const last = JSON.parse(lines.at(-1) ?? '{}');
    expect([code, last.msg]).toEqual([1, expect.stringMatching(message)]);
    expect(last).toMatchObject({ level: 60, event: 'cannot_start' });
    expect(lines.join('\n')).not.toMatch(/\bat .*\.ts:\d+/);
  });

  test('and with the right ones it starts', async () => {
    const { lines } = await startApi({});
    expect(lines.map((line) => JSON.parse(line).msg)).toContain('ready');
  });
});

test('the key that the database was used with opens the canary through a rotation, and not without one', async () => {
  const fresh = await createTestContext();
  const as = (encryptionKey: Buffer, previousEncryptionKey?: Buffer) => ({
    ...fresh,
    encryptionKey,
    previousEncryptionKey,
  });
  await verifySettings(as(KEY));
  await expect(verifySettings(as(OTHER))).rejects.toThrow(/^ENCRYPTION_KEY: /);
  await verifySettings(as(KEY, OTHER));
  await verifySettings(as(OTHER, KEY));
  expect(await resealSecrets(as(OTHER, KEY))).toMatchObject({ resealed: 1 });
  await verifySettings(as(OTHER));
  await expect(verifySettings(as(KEY))).rejects.toThrow(/^ENCRYPTION_KEY: /);
  await fresh.close();
});

test('a worker uses the namespace that was prepared for its database, and no other', async () => {
  const inNamespace = (namespace: string) => ({
    ...ctx,
    config: { ...ctx.config, temporal: { ...ctx.config.temporal, namespace } },
  });
  await expect(verifyNamespace(inNamespace('tickets'))).rejects.toThrow(/no namespace was prepared/);
  expect(await keepNamespace(ctx.sql, 'tickets', { replace: false })).toBe('tickets');
  await verifyNamespace(inNamespace('tickets'));
  await expect(verifyNamespace(inNamespace('tikcets'))).rejects.toThrow(
    /is tikcets, and this database belongs to tickets/,
  );
  expect(await keepNamespace(ctx.sql, 'tikcets', { replace: false })).toBe('tickets');
  expect(await keepNamespace(ctx.sql, 'tikcets', { replace: true })).toBe('tikcets');
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { type ApiProcess, spawnApi, stopApi } from '../support/system/api-process.js';
import { waitFor } from '../support/wait-for.js';

/** bin/healthy.cjs: what docker-compose.yml restarts a container by. */
let ctx: TestContext;
let api: ApiProcess;
const folder = mkdtempSync(join(tmpdir(), 'healthy-'));

beforeAll(async () => {
  ctx = await createTestContext();
  api = await spawnApi(ctx);
});
afterAll(async () => {
  await stopApi(api);
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the exit code: 0 is healthy. */
function check(kind: 'api' | 'worker', port: number | string): number | null {
  const env = { ...process.env, TMPDIR: folder, PORT: `${port}`, WORKER_METRICS_PORT: `${port}` };
  return spawnSync(process.execPath, [join(projectRoot(), 'bin/healthy.cjs'), kind], { env }).status;
}

/** It is ready once it has read the database's clock. */
const ready = ({ origin }: ApiProcess) =>
  waitFor(async () => (await fetch(`${origin}/readyz`)).ok, { what: 'the API' });

test('a ready API is healthy, a hanging one is not, and it is again once it answers', async () => {
  await ready(api);
  expect(check('api', api.port)).toBe(0);
  api.child.kill('SIGSTOP');
  expect(check('api', api.port)).toBe(1);
  api.child.kill('SIGCONT');
  expect(check('api', api.port)).toBe(0);
});

test('an API that is not ready is healthy if it has been: a restart does not bring the database back', async () => {
  const other = await spawnApi(ctx);
  await ready(other);
  try {
    expect(check('api', other.port)).toBe(0);
    await ctx.sql`ALTER TABLE schema_migrations RENAME TO schema_migrations_gone`;
    expect((await fetch(`${other.origin}/readyz`)).status).toBe(503);
    expect(check('api', other.port)).toBe(0);
    rmSync(folder, { recursive: true, force: true });
    expect(check('api', other.port)).toBe(1);
  } finally {
    await ctx.sql`ALTER TABLE schema_migrations_gone RENAME TO schema_migrations`;
    await stopApi(other);
  }
});

test('a worker is healthy while its metrics listener answers', () => {
  const port = new URL(api.metrics).port;
  expect(check('worker', port)).toBe(0);
  api.child.kill('SIGSTOP');
  expect(check('worker', port)).toBe(1);
  api.child.kill('SIGCONT');
  expect(check('worker', 1)).toBe(1);
});

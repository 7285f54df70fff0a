import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_WAIT_MS } from '../../src/bulk/wait-for-file.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { answerOk, Upstream } from '../support/outside/upstream.js';
import { findNginx, type Nginx, startNginx } from '../support/system/nginx.js';
import { waitFor } from '../support/wait-for.js';

const describeWithNginx = findNginx() ? describe : describe.skip;
const CONF = join(projectRoot(), 'deploy/nginx.conf');

test('nginx waits longer than a working API takes for its answer', () => {
  const conf = readFileSync(CONF, 'utf8');
  const [everywhere, bulk] = [...conf.matchAll(/proxy_read_timeout (\d+)s;/g)].map(([, seconds]) => Number(seconds));
  const { statementTimeoutMs } = readConfig({}).database;
  // The five seconds of api/plugins/load-shedding.ts.
  expect(everywhere).toBeGreaterThan(statementTimeoutMs / 1_000 + 5);
  expect(bulk).toBeGreaterThan((MAX_WAIT_MS + statementTimeoutMs) / 1_000);
});

describeWithNginx('an API that accepts calls and answers none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-hang-'));
  const [hung, working] = [new Upstream(), new Upstream()] as const;
  let nginx: Nginx;

  beforeAll(async () => {
    await Promise.all([hung.open(), working.open()]);
    // The same with shorter times.
    const edit = (conf: string) =>
      conf.replace('proxy_read_timeout 17s', 'proxy_read_timeout 1s').replace('fail_timeout=10s', 'fail_timeout=2s');
    nginx = await startNginx({ conf: CONF, apiPorts: [hung.port, working.port], folder, edit });
  });
  afterAll(async () => {
    await nginx?.stop();
    await Promise.all([hung.close(), working.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(path = '/v1/orders', method = 'GET'): Promise<{ status: number; seconds: number }> {
    const from = performance.now();
    const { status } = await fetch(nginx.origin + path, { method, signal: AbortSignal.timeout(20_000) });
    return { status, seconds: (performance.now() - from) / 1_000 };
  }

  it('is given up and avoided, and used again once it answers', async () => {
    hung.answer = () => {};
    const calls: Awaited<ReturnType<typeof call>>[] = [];
    for (let turn = 0; turn < 30; turn += 1) calls.push(await call('/v1/orders', turn % 2 ? 'POST' : 'GET'));
    expect(calls.map(({ status }) => status)).toEqual(Array(30).fill(200));
    // Two found it out; a third may have tried it again.
    expect(calls.filter(({ seconds }) => seconds > 0.9).length).toBeLessThanOrEqual(3);
    hung.answer = answerOk;
    const before = hung.calls;
    await waitFor(async () => (await call()).seconds < 0.9 && hung.calls > before + 3, { what: 'calls to it' });
  });

  it('is waited for when a bulk file is built', async () => {
    const slow: typeof answerOk = (request, response) => setTimeout(() => answerOk(request, response), 1_500);
    hung.answer = slow;
    working.answer = slow;
    const before = hung.calls + working.calls;
    expect((await call('/v1/bulk/bfs_x.ndjson.gz')).status).toBe(200);
    expect(hung.calls + working.calls).toBe(before + 1);
    expect((await call()).status).toBe(504);
  });
});

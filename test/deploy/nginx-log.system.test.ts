import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../src/embedded/find-on-path.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { Upstream } from '../support/outside/upstream.js';
import { findNginx, startNginx } from '../support/system/nginx.js';
import { waitFor } from '../support/wait-for.js';

const mtail = findOnPath('mtail');
const testWithBoth = findNginx() && mtail ? test : test.skip;

testWithBoth("mtail tells nginx's own answers from those of the APIs", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-log-'));
  const api = new Upstream();
  await api.open();
  const conf = join(projectRoot(), 'deploy/nginx.conf');
  const edit = (text: string) => text.replace('proxy_read_timeout 17s', 'proxy_read_timeout 1s');
  const nginx = await startNginx({ conf, apiPorts: [api.port], folder, edit });
  const ask = async (path: string, times: number) => {
    for (let turn = 0; turn < times; turn += 1) await (await fetch(nginx.origin + path)).text();
  };
  try {
    await ask('/v1/events?key=secret', 3);
    for (const path of ['tickets/', 'Tickets/', '/tickets//', 'tickets%252F', 'tickets;/', 'tickets%5C', 'ticket/']) {
      await ask(`/${path}token${'a1B2'.repeat(7)}`, 1);
    }
    api.answer = (_request, response) =>
      response.writeHead(503, { 'Service-Request-Id': 'req_test' }).end('{"type":"busy"}');
    await ask('/v1/events', 2);
    api.answer = () => {};
    await ask('/v1/" 502 0 0.1 - by=nginx tried="" took=""', 1);
    await api.close();
    await ask('/checkout/token/pay', 4);
    const log = join(folder, 'access.log');
    const lines = () => readFileSync(log, 'utf8');
    await waitFor(
      () =>
        lines()
          .split('\n')
          .filter((line) => !line.includes('/healthz')).length > 10,
      { what: 'lines' },
    );
    const program = join(projectRoot(), 'deploy/nginx.mtail');
    const args = ['--one_shot', '--one_shot_format', 'prometheus', '--progs', program, '--logs', log];
    const counted = execFileSync(mtail as string, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const counts = [...counted.matchAll(/^nginx_answers_total\{answered_by="(\w+)".*status="(\d+)"\} (\d+)$/gm)];
    expect(counts.map(([, by, status, count]) => `${by} ${status} ${count}`).sort()).toEqual(
      expect.arrayContaining(['api 503 2', 'nginx 502 4', 'nginx 504 1']),
    );
    expect(counts.find(([, by, status]) => by === 'api' && status === '200')).toBeDefined();
    expect(lines()).not.toMatch(/secret|token/);
  } finally {
    await nginx.stop();
    await api.close().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { answerOk, Upstream } from '../support/outside/upstream.js';
import { findNginx, type Nginx, startNginx } from '../support/system/nginx.js';
import { waitFor } from '../support/wait-for.js';

const describeWithNginx = findNginx() ? describe : describe.skip;

describeWithNginx('deploy/nginx.conf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const apis = [new Upstream(), new Upstream()] as const;
  let nginx: Nginx;

  beforeAll(async () => {
    await Promise.all(apis.map((api) => api.open()));
    const apiPorts = apis.map(({ port }) => port);
    nginx = await startNginx({ conf: join(projectRoot(), 'deploy/nginx.conf'), apiPorts, folder });
  });
  afterAll(async () => {
    await nginx?.stop();
    await Promise.all(apis.map((api) => api.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  /** The statuses of calls one after the other: enough that each API has its turn. */
  async function statuses(method: string): Promise<number[]> {
    const found: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) found.push((await fetch(`${nginx.origin}/v1/orders`, { method })).status);
    return found;
  }

  it.each(['GET', 'POST'])('answers every %s while one API after the other is away for a moment', async (method) => {
    for (const api of apis) {
      await api.close();
      expect(await statuses(method)).toEqual(Array(6).fill(200));
      await api.open();
    }
    expect(await statuses(method)).toEqual(Array(6).fill(200));
  });

  it('gives a POST to the next API when its connection ends before the answer', async () => {
    const [dying, other] = apis;
    dying.answer = (request) => request.socket.destroy();
    const before = { dying: dying.calls, other: other.calls };
    expect(await statuses('POST')).toEqual(Array(6).fill(200));
    expect(dying.calls).toBeGreaterThan(before.dying);
    expect(other.calls - before.other).toBe(6);
    dying.answer = answerOk;
  });

  it('tries every API again at once after all were away', async () => {
    await Promise.all(apis.map((api) => api.close()));
    expect(await statuses('POST')).toEqual(Array(6).fill(502));
    // What Prometheus scrapes: nginx answers without an API.
    expect(await (await fetch(`${nginx.origin}/-/proxy`)).text()).toBe('nginx_up 1\n');
    await Promise.all(apis.map((api) => api.open()));
    expect(await statuses('POST')).toEqual(Array(6).fill(200));
  });

  it('logs no token and no key, whatever the path', async () => {
    const secret = 'abcdefghijklmnopqrst';
    const paths = [
      ...[`/tickets/${secret}`, `/tickets/${secret}/calendar.ics`, `/checkout/${secret}/pay`, `/Tickets/${secret}`],
      ...[`/%74ickets/${secret}`, `//tickets//${secret}`, `/v1/events/tt_sk_live_${secret}`, `/x/whsec_${secret}`],
      ...[`/dashboard/sign-in?token=tt_si_${secret}`, `/v1/feeds/events.rss?key=tt_pk_live_${secret}`],
      `/v1/events/evt_1/tickets?x=${secret}`,
    ];
    for (const path of paths) await (await fetch(`${nginx.origin}${path}`)).arrayBuffer();
    const lines = () => readFileSync(join(folder, 'access.log'), 'utf8').split('\n').filter(Boolean);
    await waitFor(() => Promise.resolve(lines().some((line) => line.includes('/v1/events/evt_1/tickets'))));
    expect(lines().join('\n')).not.toContain(secret);
    expect(lines().join('\n')).toContain('"GET /tickets/- HTTP/1.1"');
  });
});

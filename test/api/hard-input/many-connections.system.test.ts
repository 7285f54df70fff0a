import { spawnSync } from 'node:child_process';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { type ApiProcess, isAlive, readMetric, spawnApi, stopApi } from '../../support/system/api-process.js';
import { openIdleConnections } from '../../support/system/idle-connections.js';
import { waitFor } from '../../support/wait-for.js';

/** Where a process may not open that many files, as many as it may. */
const CONNECTIONS = Math.min(10_000, (Number(spawnSync('sh', ['-c', 'ulimit -Hn']).stdout) || Infinity) - 500);

let api: TestApi;
let server: ApiProcess;
beforeAll(async () => {
  api = await createTestApi();
  server = await spawnApi(api.ctx, {}, { headersTimeout: 60_000, requestTimeout: 60_000 });
});
afterAll(async () => {
  await stopApi(server);
  await api.close();
});

const connections = () => readMetric(server, 'partner_events_http_connections');

test('10,000 idle connections from a process of their own: the process lives, and others are served', async () => {
  const key = await api.newKey({ kind: 'server', rateLimit: 100_000 });
  let served = 0;
  let opening = true;
  const others = (async () => {
    while (opening) {
      const answer = await fetch(`${server.origin}/v1/categories`, { headers: bearer(key) });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      served++;
    }
  })();
  const idle = await openIdleConnections(server.port, CONNECTIONS);
  opening = false;
  await others;
  try {
    expect(idle.opened).toBe(CONNECTIONS);
    // The system says they stand before the process has taken the last of them.
    await waitFor(async () => (await connections()) >= CONNECTIONS);
    expect(served).toBeGreaterThan(0);
    for (let i = 0; i < 20; i++) {
      const fresh = { ...bearer(key), connection: 'close' };
      const answer = await fetch(`${server.origin}/v1/events?limit=1`, { headers: fresh });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  } finally {
    await idle.end();
  }
  await waitFor(async () => (await connections()) < 100);
  expect(isAlive(server)).toBe(true);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});

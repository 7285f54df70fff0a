import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { buildApp } from '../../../api/app.js';
import { createLimiter, type Limiter } from '../../../api/limiter.js';
import { freePort } from '../../../src/embedded/processes.js';
import { bearer, createTestApi, probeRoutes } from '../../support/api.js';
import { waitFor } from '../../support/wait-for.js';

const server = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);

const running: ChildProcess[] = [];

async function startStore(port: number): Promise<ChildProcess> {
  const store = spawn(server ?? '', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  running.push(store);
  return store;
}

async function stop(store: ChildProcess): Promise<void> {
  if (store.exitCode !== null || store.signalCode !== null) return;
  store.kill('SIGKILL');
  await once(store, 'exit');
}

afterAll(() => Promise.all(running.map(stop)));

test('a store that cannot be reached: this process counts alone, and nobody is refused for it', async () => {
  const api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { REDIS_URL: `redis://127.0.0.1:${await freePort()}` } },
  });
  try {
    const key = await api.newKey({ kind: 'server', rateLimit: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await api.app.inject({ url: '/v1/probe', headers: bearer(key) })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await api.close();
  }
});

// Needs valkey-server or redis-server on PATH.
(server ? describe : describe.skip)('with a store', () => {
  test('two processes share the limits', async () => {
    const port = await freePort();
    await startStore(port);
    const api = await createTestApi({
      build: { extraRoutes: probeRoutes },
      context: { env: { REDIS_URL: `redis://127.0.0.1:${port}` } },
    });
    const other = await buildApp(api.ctx, { extraRoutes: probeRoutes });
    try {
      const key = await api.newKey({ kind: 'server', rateLimit: 1_000 });
      // Both are connected once they see each other's calls.
      await waitFor(async () => {
        const left = [];
        for (const app of [api.app, other, api.app]) {
          const { headers } = await app.inject({ url: '/v1/probe', headers: bearer(key) });
          left.push(Number(headers['ratelimit-remaining']));
        }
        const [first = 0, second, third] = left;
        return second === first - 1 && third === first - 2;
      });
    } finally {
      await other.close();
      await api.close();
    }
  });

  test('a store that goes away and comes back', async () => {
    const port = await freePort();
    const store = await startStore(port);
    const api = await createTestApi({ context: { env: { REDIS_URL: `redis://127.0.0.1:${port}` } } });
    const limiters: Limiter[] = [createLimiter(api.ctx), createLimiter(api.ctx)];
    const bucket = { name: 'shared', perMinute: 1_000 };
    const hitBoth = async () => {
      const [a, b] = [await limiters[0]?.hit(bucket), await limiters[1]?.hit(bucket)];
      return (a?.remaining ?? 0) - (b?.remaining ?? 0);
    };
    try {
      await waitFor(async () => (await hitBoth()) === 1);
      await stop(store);
      // Each counts for itself now: the answers stay, the difference goes.
      await waitFor(async () => (await hitBoth()) === 0);
      await startStore(port);
      await waitFor(async () => (await hitBoth()) === 1);
    } finally {
      await Promise.all(limiters.map((limiter) => limiter.close()));
      await api.close();
    }
  });
});

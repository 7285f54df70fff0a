import { pino } from 'pino';
import { createLimiter, type Limiter } from '../../../api/limits/limiter.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import { bearer, createTestApi, probeRoutes } from '../../support/api.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { createLimitStore, describeWithStore, type LimitStore } from '../../support/system/limit-store.js';
import { waitFor } from '../../support/wait-for.js';

test('an unreachable store: this process counts alone, and no call is refused for it', async () => {
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

test('without a store: each process counts for itself, and says so', async () => {
  const ctx = await createTestContext();
  const [one, other] = [createLimiter(ctx), createLimiter(ctx)];
  try {
    expect((await one.hit({ name: 'a', perMinute: 3 })).remaining).toBe(2);
    expect((await one.hit({ name: 'a', perMinute: 3 })).remaining).toBe(1);
    expect((await other.hit({ name: 'a', perMinute: 3 })).remaining).toBe(2);
    expect(one.state()).toEqual({ mode: 'process', outages: 0, countedAlone: 0 });
  } finally {
    await Promise.all([one.close(), other.close(), ctx.close()]);
  }
});

// Needs valkey-server or redis-server on PATH.
describeWithStore('with a store', () => {
  let ctx: TestContext;
  let store: LimitStore;
  let a: Limiter;
  let b: Limiter;
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

  beforeEach(async () => {
    lines.length = 0;
    store = await createLimitStore();
    await store.start();
    ctx = await createTestContext({ env: { REDIS_URL: store.url }, replace: { log } });
    [a, b] = [createLimiter(ctx), createLimiter(ctx)];
    await Promise.all([a.ready(), b.ready()]);
  });
  afterEach(async () => {
    await Promise.all([a.close(), b.close(), store.kill(), ctx.close()]);
  });

  const bucket = { name: 'bucket', perMinute: 10 };
  const hit = async (limiter: Limiter) => (await limiter.hit(bucket)).remaining;
  const mode = (limiter: Limiter) => limiter.state().mode;

  test('from the first call on, two limiters count in one', async () => {
    expect([await hit(a), await hit(b), await hit(a), await hit(b)]).toEqual([9, 8, 7, 6]);
    expect(mode(a)).toBe('shared');
    expect(lines).toEqual([]);
  });

  test('killed: each continues alone from its last reading; back and empty: no caller gains by it', async () => {
    for (let i = 0; i < 4; i++) await hit(a);
    expect(await hit(b)).toBe(5);
    await store.kill();
    await waitFor(() => mode(a) === 'alone' && mode(b) === 'alone');
    expect(await hit(a)).toBe(5);
    expect([await hit(b), await hit(b), await hit(b), await hit(b), await hit(b), await hit(b)]).toEqual([
      4, 3, 2, 1, 0, 0,
    ]);
    expect((await b.hit(bucket)).exceeded).toBe(true);
    expect(a.state()).toMatchObject({ outages: 1, countedAlone: 1 });
    expect(lines.filter((line) => line.includes('this process counts rate limits alone'))).toHaveLength(2);

    await store.start();
    await waitFor(() => mode(a) === 'shared' && mode(b) === 'shared');
    expect((await b.hit(bucket)).exceeded).toBe(true);
    expect(await hit(a)).toBe(4);
    const fresh = { name: 'fresh', perMinute: 10 };
    expect([(await a.hit(fresh)).remaining, (await b.hit(fresh)).remaining]).toEqual([9, 8]);
    expect(lines.filter((line) => line.includes('limits are shared'))).toHaveLength(2);
    expect(lines.join('')).toContain('"seconds":');
  });

  test('restarted empty without calls: used calls stay used, and the rest stays available', async () => {
    const spent = { name: 'spent', perMinute: 2 };
    for (const limiter of [a, b, a]) await limiter.hit(spent);
    expect([await hit(a), await hit(b), await hit(a)]).toEqual([9, 8, 7]);
    await store.kill();
    await waitFor(() => mode(a) === 'alone' && mode(b) === 'alone');
    await store.start();
    await waitFor(() => mode(a) === 'shared' && mode(b) === 'shared');
    expect((await a.hit(spent)).exceeded).toBe(true);
    expect([await hit(a), await hit(a)]).toEqual([6, 5]);
    expect(await hit(b)).toBeLessThan(8);
  });

  test('emptied while it runs: used calls stay used', async () => {
    for (let i = 0; i < 5; i++) await Promise.all([hit(a), hit(b)]);
    expect((await a.hit(bucket)).exceeded).toBe(true);
    expect(await store.command('FLUSHALL')).toBe('+OK');
    for (const limiter of [a, b, a]) expect(await limiter.hit(bucket)).toMatchObject({ remaining: 0 });
    expect((await a.hit(bucket)).exceeded).toBe(true);
    expect(a.state().outages).toBe(0);
  });

  test('hanging: callers are still answered, and it counts again when it continues', async () => {
    expect(await hit(a)).toBe(9);
    store.signal('SIGSTOP');
    expect(await Promise.all([hit(a), hit(a), hit(a)])).toEqual([8, 7, 6]);
    expect(mode(a)).toBe('alone');
    expect(await hit(a)).toBe(5);
    expect(a.state().outages).toBe(1);
    store.signal('SIGCONT');
    await waitFor(() => mode(a) === 'shared');
    expect((await a.hit({ name: 'fresh', perMinute: 10 })).remaining).toBe(9);
    expect((await b.hit({ name: 'fresh', perMinute: 10 })).remaining).toBe(8);
  });

  test('answering, but refusing to count: left alone until it counts', async () => {
    expect(await hit(a)).toBe(9);
    expect(await store.command('CONFIG SET maxmemory-policy noeviction')).toBe('+OK');
    expect(await store.command('CONFIG SET maxmemory 1')).toBe('+OK');
    expect(await hit(a)).toBe(8);
    expect(mode(a)).toBe('alone');
    expect(await store.command('CONFIG SET maxmemory 0')).toBe('+OK');
    await waitFor(() => mode(a) === 'shared');
    expect(await hit(a)).toBe(7);
  });
});

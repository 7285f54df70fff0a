import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { type ApiProcess, isAlive, readMetric, spawnApi, stopApi } from '../../support/system/api-process.js';
import { createLimitStore, describeWithStore, type LimitStore } from '../../support/system/limit-store.js';
import { waitFor } from '../../support/wait-for.js';

const shared = 'partner_events_limiter_mode{mode="shared"}';
const countedAlone = 'partner_events_limiter_counted_alone_total';
const aloneLines = (process: ApiProcess) =>
  process.log.filter((line) => line.includes('this process counts rate limits alone')).length;

// Needs valkey-server or redis-server on PATH.
describeWithStore('two API processes and a store', () => {
  let api: TestApi;
  let store: LimitStore;
  const processes: ApiProcess[] = [];

  beforeAll(async () => {
    store = await createLimitStore();
    await store.start();
    api = await createTestApi();
    processes.push(...(await Promise.all([1, 2].map(() => spawnApi(api.ctx, { REDIS_URL: store.url })))));
  });
  afterAll(async () => {
    await Promise.all(processes.map(stopApi));
    await store.kill();
    await api.close();
  });

  /** Statuses of this many calls, all at once, in turns to each process. */
  const statuses = (count: number, key: { key: string }): Promise<number[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const { origin } = processes[i % processes.length] as ApiProcess;
        const path = i % 3 === 0 ? '/api/v1/categories' : '/v1/categories';
        const answer = await fetch(origin + path, { headers: bearer(key) });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  const times = (all: number[], status: number) => all.filter((answered) => answered === status).length;

  /** For each process, how often the store did not answer within half a second, from when all count in it. */
  const outages = async (): Promise<number[]> => {
    for (const process of processes) await waitFor(async () => (await readMetric(process, shared)) === 1);
    return Promise.all(processes.map((process) => readMetric(process, 'partner_events_limiter_store_outages_total')));
  };

  /** The results of work with a new key while the store answers: a machine that stops for a moment is an outage too. */
  async function withStore<T>(work: (key: { key: string }) => Promise<T>): Promise<T> {
    for (;;) {
      const before = await outages();
      const result = await work(await api.newKey({ kind: 'test' }));
      if ((await outages()).join() === before.join()) return result;
    }
  }

  test('exactly 60 requests of a test key get through in a minute, and the headers count as one', async () => {
    const all = await withStore(async (key) => [...(await statuses(50, key)), ...(await statuses(50, key))]);
    expect([times(all, 200), times(all, 429)]).toEqual([60, 40]);

    const left = await withStore(async (key) => {
      const found = [];
      for (let i = 0; i < 4; i++) {
        const { origin } = processes[i % 2] as ApiProcess;
        const { headers } = await fetch(`${origin}/v1/categories`, { headers: bearer(key) });
        found.push(headers.get('ratelimit-remaining'));
      }
      return found;
    });
    expect(left).toEqual(['59', '58', '57', '56']);
  });

  test('the store killed: both go on, neither open nor shut; metrics and logs say so, until it is back', async () => {
    const spent = await withStore(async (key) => {
      await statuses(100, key);
      // Each process has seen that the minute is spent, also if all its calls were counted before the other's.
      await statuses(4, key);
      return key;
    });
    const before = await outages();
    const said = processes.map(aloneLines);
    const counted = await Promise.all(processes.map((process) => readMetric(process, countedAlone)));
    await store.kill();
    const alone = 'partner_events_limiter_mode{mode="alone"}';
    for (const process of processes) await waitFor(async () => (await readMetric(process, alone)) === 1);

    const key = await api.newKey({ kind: 'test' });
    const all = await statuses(200, key);
    // Each of the two lets its sixty through.
    expect([times(all, 200), times(all, 429)]).toEqual([120, 80]);
    // No caller that had used up the minute gains by it.
    expect(times(await statuses(20, spent), 429)).toBe(20);
    for (const [i, response] of processes.entries()) {
      expect(isAlive(response)).toBe(true);
      expect(await readMetric(response, 'partner_events_limiter_store_outages_total')).toBe((before[i] ?? 0) + 1);
      expect(await readMetric(response, countedAlone)).toBe((counted[i] ?? 0) + 110);
      expect(aloneLines(response)).toBe((said[i] ?? 0) + 1);
    }

    await store.start();
    const again = await withStore((key) => statuses(80, key));
    expect([times(again, 200), times(again, 429)]).toEqual([60, 20]);
    for (const process of processes) expect(process.log.join('\n')).toContain('limits are shared');
  });
});

test('without a store: two processes let a key through once each', async () => {
  const api = await createTestApi();
  const processes = await Promise.all([1, 2].map(() => spawnApi(api.ctx)));
  try {
    for (const { origin } of processes) {
      const answer = await fetch(`${origin}/v1/categories`, { headers: bearer(api.keys.test) });
      expect(answer.headers.get('ratelimit-remaining')).toBe('59');
    }
    expect(await readMetric(processes[0] as ApiProcess, 'partner_events_limiter_mode{mode="process"}')).toBe(1);
  } finally {
    await Promise.all(processes.map(stopApi));
    await api.close();
  }
});

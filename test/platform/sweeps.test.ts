import { setTimeout as pause } from 'node:timers/promises';
import { allSteps } from '../../src/platform/sweeps/each.js';
import { startSweeps } from '../../src/platform/sweeps/start-sweeps.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;

beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

const rowOf = async (id: string) => {
  const [row] = await ctx.sql<{ due: boolean; held: boolean; ended: boolean; failure: string | null }[]>`
    SELECT due_at <= now() AS due, held_until IS NOT NULL AS held, ended_at IS NOT NULL AS ended, failure FROM sweeps WHERE id = ${id}`;
  return row;
};

it('runs a sweep on one of several workers, and again when it is due', async () => {
  let runs = 0;
  let atOnce = 0;
  const sweep = {
    id: 'sweep-orders',
    every: 3_600_000,
    async run() {
      runs += 1;
      atOnce += 1;
      expect(atOnce).toBe(1);
      await pause(300);
      atOnce -= 1;
    },
  };
  const workers = Array.from({ length: 4 }, () => startSweeps(ctx, [sweep]));
  try {
    await waitFor(async () => (await rowOf(sweep.id))?.ended);
    expect(runs).toBe(1);
    expect(await rowOf(sweep.id)).toEqual({ due: false, held: false, ended: true, failure: null });
    await ctx.sql`UPDATE sweeps SET due_at = now()`;
    await waitFor(async () => runs === 2 && !(await rowOf(sweep.id))?.held, { what: 'the second run' });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

it('writes down why one failed, and holds up no other', async () => {
  const done: string[] = [];
  const sweeps = startSweeps(ctx, [
    { id: 'broken', every: 60_000, run: () => Promise.reject(new Error('no')) },
    { id: 'fine', every: 60_000, run: async () => done.push('fine') },
  ]);
  await waitFor(async () => (await rowOf('broken'))?.ended && (await rowOf('fine'))?.ended);
  await sweeps.stop();
  expect(await rowOf('broken')).toMatchObject({ due: false, held: false, failure: 'no' });
  expect(done).toEqual(['fine']);
});

it('takes each of its steps whatever the others met, and says all that failed', async () => {
  const done: number[] = [];
  const step = (nth: number) => async () => done.push(nth);
  const fails = (why: string) => () => Promise.reject(new Error(why));
  await expect(allSteps(step(1), fails('first'), step(2), fails('second'), step(3))).rejects.toThrow('first; second');
  expect(done).toEqual([1, 2, 3]);
});

it('takes over the sweep of a worker that is gone', async () => {
  await ctx.sql`INSERT INTO sweeps (id, due_at, held_until) VALUES
    ('gone', now() - interval '1 minute', now() - interval '1 second'), ('elsewhere', now() - interval '1 minute', now() + interval '1 minute')`;
  const done: string[] = [];
  const one = (id: string) => ({ id, every: 60_000, run: async () => done.push(id) });
  const sweeps = startSweeps(ctx, [one('gone'), one('elsewhere')]);
  await waitFor(async () => (await rowOf('gone'))?.ended);
  await sweeps.stop();
  expect(done).toEqual(['gone']);
});

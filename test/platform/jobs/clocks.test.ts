import { setTimeout as pause } from 'node:timers/promises';
import { runClocks } from '../../../src/platform/jobs/run-clocks.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { waitFor } from '../../support/wait-for.js';

let ctx: TestContext;

beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

const rowOf = async (id: string) => {
  const [row] = await ctx.sql<{ due: boolean; held: boolean; ended: boolean; failure: string | null }[]>`
    SELECT due_at <= now() AS due, held_until IS NOT NULL AS held, ended_at IS NOT NULL AS ended, failure FROM job_clocks WHERE id = ${id}`;
  return row;
};

it('a due periodic job runs in one worker of several', async () => {
  let runs = 0;
  let atOnce = 0;
  const clock = {
    id: 'forget-mails',
    every: 3_600_000,
    async run() {
      runs += 1;
      atOnce += 1;
      expect(atOnce).toBe(1);
      await pause(300);
      atOnce -= 1;
    },
  };
  const workers = Array.from({ length: 4 }, () => runClocks(ctx, [clock]));
  try {
    await waitFor(async () => (await rowOf(clock.id))?.ended);
    expect(runs).toBe(1);
    expect(await rowOf(clock.id)).toEqual({ due: false, held: false, ended: true, failure: null });
    await ctx.sql`UPDATE job_clocks SET due_at = now()`;
    await waitFor(async () => runs === 2 && !(await rowOf(clock.id))?.held, { what: 'the second run' });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

it('a periodic job that fails delays no other', async () => {
  const done: string[] = [];
  const clocks = runClocks(ctx, [
    { id: 'broken', every: 60_000, run: () => Promise.reject(new Error('no')) },
    { id: 'fine', every: 60_000, run: async () => done.push('fine') },
  ]);
  await waitFor(async () => (await rowOf('broken'))?.ended && (await rowOf('fine'))?.ended);
  await clocks.stop();
  expect(await rowOf('broken')).toMatchObject({ due: false, held: false, failure: 'no' });
  expect(done).toEqual(['fine']);
});

it('another worker takes over the run of a dead worker', async () => {
  await ctx.sql`INSERT INTO job_clocks (id, due_at, held_until) VALUES
    ('gone', now() - interval '1 minute', now() - interval '1 second'), ('elsewhere', now() - interval '1 minute', now() + interval '1 minute')`;
  const done: string[] = [];
  const one = (id: string) => ({ id, every: 60_000, run: async () => done.push(id) });
  const clocks = runClocks(ctx, [one('gone'), one('elsewhere')]);
  await waitFor(async () => (await rowOf('gone'))?.ended);
  await clocks.stop();
  expect(done).toEqual(['gone']);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { defineJob } from '../../../src/platform/jobs/job.js';
import { Pace } from '../../../src/platform/jobs/pace.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { createTestContext } from '../../support/context.js';
import { drainOf } from '../../support/jobs.js';

const NAMES = { name: 'trial', room: 'platform', does: '', runbook: '', trigger: '', alertAfter: 1_000 };
const quick = async () => {};
const slow = () => sleep(520).then(() => {});
const failing = () => Promise.reject(new Error('no'));
const times = (count: number, call: () => Promise<void>, pace: Pace) =>
  Promise.allSettled(Array.from({ length: count }, () => pace.run(call)));

test('more calls go at the same time while they are answered soon, and half as many when they fail or take long', async () => {
  const pace = new Pace();
  const first = pace.atOnce;
  await times(3, quick, pace);
  expect(pace.atOnce).toBe(first + 3);
  await times(100, quick, pace);
  const most = pace.atOnce;
  expect(most).toBeLessThan(50);
  // Calls that were under way together count once.
  await times(10, slow, pace);
  expect(pace.atOnce).toBe(Math.floor(most / 2));
  await expect(pace.run(failing)).rejects.toThrow('no');
  expect(pace.atOnce).toBe(Math.floor(most / 4));
  for (let index = 0; index < 10; index += 1) await times(1, failing, pace);
  expect(pace.atOnce).toBe(1);
});

test('a server that collapses under many is sent few, oldest first, and all of them arrive', async () => {
  const ctx = await createTestContext();
  const keys = Array.from({ length: 120 }, (_, index) => `key ${index}`);
  await enqueue(ctx.sql, 'order.closed', keys, ctx.clock.now());
  // Each call takes as long as all that are under way: more at the same time are no gain.
  const underWay: number[] = [];
  let now = 0;
  const arrived: string[] = [];
  const run = async (_ctx: unknown, key: string) => {
    arrived.push(key);
    now += 1;
    underWay.push(now);
    await sleep(now * 45);
    now -= 1;
  };
  const job = defineJob({ ...NAMES, topic: 'order.closed', run });
  const drain = drainOf(ctx, {} as TemporalClient, job);
  while ((await drain.run()).done > 0);
  expect(arrived).toEqual(keys);
  expect(Math.max(...underWay)).toBeLessThan(15);
  await ctx.close();
});

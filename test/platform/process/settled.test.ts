import { runAllSettled } from '../../../src/platform/process/settled.js';

it('runAllSettled runs every step and throws all failures', async () => {
  const done: number[] = [];
  const step = (nth: number) => async () => done.push(nth);
  const fails = (why: string) => () => Promise.reject(new Error(why));
  await expect(runAllSettled(step(1), fails('first'), step(2), fails('second'), step(3))).rejects.toThrow(
    'first; second',
  );
  expect(done).toEqual([1, 2, 3]);
});

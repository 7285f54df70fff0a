import { type GroupCommitOptions, groupCommit } from '../../../src/platform/process/group-commit.js';
import { waitFor } from '../../support/wait-for.js';

type Results = readonly (string | Promise<string>)[];

/** A queue of texts whose writes end when the test says so. An item is `key` or `key/name`; its result is the item in capitals. */
function controlledQueue(options: Partial<GroupCommitOptions<string, string>> = {}) {
  const batches: string[][] = [];
  const ends: ((results?: Results) => void)[] = [];
  const failures: ((error: Error) => void)[] = [];
  const queue = groupCommit<string, string>({
    write: (items) =>
      new Promise<Results>((resolve, reject) => {
        batches.push(items);
        ends.push((results) => resolve(results ?? items.map((item) => item.toUpperCase())));
        failures.push(reject);
      }),
    maxBatch: 3,
    ...options,
  });
  const addAll = (...items: string[]) => items.map((item) => queue.add(item));
  const begun = (count: number) => waitFor(() => batches.length >= count, { interval: 1 });
  return { queue, batches, ends, failures, addAll, begun };
}
const keyOf = (item: string) => item.slice(0, 1);

test('writes a first item at once, and later items together, in order, up to the batch limit', async () => {
  const { batches, ends, addAll, begun } = controlledQueue();
  const results = Promise.all(addAll('a', 'b', 'c', 'd', 'e'));
  expect(batches).toEqual([['a']]);
  ends[0]?.();
  await begun(2);
  ends[1]?.();
  await begun(3);
  ends[2]?.();
  expect(await results).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
});

test('settles an item after its own batch, and not before', async () => {
  const { ends, addAll, begun } = controlledQueue();
  const settled: string[] = [];
  const [first, second] = addAll('a', 'b').map((result) => result.then((text) => settled.push(text)));
  ends[0]?.();
  await first;
  await begun(2);
  expect(settled).toEqual(['A']);
  ends[1]?.();
  await second;
  expect(settled).toEqual(['A', 'B']);
});

test('gives the error of a batch to its callers alone, and writes the next batch', async () => {
  const { ends, failures, addAll, begun } = controlledQueue();
  const [first, ...next] = addAll('a', 'b', 'c');
  failures[0]?.(new Error('connection lost'));
  await expect(first).rejects.toThrow('connection lost');
  await begun(2);
  ends[1]?.();
  expect(await Promise.all(next)).toEqual(['B', 'C']);
});

test('writes as many batches at a time as allowed, each with other keys', async () => {
  const { batches, ends, addAll, begun } = controlledQueue({ keyOf, maxRunning: 2 });
  const results = Promise.all(addAll('a1', 'a2', 'b1', 'c1', 'b2', 'c2'));
  expect(batches).toEqual([['a1'], ['b1']]);
  ends[1]?.();
  // `a` is busy; the items of a key are adjacent.
  await begun(3);
  expect(batches[2]).toEqual(['c1', 'c2', 'b2']);
  ends[2]?.();
  ends[0]?.();
  await begun(4);
  expect(batches[3]).toEqual(['a2']);
  ends[3]?.();
  expect(await results).toEqual(['A1', 'A2', 'B1', 'C1', 'B2', 'C2']);
});

test('never mixes groups in a batch, and lets groups take turns', async () => {
  const options = { keyOf: (item: string) => item, groupOf: keyOf, maxRunning: 1, maxBatch: 2 };
  const { batches, ends, addAll, begun } = controlledQueue(options);
  const results = Promise.all(addAll('a1', 'a2', 'a3', 'a4', 'b1'));
  for (let done = 0; done < 4; done++) {
    await begun(done + 1);
    ends[done]?.();
  }
  await results;
  expect(batches).toEqual([['a1'], ['a2', 'a3'], ['b1'], ['a4']]);
});

test('settles a late result separately: its key stays taken, other keys go on', async () => {
  const { batches, ends, addAll, begun } = controlledQueue({ keyOf, maxRunning: 1 });
  const [first, a1, a2, b1, c1] = addAll('x', 'a1', 'a2', 'b1', 'c1');
  ends[0]?.();
  await begun(2);
  let finish: (text: string) => void = () => {};
  const late = new Promise<string>((resolve) => {
    finish = resolve;
  });
  ends[1]?.([late, Promise.reject(new Error('refused')), 'B1']);
  await expect(a2).rejects.toThrow('refused');
  expect([await first, await b1]).toEqual(['X', 'B1']);
  await begun(3);
  const [a3, b2] = addAll('a3', 'b2');
  ends[2]?.();
  await begun(4);
  expect(batches.slice(1)).toEqual([['a1', 'a2', 'b1'], ['c1'], ['b2']]);
  ends[3]?.();
  expect([await c1, await b2]).toEqual(['C1', 'B2']);
  finish('later');
  expect(await a1).toBe('later');
  await begun(5);
  expect(batches[4]).toEqual(['a3']);
  ends[4]?.();
  expect(await a3).toBe('A3');
});

test('refuses items beyond the limit of a key with `busy`', async () => {
  const { ends, addAll, begun } = controlledQueue({ keyOf, maxQueued: 2 });
  const [first, second, third, refused, other] = addAll('a', 'a', 'a', 'a', 'b');
  await expect(refused).rejects.toMatchObject({ code: 'busy', headers: { 'Retry-After': '2' } });
  for (const end of ends) end();
  await begun(3);
  ends[2]?.();
  expect(await Promise.all([first, second, third, other])).toEqual(['A', 'A', 'A', 'B']);
});

test('refuses an item that waited too long, and never writes it', async () => {
  const { queue, batches, ends, addAll, begun } = controlledQueue({ keyOf, maxWaitMs: 20 });
  const [first, late] = addAll('a', 'a/late');
  await expect(late).rejects.toMatchObject({ code: 'busy' });
  const next = queue.add('a/next');
  ends[0]?.();
  await begun(2);
  // The limit ends when the batch starts.
  await new Promise((resolve) => setTimeout(resolve, 40));
  ends[1]?.();
  expect(await Promise.all([first, next])).toEqual(['A', 'A/NEXT']);
  expect(batches).toEqual([['a'], ['a/next']]);
});

test('with `restMs`, items gather after a batch, whose own results do not wait', async () => {
  const { batches, ends, addAll, begun } = controlledQueue({ restMs: 20 });
  const first = Promise.all(addAll('a'));
  ends[0]?.();
  expect(await first).toEqual(['A']);
  const next = Promise.all(addAll('b', 'c'));
  expect(batches).toEqual([['a']]);
  await begun(2);
  ends[1]?.();
  expect(await next).toEqual(['B', 'C']);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

test('writes waiting items before it closes, and accepts no more', async () => {
  const { queue, ends, addAll, begun } = controlledQueue({ maxBatch: 1 });
  const added = addAll('a', 'b');
  let isClosed = false;
  const closed = queue.close().then(() => {
    isClosed = true;
  });
  await expect(queue.add('c')).rejects.toMatchObject({ code: 'busy' });
  await begun(1);
  ends[0]?.();
  await begun(2);
  expect(isClosed).toBe(false);
  ends[1]?.();
  await closed;
  expect(await Promise.all(added)).toEqual(['A', 'B']);
  await queue.close();
});

test('with a limit, refuses unstarted items when it closes', async () => {
  const { queue, batches, ends, addAll } = controlledQueue({ keyOf, maxWaitMs: 60_000 });
  const [first, ...waiting] = addAll('a', 'a', 'a');
  const closed = queue.close(0);
  for (const refused of waiting) await expect(refused).rejects.toMatchObject({ code: 'busy' });
  ends[0]?.();
  await closed;
  expect([await first, batches]).toEqual(['A', [['a']]]);
});

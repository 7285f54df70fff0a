import { AttemptsElsewhere, shardOf } from '../../../src/deliveries/sender/leases.js';

const shard = shardOf('whk_a');
const other = Array.from({ length: 100 }, (_, n) => `whk_${n}`).find((id) => shardOf(id) !== shard) ?? '';

test('attempts of the previous holder take places for ten seconds', () => {
  const elsewhere = new AttemptsElsewhere();
  elsewhere.beginShard({ whk_a: 3 }, 1_000);
  expect([elsewhere.count('whk_a', 10_999), elsewhere.count('whk_b', 1_000)]).toEqual([3, 0]);
  expect(elsewhere.count('whk_a', 11_000)).toBe(0);
});

test('a second hand-over passes on the attempts of the first holder too', () => {
  const elsewhere = new AttemptsElsewhere();
  elsewhere.beginShard({ whk_a: 3, [other]: 2 }, 0);
  expect(elsewhere.handOver(shard, new Map([['whk_a', 5]]), 9_000)).toEqual({ whk_a: 8 });
  expect(elsewhere.handOver(shard, new Map(), 9_000)).toEqual({ whk_a: 3 });
  expect(elsewhere.handOver(shard, new Map([['whk_a', 5]]), 10_000)).toEqual({ whk_a: 5 });
});

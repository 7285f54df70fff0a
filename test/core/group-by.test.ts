import { groupBy } from '../../src/core/group-by.js';

test('keeps the order of groups and of the items in them', () => {
  const groups = groupBy(['b1', 'a1', 'b2', 'a2', 'c1'], (item) => item[0]);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
    ['c', ['c1']],
  ]);
});

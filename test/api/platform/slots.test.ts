import { Slots } from '../../../api/http/slots.js';

function all<T>(slots: Slots<T>): T[] {
  const found: T[] = [];
  slots.forEach((item) => {
    found.push(item);
  });
  return found;
}

it('holds what was added and not removed, and uses slots again', () => {
  const slots = new Slots<string>();
  const [a, b, c] = ['a', 'b', 'c'].map((item) => slots.add(item));
  slots.remove(b as number);
  expect(all(slots)).toEqual(['a', 'c']);
  expect(slots.add('d')).toBe(b);
  expect([a, b, c]).toEqual([0, 1, 2]);
  expect(all(slots)).toEqual(['a', 'd', 'c']);
});

it('visits each thing once while those visited are removed', () => {
  const slots = new Slots<number>();
  for (let n = 0; n < 5; n++) slots.add(n);
  const visited: number[] = [];
  slots.forEach((n, slot) => {
    visited.push(n);
    slots.remove(slot);
  });
  expect(visited).toEqual([0, 1, 2, 3, 4]);
  expect(all(slots)).toEqual([]);
});

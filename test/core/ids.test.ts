import { ID_PREFIXES, type IdKind, newId, randomText } from '../../src/core/ids.js';

const kinds = Object.keys(ID_PREFIXES) as IdKind[];

it('gives each kind a prefix of its own, in letters that no URL or file name needs to escape', () => {
  expect(new Set(Object.values(ID_PREFIXES)).size).toBe(kinds.length);
  for (const kind of kinds) expect(newId(kind)).toMatch(new RegExp(`^${ID_PREFIXES[kind]}[0-9A-Za-z]{20}$`));
  expect(newId('sampleEvent').startsWith(ID_PREFIXES.event)).toBe(true);
});

it('never gives the same twice', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId('order'))).size).toBe(10_000);
});

it('is as long as asked, and leaves out letters that are read as another', () => {
  for (const length of [0, 1, 20, 100]) expect(randomText(length)).toHaveLength(length);
  expect(randomText(20_000)).not.toMatch(/[IOilo]/);
});

it('has every letter about equally often', () => {
  const counts = new Map<string, number>();
  for (const letter of randomText(100_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const expected = 100_000 / counts.size;
  expect(counts.size).toBe(54);
  // Ten times the deviation of a fair draw (43): that never happens by chance, and a biased remainder does.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(300);
});

import { projectRoot } from '../../src/platform/config/project-root.js';
import { findConstructions, findPlainEnglishFaults, readTexts, textsOf } from '../../tools/lint/plain-english.js';

const found = (text: string) => findConstructions(text).map((construction) => construction.found);

test.each([
  ['Asks again whether what is claimed may begin', ['what is', 'Asks again']],
  ['Of another worker’s shards, that one hears too', ['Of', 'hears']],
  ['Those that wait are released by themselves', ['Those that', 'by themselves']],
  ['Refreshes stale endpoint state, then starts claimed attempts', []],
  ['Rotates the token on elevation, in case the old one leaked', []],
])('lint finds the tangled constructions of "%s"', (text, constructions) => {
  expect(found(text).sort()).toEqual([...constructions].sort());
});

test('lint reads comments everywhere and titles only in tests', () => {
  const source = "/** First\n * line. */\nconst a = 1; // second\ntest('third title', () => {});";
  expect(textsOf('src/a.ts', source)).toEqual(['First line.', 'second']);
  expect(textsOf('test/a.test.ts', source)).toEqual(['First line.', 'second', 'third title']);
});

test('lint prints each sentence of a room above 4 constructions per 1,000 words', () => {
  const plain = { room: 'src/a', where: 'src/a/a.ts', text: 'word '.repeat(2_500) };
  const tangled = { room: 'src/a', where: 'src/a/b.ts', text: 'Takes what is due.' };
  const many = (room: string) => new Array(3).fill({ ...tangled, room });
  expect(findPlainEnglishFaults([plain, ...many('src/a')])).toEqual([]);
  expect(findPlainEnglishFaults([tangled])).toEqual([]);
  const faults = findPlainEnglishFaults([plain, ...many('src/b')]);
  expect(faults).toHaveLength(4);
  expect(faults[0]).toContain('src/a/b.ts: "what is"');
  expect(faults.at(-1)).toContain('src/b: 250.0 tangled constructions per 1,000 words');
});

test('lint reads the texts of every room and the commit subjects', () => {
  const rooms = new Set(readTexts(projectRoot()).map(({ room }) => room));
  for (const room of ['src/orders', 'api/dashboard', 'packages/client', 'test', 'bench', 'tools', 'worker']) {
    expect(rooms).toContain(room);
  }
});

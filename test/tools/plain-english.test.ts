import { findConstructions, findPlainEnglishFaults, textsOf } from '../../tools/lint/plain-english.js';

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

test('lint prints each sentence above 4 constructions per 1,000 words', () => {
  const plain = { where: 'src/a.ts', text: 'word '.repeat(250) };
  const tangled = { where: 'src/b.ts', text: 'Takes what is due.' };
  expect(findPlainEnglishFaults([plain, tangled])).toEqual([]);
  const [sentence, sum] = findPlainEnglishFaults([tangled]);
  expect(sentence).toContain('src/b.ts: "what is"');
  expect(sum).toContain('250.0 constructions per 1,000 words');
});

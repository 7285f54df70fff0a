import fc from 'fast-check';
import { slug } from '../../src/core/text.js';

it.each([
  ['Rock & Pop', 'rock-pop'],
  ['  Été à Paris! ', 'ete-a-paris'],
  ['ﬁne', 'fine'],
  ['東京 2027', '東京-2027'],
  ['& – !', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('%j is %j', (text, expected) => {
  expect(slug(text)).toBe(expected);
});

it('is one word of at most 60 characters, and its own slug', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (text) => {
      const word = slug(text);
      expect(word).toMatch(/^([\p{L}\p{N}]+(-[\p{L}\p{N}]+)*)?$/u);
      expect(word.length).toBeLessThanOrEqual(60);
      expect(slug(word)).toBe(word);
    }),
  );
});

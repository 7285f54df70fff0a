import { searchKey } from '../../../src/listings/rules/search-words.js';

it.each([
  ['  Sigur   RÓS ', 'sigur ros'],
  ['ro\u0301s', 'ros'],
  ['', ''],
])('%j is compared as %j', (text, key) => {
  expect(searchKey(text)).toBe(key);
});

it('has at most 200 characters, none of them cut in half', () => {
  expect(searchKey('x'.repeat(300))).toHaveLength(200);
  expect(searchKey(`${'x'.repeat(199)}😀😀`)).toBe(`${'x'.repeat(199)}😀`);
  expect(searchKey('ß'.repeat(200))).toBe('s'.repeat(200));
});

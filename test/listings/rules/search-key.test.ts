import fc from 'fast-check';
import { CITY_KEY_LENGTH, cityKey, searchKey } from '../../../src/listings/rules/search-key.js';

it.each([
  ['  New   York\t', 'new york'],
  ['MÜNCHEN', 'münchen'],
  ['Mu\u0308nchen', 'münchen'],
  ['Nowy\u00a0Sącz', 'nowy sącz'],
  ['', ''],
])('%j is compared as %j', (text, key) => {
  expect(searchKey(text)).toBe(key);
});

it('is one form: making it again, of any composition or case, changes nothing', () => {
  const text = fc.string({ unit: fc.constantFrom('A', 'ä', 'a\u0308', 'É', ' ', '\n', '東') });
  fc.assert(
    fc.property(text, (name) => {
      expect(searchKey(searchKey(name))).toBe(searchKey(name));
      expect(searchKey(name.normalize('NFD'))).toBe(searchKey(name));
      expect(searchKey(name.toUpperCase().toLowerCase())).toBe(searchKey(name.toLowerCase()));
    }),
  );
});

it('tells cities apart by as many characters as the catalogue takes', () => {
  const long = 'a'.repeat(CITY_KEY_LENGTH - 1);
  expect(cityKey(`${long}b`)).not.toBe(cityKey(`${long}c`));
  expect(cityKey(`${long}bc`)).toBe(cityKey(`${long}bd`));
  expect(searchKey('x'.repeat(300))).toHaveLength(200);
});

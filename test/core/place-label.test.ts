import { placeLabel } from '../../src/core/place-label.js';

const HALL = { venue: 'Hala Wytwórni', address: 'ul. Łąkowa 29', city: 'Łódź', country: 'PL' };

test.each([
  ['en-GB', 'Poland'],
  ['de-DE', 'Polen'],
])('in %s the country is %s', (locale, country) => {
  expect(placeLabel(HALL, locale)).toBe(`Hala Wytwórni, ul. Łąkowa 29, Łódź, ${country}`);
});

test('a city at the end of the address is printed once; unknown parts are left out; an unknown code stays', () => {
  expect(placeLabel({ ...HALL, venue: null, address: 'ul. Łąkowa 29, Łódź' }, 'en-GB')).toBe(
    'ul. Łąkowa 29, Łódź, Poland',
  );
  expect(placeLabel({ venue: 'Hall', city: null, country: 'not a code' }, 'en-GB')).toBe('Hall, not a code');
  expect(placeLabel({ venue: null, city: null, country: null }, 'en-GB')).toBeNull();
});

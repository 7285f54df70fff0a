import { pointFault, readDegrees } from '../../../src/catalogue/input/normalise/check-place.js';

it.each([
  [52.52, 52.52],
  ['52.52', 52.52],
  ['52,52', 52.52],
  [' 52.52° ', 52.52],
  ['33.86° S', -33.86],
  ['W 0.12', -0.12],
  ['−33.86', -33.86],
  ['', undefined],
  [null, undefined],
  ['x', undefined],
  ['52.52, 13.40', undefined],
])('readDegrees reads %j as %j', (value, degrees) => expect(readDegrees(value)).toBe(degrees));

const BERLIN = { city: 'Berlin', country: 'DE' };

it.each([
  ['the city', 52.53, 13.38, BERLIN],
  ['a festival outside', 52.9, 12.6, BERLIN],
  ['a city by another of its names', 48.14, 11.58, { city: 'Muenchen', country: 'Germany' }],
  ['a smaller city of the same name', 39.78, -89.65, { city: 'Springfield', country: 'US' }],
  ['a city with its state', 45.52, -122.68, { city: 'Portland, OR', country: 'U.S.A.' }],
  ['a city of the other Portland', 43.66, -70.26, { city: 'Portland', country: 'US' }],
  ['an unknown city in its country', 52.5, 13.4, { city: 'Berlin-Mitte', country: 'DE' }],
  ['a country alone', -33.9, 18.4, { country: 'ZA' }],
  ['a place in Russia beyond 180°', 64.73, 177.5, { country: 'RU' }],
  ['no city and no country', 52.5, 13.4, {}],
  ['an unknown country', 52.5, 13.4, { city: 'Berlin', country: 'Atlantis' }],
  ['Greenwich', 51.48, 0, { city: 'London', country: 'GB' }],
  ['Quito at the equator', 0, -78.46, { city: 'Quito', country: 'EC' }],
])('pointFault finds nothing wrong with %s', (_what, lat, lng, place) => {
  expect(pointFault({ lat, lng }, place)).toBeNull();
});

it.each([
  ['0/0', 0, 0, BERLIN, 'is 0/0, which stands for unknown'],
  ['0/0 of no place', 0, 0, {}, 'is 0/0, which stands for unknown'],
  ['latitude and longitude swapped', 13.38, 52.53, BERLIN, 'is more than 150 km from Berlin'],
  ['a lost minus', 40.71, 74.01, { city: 'New York', country: 'US' }, 'is more than 150 km from New York'],
  ['the office of the ticket shop', 37.77, -122.42, BERLIN, 'is more than 150 km from Berlin'],
  ['the middle of the country', 39.83, -98.58, { city: 'Chicago', country: 'US' }, 'is more than 150 km from Chicago'],
  ['a latitude of 0 alone', 0, 13.38, BERLIN, 'is more than 150 km from Berlin'],
  ['microdegrees', 52_520_000, 13_400_000, BERLIN, 'is not a place on Earth'],
  ['another country', 48.85, 2.35, { city: 'Unknownville', country: 'DE' }, 'is more than 100 km from any town of DE'],
  ['the sea', 45, -40, { country: 'FR' }, 'is more than 100 km from any town of FR'],
])('pointFault refuses %s', (_what, lat, lng, place, fault) => {
  expect(pointFault({ lat, lng }, place)).toBe(fault);
});

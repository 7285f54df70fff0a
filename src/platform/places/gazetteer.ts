import { PackedPlaces } from './packed-places.js';
import { readCountry } from './read-country.js';

/** One entry of the gazetteer. */
export interface Place {
  name: string;
  country: string;
  /** GeoNames' code of the state or province; empty when unknown. */
  state: string;
  lat: number;
  lng: number;
}

/** Of the countries that were asked for. */
const countries = new Map<string, PackedPlaces>();

/**
 * Every place of that name, whatever the case and accents, among GeoNames' 170,000. A country's places are read when the
 * first of them is asked for (some milliseconds for most, a tenth of a second for the largest) and kept: 8 MB for all countries.
 *
 * @param country ISO 3166-1 alpha-2, capital letters; none is found in one that GeoNames does not have.
 */
export function findPlaces(name: string, country: string): Place[] {
  let places = countries.get(country);
  if (!places) {
    const read = readCountry(country);
    if (read.length === 0) return [];
    places = new PackedPlaces(country, read);
    countries.set(country, places);
  }
  return places.find(name);
}

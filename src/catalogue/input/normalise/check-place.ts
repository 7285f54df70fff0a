import { distanceKm } from '../../../listings/rules/geo.js';
import { countryCode } from '../../../platform/places/country-code.js';
import { findLargeCities, findPlaces, listPlaces, lookupCity } from '../../../platform/places/lookup-city.js';
import { splitCity, stateCode } from '../../../platform/places/states.js';

export interface Point {
  lat: number;
  lng: number;
}

/** A venue belongs to its city within this distance: festivals are often far outside. */
const CITY_REACH_KM = 150;
/** A venue belongs to its country within this distance from a town of the country. */
const COUNTRY_REACH_KM = 100;

const DEGREES = /^([NSEW])?\s*([+-]?\d+(?:[.,]\d+)?)\s*°?\s*([NSEW])?$/i;

/** Degrees as a number or as text (`52.52`, `52,52`, `52.52° N`); undefined for anything else. */
export function readDegrees(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const [, before = '', digits, after = ''] = DEGREES.exec(value.normalize('NFKC').replace('−', '-').trim()) ?? [];
  if (digits === undefined) return undefined;
  const degrees = Number(digits.replace(',', '.'));
  return /[SW]/i.test(before + after) ? -degrees : degrees;
}

/** Why a point cannot be the place of an event in that city and country; null when it can. */
export function pointFault(
  point: Point,
  { city, state, country }: { city?: string | null; state?: string | null; country?: string | null },
): string | null {
  const { lat, lng } = point;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return 'is not a place on Earth';
  if (Math.abs(lat) < 0.01 && Math.abs(lng) < 0.01) return 'is 0/0, which stands for unknown';
  const code = country ? countryCode(country) : undefined;
  if (!code) return null;
  const inCity = city ? isNearCity(point, city, code, state ?? undefined) : undefined;
  if (inCity === false) return `is more than ${CITY_REACH_KM} km from ${city}`;
  if (inCity === undefined && !isNearCountry(point, code)) {
    return `is more than ${COUNTRY_REACH_KM} km from any town of ${code}`;
  }
  return null;
}

/** Undefined: the city is not known. The largest of several cities with one name is compared first, then all others. */
function isNearCity(point: Point, written: string, country: string, state?: string): boolean | undefined {
  const { name, state: ownState } = splitCity(written);
  const usual = lookupCity(name, country, state ?? ownState) ?? lookupCity(name, country);
  if (!usual) return undefined;
  const isNear = (place: Point) => distanceKm(point, place) <= CITY_REACH_KM;
  return (
    isNear(usual) ||
    [name, usual.city].some(
      (city) => findLargeCities(city, country).some(isNear) || findPlaces(city, country).some(isNear),
    )
  );
}

function isNearCountry(point: Point, country: string): boolean {
  let known = false;
  for (const place of listPlaces(country)) {
    known = true;
    // A cheap test first: a degree of latitude is 111 km.
    if (Math.abs(place.lat - point.lat) < 1 && distanceKm(point, place) <= COUNTRY_REACH_KM) return true;
  }
  return !known;
}

/** Countries whose people write a city with its state and leave the country out. */
const WITH_STATES = ['US', 'CA', 'AU'];

/** The country of a city written with its state alone (`London, ON`): the only one of the list with such a city and state. */
export function inferCountry(city: string, state: string | undefined): string | undefined {
  const { name, state: ownState } = splitCity(city);
  const written = state ?? ownState;
  if (!written) return undefined;
  const found = WITH_STATES.filter(
    (country) => stateCode(written, country) !== undefined && lookupCity(name, country, written),
  );
  return found.length === 1 ? found[0] : undefined;
}

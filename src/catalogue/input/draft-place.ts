import { refuse } from '../../core/input-refusal.js';
import { cityKey } from '../../platform/places/city-names.js';
import { countryCode } from '../../platform/places/country-code.js';
import { lookupCity, timezoneAt } from '../../platform/places/lookup-city.js';
import { splitCity } from '../../platform/places/states.js';
import { canonicalZone, zoneOfCountry } from '../../platform/places/zones.js';
import type { EventDraft } from '../rules/event-draft.js';
import type { CatalogueInput } from './catalogue-input.js';

type PlaceInput = Pick<
  CatalogueInput,
  'online' | 'venue' | 'address' | 'city' | 'state' | 'country' | 'lat' | 'lng' | 'timezone'
>;
type PlaceDraft = Pick<EventDraft, 'timezone' | 'online' | 'venue' | 'address' | 'city' | 'country' | 'lat' | 'lng'>;

/**
 * Where an event takes place: the country as its code, the city as the organizer spells it, with the coordinates and timezone of the
 * gazetteer's city if the input has none, else the timezone of a country that has a single one.
 *
 * @throws {InputRefusal}
 */
export function draftPlace(input: PlaceInput): PlaceDraft {
  const timezone = input.timezone ? canonicalZone(input.timezone) : null;
  if (timezone === undefined) throw refuse('timezone', 'must be an IANA name such as Europe/Berlin');
  const country = input.country ? countryCode(input.country) : undefined;
  if (input.country && !country) throw refuse('country', `${JSON.stringify(input.country)} is not a country we know`);
  const given = point(input);
  const address = input.address ?? null;
  if (input.online) {
    if (input.city || country || given) throw refuse('online', 'an online event has no city, country or coordinates');
    const nowhere = { city: null, country: null, lat: null, lng: null };
    return { timezone, online: true, venue: input.venue ?? 'Online', address, ...nowhere };
  }

  const city = input.city ? findCity(input.city, input.state ?? undefined, country) : undefined;
  const { lat, lng } = given ?? city ?? { lat: null, lng: null };
  return {
    timezone:
      timezone ??
      (given ? timezoneAt(given.lat, given.lng) : (city?.timezone ?? (country ? zoneOfCountry(country) : null))),
    online: false,
    venue: input.venue ?? null,
    address,
    city: city?.city ?? null,
    country: country ?? null,
    lat,
    lng,
  };
}

function point(input: PlaceInput): { lat: number; lng: number } | undefined {
  const { lat, lng } = input;
  if (typeof lat === 'number' && typeof lng === 'number') return { lat, lng };
  if (typeof lat === 'number') throw refuse('lng', 'is required with lat');
  if (typeof lng === 'number') throw refuse('lat', 'is required with lng');
  return undefined;
}

interface FoundCity {
  city: string;
  lat: number | null;
  lng: number | null;
  timezone: string | null;
}

/** `Portland, OR` is Portland in Oregon; if there is none, the part before the comma is used. */
function findCity(written: string, state: string | undefined, country: string | undefined): FoundCity {
  const split = splitCity(written);
  const name = split.name || written;
  const known = country ? lookupCity(name, country, state ?? split.state) : undefined;
  if (!known) return { city: name, lat: null, lng: null, timezone: null };
  return { ...known, city: keepsSpelling(name, known.city) ? name : known.city };
}

/** The gazetteer corrects capital letters and misspellings. All other spellings are found and counted as the same city, and stay. */
function keepsSpelling(written: string, known: string): boolean {
  const isCaseOnly = written.normalize('NFC').toLowerCase() === known.toLowerCase();
  return !isCaseOnly && cityKey(written) === cityKey(known);
}

import { IANAZone } from 'luxon';
import { DAY } from '../../core/time.js';
import { largeCities, timezoneAt } from './lookup-city.js';

/** Names that the IANA has replaced, by the present one; Node's list still has the old ones. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
  'US/Alaska': 'America/Anchorage',
  'US/Arizona': 'America/Phoenix',
  'US/Central': 'America/Chicago',
  'US/Eastern': 'America/New_York',
  'US/Hawaii': 'Pacific/Honolulu',
  'US/Mountain': 'America/Denver',
  'US/Pacific': 'America/Los_Angeles',
  'Etc/UTC': 'UTC',
  GMT: 'UTC',
};

/** Node accepts some of these as zones, and which ones depends on its version. */
const OFFSET = /^(?:(?:utc|gmt|z)?\s*[+-]\s*\d|z$)/i;

let byFolded: Map<string, string> | undefined;

/** The present IANA name of a timezone in any case (`america/new york`). @returns undefined for offsets and unknown names. */
export function canonicalZone(text: string): string | undefined {
  const name = text.trim().replace(/\s+/g, '_');
  if (OFFSET.test(name) || !IANAZone.isValidZone(name)) return undefined;
  byFolded ??= new Map(
    [...Intl.supportedValuesOf('timeZone'), ...Object.keys(RENAMED), ...Object.values(RENAMED), 'UTC'].map((zone) => [
      zone.toLowerCase(),
      zone,
    ]),
  );
  const known = byFolded.get(name.toLowerCase()) ?? name;
  return RENAMED[known] ?? known;
}

/** Zones of a country that are not the time that its law sets. */
const NOT_LEGAL = new Set(['Asia/Urumqi', 'Europe/Simferopol']);

const zones = new Map<string, string | null>();

/** The timezone of a country (ISO 3166-1 alpha-2) whose clocks agree; null: it has several times, or is unknown. */
export function zoneOfCountry(country: string): string | null {
  const known = zones.get(country);
  if (known !== undefined) return known;
  const names = zonesOf(country).filter((name) => !NOT_LEGAL.has(name));
  const clocks = new Set(names.map(clockOf));
  const zone = clocks.size === 1 ? usualZone(names, country) : null;
  zones.set(country, zone);
  return zone;
}

/** Node 20 has the list as a property, later versions as a method. */
function zonesOf(country: string): string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?: () => string[] | undefined;
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The offsets of two years, day by day, as one text. */
function clockOf(name: string): string {
  const zone = IANAZone.create(name);
  const from = Date.UTC(2026, 0, 1);
  return Array.from({ length: 2 * 366 }, (_, day) => zone.offset(from + day * DAY)).join();
}

/** Chooses between zones with the same clock: the zone of the country's largest city. */
function usualZone(names: string[], country: string): string | null {
  const zones = names.map(canonicalZone);
  const city = largeCities().find((place) => place.country === country);
  const zone = city && canonicalZone(timezoneAt(city.lat, city.lng));
  return zone && zones.includes(zone) ? zone : (zones[0] ?? null);
}

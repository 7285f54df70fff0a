import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldPlaceName, foldText } from '../../core/fold.js';
import { projectRoot } from '../config/project-root.js';

/**
 * Cities with their other names, a line each: name, ISO 3166-1 alpha-2 code, and the other names in normal form, separated by tabs.
 * No other name stands twice, and none is the name of another city. `tools/city-names` writes it.
 */
export const CITY_NAMES_FILE = join(projectRoot(), 'src/platform/places/city-names.tsv');

export interface NamedCity {
  /** As English maps write it. */
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The name in normal form. */
  key: string;
}

let cities: Map<string, NamedCity> | undefined;

/** The city that a name in normal form means, in any country; undefined for a city without other names. The first call reads the file. */
export function findNamedCity(folded: string): NamedCity | undefined {
  cities ??= readCityNames(readFileSync(CITY_NAMES_FILE, 'utf8'));
  return cities.get(folded);
}

/** @param text the content of {@link CITY_NAMES_FILE}. */
function readCityNames(text: string): Map<string, NamedCity> {
  const found = new Map<string, NamedCity>();
  for (const line of text.split('\n')) {
    const [name, country, ...others] = line.split('\t');
    if (!name || !country) continue;
    const city = { name, country, key: foldPlaceName(name) };
    for (const key of [city.key, ...others]) found.set(key, city);
  }
  return found;
}

/** Maximum length of a city's key, in characters. */
export const CITY_KEY_LENGTH = 120;

/**
 * The form for comparing, counting and finding cities: folded, without punctuation and without the text after a comma,
 * and the same for all names of a large city (`Köln`, `Cologne` and `Koeln` are one). It depends on the name alone, so
 * cities of the same name in two countries share it.
 *
 * @returns '' for a text without letters and digits.
 */
export function cityKey(city: string): string {
  const [head = ''] = city.split(',', 1);
  const folded = foldPlaceName(head) || foldPlaceName(city) || foldText(city);
  const key = findNamedCity(folded)?.key ?? folded;
  return key.length <= CITY_KEY_LENGTH ? key : Array.from(key).slice(0, CITY_KEY_LENGTH).join('').trimEnd();
}

/** A city as lists of cities write it: its usual name for a city with other names, else as the organizer wrote it. */
export function cityLabel(city: string, country: string | null): string {
  const named = findNamedCity(cityKey(city));
  return named !== undefined && named.country === country ? named.name : city;
}

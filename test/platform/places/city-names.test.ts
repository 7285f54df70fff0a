import { readFileSync } from 'node:fs';
import { foldPlaceName } from '../../../src/core/fold.js';
import { CITY_KEY_LENGTH, CITY_NAMES_FILE, cityKey, cityLabel } from '../../../src/platform/places/city-names.js';
import { lookupCity } from '../../../src/platform/places/lookup-city.js';

/** Names of one city, as its inhabitants, its neighbours, ticket shops, files and language models write them. */
const CITIES: [country: string, name: string, ...others: string[]][] = [
  ['AT', 'Vienna', 'Wien', 'Bécs', 'VIENNA'],
  ['AZ', 'Baku', 'Bakı'],
  ['BE', 'Antwerp', 'Antwerpen', 'Anvers'],
  ['BE', 'Brugge', 'Bruges'],
  ['BE', 'Brussels', 'Bruxelles', 'Brussel', 'Brüssel'],
  ['BE', 'Liège', 'Luik', 'Lüttich'],
  ['BR', 'São Paulo', 'Sao Paulo', 'SAO PAULO, SP'],
  ['CH', 'Basel', 'Basle', 'Bâle'],
  ['CH', 'Geneva', 'Genève', 'Genf', 'Ginevra'],
  ['CH', 'Luzern', 'Lucerne'],
  ['CH', 'Sankt Gallen', 'St. Gallen', 'St Gallen', 'St.Gallen'],
  ['CH', 'Zürich', 'Zurich', 'Zuerich', 'Zurigo'],
  ['CN', 'Beijing', 'Peking', '北京'],
  ['CZ', 'Pilsen', 'Plzeň', 'Plzen'],
  ['CZ', 'Prague', 'Praha', 'Prag', 'Praga'],
  ['DE', 'Düsseldorf', 'Duesseldorf', 'Dusseldorf'],
  ['DE', 'Frankfurt am Main', 'Frankfurt', 'Frankfurt/Main', 'Francfort'],
  ['DE', 'Hannover', 'Hanover'],
  ['DE', 'Köln', 'Cologne', 'Koeln', 'Ko\u0308ln', 'ＫÖＬＮ', 'Keulen'],
  ['DE', 'Munich', 'München', 'Muenchen', 'Monaco di Baviera', 'Munich, Germany'],
  ['DK', 'Copenhagen', 'København', 'Kobenhavn', 'Köpenhamn'],
  ['ES', 'A Coruña', 'La Coruña', 'La Coruna'],
  ['ES', 'Sevilla', 'Seville'],
  ['FI', 'Turku', 'Åbo'],
  ['FR', 'Strasbourg', 'Straßburg', 'Strassburg'],
  ['GB', 'London', 'Londres', 'Londra'],
  ['GR', 'Athens', 'Αθήνα', 'Athen'],
  ['IN', 'Bengaluru', 'Bangalore'],
  ['IN', 'Kolkata', 'Calcutta'],
  ['IT', 'Florence', 'Firenze', 'Florenz'],
  ['IT', 'Rome', 'Roma', 'Rom'],
  ['IT', 'Trento', 'Trient'],
  ['JP', 'Tokyo', 'Tōkyō', '東京', 'Tokio'],
  ['MX', 'Mexico City', 'Ciudad de México', 'CDMX'],
  ['NL', 'The Hague', 'Den Haag', "'s-Gravenhage"],
  ['PL', 'Łódź', 'Lodz', 'Lódz', 'ŁÓDŹ'],
  ['PL', 'Warsaw', 'Warszawa', 'Warschau', 'Varsovie'],
  ['PT', 'Lisbon', 'Lisboa', 'Lissabon'],
  ['RU', 'Saint Petersburg', 'Sankt-Peterburg', 'Санкт-Петербург', 'St. Petersburg'],
  ['SE', 'Gothenburg', 'Göteborg', 'GOTEBORG'],
  ['TR', 'Istanbul', 'İstanbul', 'ISTANBUL', 'Estambul'],
  ['UA', 'Kyiv', 'Kiev', 'Київ'],
  ['US', 'New York', 'New York City', 'NYC'],
  ['US', 'St. Louis', 'Saint Louis', 'St Louis'],
  ['US', 'Washington', 'Washington, D.C.', 'Washington DC'],
  ['VN', 'Ho Chi Minh City', 'Hồ Chí Minh', 'Saigon'],
];

test.each(CITIES)('%s: %s is found by its other names', (country, name, ...others) => {
  for (const other of others) expect([other, cityKey(other)]).toEqual([other, cityKey(name)]);
  for (const other of [name, ...others]) {
    const [head = ''] = other.split(',');
    expect(lookupCity(head, country)).toEqual({ ...lookupCity(name, country), city: name });
    expect(cityLabel(other, country)).toBe(name);
  }
});

test.each([
  ['Portland', 'Porto'],
  ['Valence', 'Valencia'],
  ['Luz', 'Łódź'],
  ['Vienne', 'Vienna'],
  ['Sidney', 'Sydney'],
  ['Leon', 'Lyon'],
  ['Hull', 'Halle'],
])('%s is not %s', (name, other) => {
  expect(cityKey(name)).not.toBe(cityKey(other));
});

test.each([
  ['  Stratford-upon-Avon ', 'stratford upon avon'],
  ['Winston–Salem, NC', 'winston salem'],
  ['Ķekava', 'kekava'],
  [', Berlin', 'berlin'],
  ['?', '?'],
  ['\u200b', ''],
])('the city %j has the key %j', (city, key) => {
  expect(cityKey(city)).toBe(key);
});

test('a key has at most the length of a city, and is its own key', () => {
  expect(cityKey('x'.repeat(200))).toHaveLength(CITY_KEY_LENGTH);
  for (const [, name] of CITIES) expect(cityKey(cityKey(name))).toBe(cityKey(name));
});

test('a list of cities names a city without other names, or abroad, as the organizer does', () => {
  expect(cityLabel('GÖTZIS', 'AT')).toBe('GÖTZIS');
  expect(cityLabel('Rom', 'FR')).toBe('Rom');
  expect(cityLabel('Munich', null)).toBe('Munich');
});

test('no name in the file stands twice, and each is in normal form', () => {
  const names = readFileSync(CITY_NAMES_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [name = '', country, ...others] = line.split('\t');
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(others.filter((other) => other !== foldPlaceName(other))).toEqual([]);
      return [foldPlaceName(name), ...others];
    });
  expect(names.length - new Set(names).size).toBe(0);
});

import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import type { EventStatus } from '../../core/wire/event.js';
import { type City, mostPopulous } from '../../platform/places/lookup-city.js';
import type { EventDraft } from '../rules/event-draft.js';
import { picturePath } from '../rules/pictures.js';
import { adjectives, firstNames, type Genre, genres, lastNames, nouns, remarks } from './data.js';
import { hasOwnTariff, type Tariff, tariff, ticketTypes } from './money.js';
import { Random } from './random.js';

export interface GenerateOptions {
  events: number;
  seed: number;
  /** First day, `YYYY-MM-DD`; the events spread over the year that follows it. */
  from: string;
  /** Prefix of the event ids, so that several generated sets can coexist. */
  series: string;
}

const CITIES = 1500;
/** Venues of a city for each kind of venue. */
const VENUES = 5;
const DAYS = 365;

/** Realistic events, determined by the options: the same options give the same events. */
export function* generateDrafts({ events, seed, from, series }: GenerateOptions): Generator<EventDraft> {
  const random = new Random(seed);
  const cities = new Weighted(mostPopulous(CITIES), weightOf);
  const weightedGenres = new Weighted(genres, (genre) => genre.weight);
  const start = DateTime.fromISO(from, { zone: 'UTC' });
  for (let number = 1; number <= events; number += 1) {
    const externalId = `${series}-${seed}-${number}`;
    yield generateDraft(random, externalId, cities.pick(random), weightedGenres.pick(random), start);
  }
}

/** Large cities have more events, most of all in the countries with ticket sales. */
function weightOf(city: City & { population: number }): number {
  return city.population ** 0.7 * (hasOwnTariff(city.country) ? 4 : 1);
}

function generateDraft(random: Random, externalId: string, place: City, genre: Genre, start: DateTime): EventDraft {
  const id = `evt_${createHash('sha256').update(externalId).digest('hex').slice(0, 20)}`;
  const performers = generatePerformers(random, genre);
  const word = words(random, place, performers);
  const price = tariff(random, place.country, genre.price);
  const sellsHere = random.chance(0.1);
  const name = word(random.pick(genre.names));
  return {
    id,
    external_id: externalId,
    status: generateStatus(random, sellsHere),
    name,
    ...generateTime(random, genre, place, start),
    timezone: place.timezone,
    utc_offset: null,
    online: false,
    ...generateVenue(random, genre, place),
    city: place.city,
    country: place.country,
    image: picturePath(genre.category, Number.parseInt(id.slice(-2), 16)),
    category: genre.category,
    performers,
    short_description: `${word(random.pick(genre.descriptions))} ${random.pick(remarks)}`,
    can_share: random.chance(0.97),
    source_url: `https://tickets.example/${place.country.toLowerCase()}/${externalId}`,
    price_from_minor: sellsHere ? null : price.fromMinor,
    price_to_minor: sellsHere ? null : price.toMinor,
    currency: price.currency,
    ...generateReward(random, price),
    ticket_types: sellsHere ? ticketTypes(random, price, id) : null,
  };
}

/** A venue of the city: all of its events have the same address and place. */
function generateVenue(
  random: Random,
  genre: Genre,
  place: City,
): Pick<EventDraft, 'venue' | 'address' | 'lat' | 'lng'> {
  const own = new Random(Math.round((place.lat * 360 + place.lng) * 1000) + random.whole(1, VENUES));
  return {
    venue: `${own.pick(adjectives)} ${own.pick(nouns)} ${random.pick(genre.venues)}`,
    address: `${own.whole(1, 240)} ${own.pick(nouns)} Street, ${place.city}`,
    lat: near(own, place.lat),
    lng: near(own, place.lng),
  };
}

function generateTime(
  random: Random,
  genre: Genre,
  place: City,
  start: DateTime,
): Pick<EventDraft, 'date' | 'starts_at' | 'ends_at'> {
  const date = start.plus({ days: random.whole(1, DAYS) }).toISODate() ?? '';
  const hour = random.whole(...genre.hour);
  const minute = random.pick([0, 0, 30]);
  if (random.chance(0.08)) return { date, starts_at: null, ends_at: null };
  const starts = DateTime.fromISO(date, { zone: place.timezone }).set({ hour, minute });
  const ends = random.chance(0.7) ? starts.plus({ hours: genre.hours }) : null;
  return { date, starts_at: starts.toUTC().toISO(), ends_at: ends?.toUTC().toISO() ?? null };
}

function generateStatus(random: Random, sellsHere: boolean): EventStatus {
  const chance = random.next();
  if (chance < 0.9) return 'scheduled';
  if (chance < 0.93) return 'rescheduled';
  if (chance < 0.95) return 'postponed';
  if (chance < 0.97) return 'cancelled';
  return sellsHere ? 'scheduled' : 'sold_out';
}

function generateReward(random: Random, { currency, fromMinor }: Tariff) {
  const kind = random.chance(0.25) ? 'percent' : random.chance(0.3) ? 'flat' : null;
  const percent = random.pick([4, 5, 6, 7.5, 8, 10, 12, 15]);
  const amount = Math.max(1, Math.round((fromMinor * random.whole(3, 12)) / 100));
  const budget = random.chance(0.1) ? fromMinor * random.whole(20, 2000) : null;
  return {
    reward_kind: kind,
    reward_amount_minor: kind === 'flat' ? amount : null,
    reward_percent: kind === 'percent' ? percent : null,
    reward_currency: kind === 'flat' || (kind && budget !== null) ? currency : null,
    reward_description:
      kind === 'percent' ? `${percent} % of each ticket` : kind === 'flat' ? 'For each ticket sold' : null,
    reward_budget_minor: kind ? budget : null,
  } as const;
}

function generatePerformers(random: Random, genre: Genre): string[] {
  if (genre.performers === 'none') return [];
  const one = () =>
    genre.performers === 'people'
      ? `${random.pickSkewed(firstNames)} ${random.pick(lastNames)}`
      : `${random.chance(0.3) ? 'The ' : ''}${random.pickSkewed(adjectives)} ${random.pick(nouns)}`;
  return [...new Set(Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 5]) }, one))];
}

function words(random: Random, place: City, performers: readonly string[]): (template: string) => string {
  return (template) =>
    template.replace(/\{([ancp])\}/g, (_, letter) => {
      if (letter === 'a') return random.pick(adjectives);
      if (letter === 'n') return random.pick(nouns);
      return letter === 'c' ? place.city : (performers[0] ?? 'the ensemble');
    });
}

/** Within some five kilometres. */
function near(random: Random, degrees: number): number {
  return Math.round((degrees + (random.next() - 0.5) * 0.08) * 1e5) / 1e5;
}

/** Picks from a list, each item as often as its weight says. */
class Weighted<T> {
  private readonly ends: number[] = [];

  constructor(
    private readonly items: readonly T[],
    weight: (item: T) => number,
  ) {
    let sum = 0;
    for (const item of items) {
      sum += weight(item);
      this.ends.push(sum);
    }
  }

  pick(random: Random): T {
    const at = random.next() * (this.ends.at(-1) ?? 0);
    const item = this.items[this.ends.findIndex((end) => end > at)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
}

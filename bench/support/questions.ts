import type { EventFilters } from '../../src/listings/wire.js';
import type { Sql } from '../../src/platform/database/database.js';

interface Found {
  city: string;
  country: string;
  category: string;
  date: string;
  lat: number;
  lng: number;
  earns: number | null;
  updatedAt: Date;
  performer: string | null;
}

/** Filters that a random event meets; a new event each time. */
export type Question = () => EventFilters;

const FILTERS: Record<string, (event: Found) => EventFilters> = {
  city: ({ city }) => ({ city }),
  country: ({ country }) => ({ country }),
  category: ({ category }) => ({ category }),
  from: ({ date }) => ({ from: date }),
  to: ({ date }) => ({ to: date }),
  changed_since: ({ updatedAt }) => ({ changed_since: new Date(updatedAt.getTime() - 1).toISOString() }),
  commissioned: () => ({ commissioned: true }),
  minimum_earnings: ({ earns }) => ({ minimum_earnings: earns ?? 1 }),
  near: ({ city, country }) => ({ near: `${city},${country}` }),
  artist: ({ performer }) => ({ artist: performer?.split(' ')[0] ?? 'band' }),
  'radius 50': ({ lat, lng }) => ({ lat, lng, radius: 50 }),
  'radius 500': ({ lat, lng }) => ({ lat, lng, radius: 500 }),
};

/** The path of `GET /events` with these filters. */
export function pathOf(filters: EventFilters & { cursor?: string }): string {
  const query = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]);
  return `/v1/events?${new URLSearchParams(query)}`;
}

/** Each filter and pair of filters, asked with the values of random events, so that frequent values come most often. */
export async function questionsOf(sql: Sql): Promise<[string, Question][]> {
  const events = await sql<Found[]>`
    SELECT l.city, l.country, l.category, l.date, l.lat, l.lng, l.earns, l.updated_at, (
      SELECT p.name_key FROM listing_performers lp JOIN performers p ON p.id = lp.performer_id
      WHERE lp.event_id = l.event_id LIMIT 1) AS performer
    FROM event_listings l TABLESAMPLE SYSTEM (5) REPEATABLE (1)
    WHERE upcoming AND NOT test AND city IS NOT NULL AND country IS NOT NULL AND category IS NOT NULL AND lat IS NOT NULL
    ORDER BY md5(l.event_id) LIMIT 1000`;
  const about =
    (...filters: ((event: Found) => EventFilters)[]): Question =>
    () => {
      const event = events[Math.floor(Math.random() * events.length)] as Found;
      return Object.assign({}, ...filters.map((filter) => filter(event)));
    };
  const named = Object.entries(FILTERS);
  const single = named.map(([name, filter]): [string, Question] => [name, about(filter)]);
  const pairs = named.flatMap(([a, first], i) =>
    named.slice(i + 1).map(([b, second]): [string, Question] => [`${a} + ${b}`, about(first, second)]),
  );
  return [...single, ...pairs.filter(([name]) => name !== 'radius 50 + radius 500')];
}

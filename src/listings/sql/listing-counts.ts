import type { Queryable } from '../../platform/database/database.js';

/** Which upcoming events to count. The projector keeps the counts in tables of their own. */
export interface CountQuery {
  /** The sandbox's samples; false: real events. */
  samples: boolean;
  /** Null: any. */
  countries: readonly string[] | null;
  /** Null: any. */
  categories: readonly string[] | null;
  /** Only events that pay a reward for their next sale. */
  payingOnly: boolean;
}

export interface CategoryCount {
  id: string;
  events: number;
}

export interface CityCount {
  city: string;
  /** Null: none. */
  country: string | null;
  events: number;
}

/** Upcoming events by category, most first. */
export async function countByCategory(sql: Queryable, query: CountQuery): Promise<CategoryCount[]> {
  return sql<CategoryCount[]>`
    SELECT category AS id, sum(${counted(sql, query)})::int AS events FROM listing_category_counts c
    WHERE ${scope(sql, query)} ${ofCategories(sql, query)}
    GROUP BY category HAVING sum(${counted(sql, query)}) > 0 ORDER BY events DESC, id`;
}

/** Upcoming events by city, most first. */
export async function countByCity(sql: Queryable, query: CountQuery, limit: number): Promise<CityCount[]> {
  if (query.categories) return countByCityOfCategories(sql, query, limit);
  return sql<CityCount[]>`
    SELECT city, nullif(country, '') AS country, ${counted(sql, query)} AS events FROM listing_city_counts c
    WHERE ${scope(sql, query)} AND ${counted(sql, query)} > 0
    ORDER BY events DESC, city_key, c.country LIMIT ${limit}`;
}

async function countByCityOfCategories(sql: Queryable, query: CountQuery, limit: number): Promise<CityCount[]> {
  return sql<CityCount[]>`
    SELECT n.city, nullif(n.country, '') AS country, sums.events FROM (
      SELECT country, city_key, sum(${counted(sql, query)})::int AS events FROM listing_city_category_counts c
      WHERE ${scope(sql, query)} ${ofCategories(sql, query)}
      GROUP BY country, city_key HAVING sum(${counted(sql, query)}) > 0
      ORDER BY events DESC, city_key, country LIMIT ${limit}
    ) sums JOIN listing_city_counts n ON n.test = ${query.samples} AND (n.country, n.city_key) = (sums.country, sums.city_key)
    ORDER BY sums.events DESC, n.city_key, n.country`;
}

function counted(sql: Queryable, { payingOnly }: CountQuery) {
  return payingOnly ? sql`c.paying_events` : sql`c.events`;
}

function scope(sql: Queryable, { samples, countries }: CountQuery) {
  const ofCountries = countries ? sql`AND c.country = ANY (${[...countries]}::text[])` : sql``;
  return sql`c.test = ${samples} ${ofCountries}`;
}

function ofCategories(sql: Queryable, { categories }: CountQuery) {
  return categories ? sql`AND c.category = ANY (${[...categories]}::text[])` : sql``;
}

import type { Context } from '../../platform/context/context.js';

/** They change slowly, and choose between ways to the same answer. */
const KEPT_MS = 10 * 60_000;

/** The planner's statistics of the listings. Empty while the table has not been analyzed. */
export interface ListingStatistics {
  listings: number;
  /** Shares of all listings, for the most frequent words and values of a column. */
  words: ReadonlyMap<string, number>;
  country: ReadonlyMap<string, number>;
  category: ReadonlyMap<string, number>;
  cityKey: ReadonlyMap<string, number>;
  cell: ReadonlyMap<string, number>;
}

const none: ReadonlyMap<string, number> = new Map();
export const NO_STATISTICS: ListingStatistics = {
  listings: 0,
  words: none,
  country: none,
  category: none,
  cityKey: none,
  cell: none,
};

export async function readStatistics({ reads, memory }: Context): Promise<ListingStatistics> {
  if (performance.now() - memory.statistics.readAt > KEPT_MS) {
    const rows = await reads<{ column: string; listings: number; value: string; share: number }[]>`
      SELECT attname AS column, (SELECT reltuples FROM pg_class WHERE oid = 'event_listings'::regclass) AS listings, value, share
      FROM pg_stats CROSS JOIN unnest(
        coalesce(most_common_vals::text, most_common_elems::text)::text[],
        coalesce(most_common_freqs, most_common_elem_freqs)
      ) AS s (value, share)
      WHERE schemaname = current_schema() AND tablename = 'event_listings' AND attname IN ('cell', 'words', 'country', 'category', 'city_key') AND value IS NOT NULL`;
    const sharesOf = (column: string) =>
      new Map(rows.filter((row) => row.column === column).map(({ value, share }) => [value, share]));
    memory.statistics = {
      readAt: performance.now(),
      listings: rows[0]?.listings ?? 0,
      words: sharesOf('words'),
      country: sharesOf('country'),
      category: sharesOf('category'),
      cityKey: sharesOf('city_key'),
      cell: sharesOf('cell'),
    };
  }
  return memory.statistics;
}

/** @returns the share of all listings that have any of these values. */
export function shareOf(shares: ReadonlyMap<string, number>, values: readonly (string | number)[]): number {
  return values.reduce<number>((sum, value) => sum + (shares.get(String(value)) ?? 0), 0);
}

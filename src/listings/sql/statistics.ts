import type { Context } from '../../platform/context/context.js';

/** They change slowly, and choose between ways to the same answer. */
const KEPT_MS = 10 * 60_000;

/** The planner's statistics of the listings. Empty while the table has not been analyzed. */
export interface ListingStatistics {
  listings: number;
  /** Shares of all listings, for the most frequent one-degree cells and words. */
  cells: ReadonlyMap<number, number>;
  words: ReadonlyMap<string, number>;
}

export async function readStatistics({ reads, memory }: Context): Promise<ListingStatistics> {
  if (performance.now() - memory.statistics.readAt > KEPT_MS) {
    const rows = await reads<{ column: string; listings: number; value: string; share: number }[]>`
      SELECT attname AS column, (SELECT reltuples FROM pg_class WHERE oid = 'event_listings'::regclass) AS listings, value, share
      FROM pg_stats CROSS JOIN unnest(
        coalesce(most_common_vals::text, most_common_elems::text)::text[],
        coalesce(most_common_freqs, most_common_elem_freqs)
      ) AS s (value, share)
      WHERE schemaname = current_schema() AND tablename = 'event_listings' AND attname IN ('cell', 'words') AND value IS NOT NULL`;
    const sharesOf = (column: string) =>
      rows.filter((row) => row.column === column).map(({ value, share }): [string, number] => [value, share]);
    memory.statistics = {
      readAt: performance.now(),
      listings: rows[0]?.listings ?? 0,
      cells: new Map(sharesOf('cell').map(([cell, share]) => [Number(cell), share])),
      words: new Map(sharesOf('words')),
    };
  }
  return memory.statistics;
}

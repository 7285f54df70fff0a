import { LRUCache } from 'lru-cache';
import type { Sql } from '../../platform/database/database.js';

/** How large a share of all listings lies in each of the busiest one-degree squares. */
export type CellShares = ReadonlyMap<number, number>;

/** The planner's statistics change slowly, and choose between ways to the same answer. */
const kept = new LRUCache<Sql, CellShares>({
  max: 20,
  ttl: 10 * 60_000,
  fetchMethod: async (sql) => new Map((await readShares(sql)).map((row) => [row.cell, row.share])),
});

/** Empty while the table has not been analyzed. */
export async function cellShares(sql: Sql): Promise<CellShares> {
  return (await kept.fetch(sql)) ?? new Map();
}

function readShares(sql: Sql): Promise<{ cell: number; share: number }[]> {
  return sql<{ cell: number; share: number }[]>`
    SELECT unnest(most_common_vals::text::int[]) AS cell, unnest(most_common_freqs) AS share FROM pg_stats
    WHERE schemaname = current_schema() AND tablename = 'event_listings' AND attname = 'cell'`;
}

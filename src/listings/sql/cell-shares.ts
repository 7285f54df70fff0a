import { LRUCache } from 'lru-cache';
import type { Sql } from '../../platform/database/database.js';

/** Where events are, as the planner's statistics tell. */
export interface CellShares {
  /** Upcoming events, and all that changes are listed of. */
  events: Record<'soonest' | 'changed', number>;
  /** How large a share of them lies in each of the busiest one-degree squares. */
  shares: ReadonlyMap<number, number>;
}

/** Of a table that was never analyzed, or when it was empty, nothing is known; taken for large, it is not walked through. */
const UNKNOWN = 1_000_000;

/** Statistics change slowly, and choose between ways to the same answer. */
const kept = new LRUCache<Sql, CellShares>({
  max: 20,
  ttl: 10 * 60_000,
  fetchMethod: readShares,
});

/** The shares are empty while the table has not been analyzed. */
export async function cellShares(sql: Sql): Promise<CellShares> {
  return (await kept.fetch(sql)) ?? { events: { soonest: UNKNOWN, changed: UNKNOWN }, shares: new Map() };
}

async function readShares(sql: Sql): Promise<CellShares> {
  const [[rows], cells] = await Promise.all([
    sql<{ soonest: number; changed: number }[]>`
      SELECT (SELECT reltuples::float8 FROM pg_class WHERE oid = 'listings_soonest'::regclass) AS soonest,
             (SELECT reltuples::float8 FROM pg_class WHERE oid = 'listings_changed'::regclass) AS changed`,
    sql<{ cell: number; share: number }[]>`
      SELECT unnest(most_common_vals::text::int[]) AS cell, unnest(most_common_freqs) AS share FROM pg_stats
      WHERE schemaname = current_schema() AND tablename = 'event_listings' AND attname = 'cell'`,
  ]);
  const known = (events = 0) => (events > 0 ? events : UNKNOWN);
  return {
    events: { soonest: known(rows?.soonest), changed: known(rows?.changed) },
    shares: new Map(cells.map((row) => [row.cell, row.share])),
  };
}

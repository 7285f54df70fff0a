import type { Context } from '../../platform/context/context.js';

/** They change slowly, and choose between ways to the same answer. */
const KEPT_MS = 10 * 60_000;

/**
 * The share of all events in these one-degree squares, by the planner's statistics; 0 while the table has not been
 * analyzed.
 */
export async function findShare({ reads, memory }: Context, cells: readonly number[]): Promise<number> {
  if (performance.now() - memory.cellShares.readAt > KEPT_MS) {
    const rows = await reads<{ cell: number; share: number }[]>`
      SELECT unnest(most_common_vals::text::int[]) AS cell, unnest(most_common_freqs) AS share FROM pg_stats
      WHERE schemaname = current_schema() AND tablename = 'event_listings' AND attname = 'cell'`;
    memory.cellShares = { readAt: performance.now(), shares: new Map(rows.map(({ cell, share }) => [cell, share])) };
  }
  const { shares } = memory.cellShares;
  return cells.reduce((sum, cell) => sum + (shares.get(cell) ?? 0), 0);
}

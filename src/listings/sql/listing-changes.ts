import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';

/** Where a statement stands among the changes of documents. */
export interface Generation {
  /** Identifies a run of the database server: a restored server may use the same numbers again. */
  server: string;
  /** The statement saw every change up to this one and none after it. */
  number: number;
}

/** The columns that give the {@link Generation} of a statement. */
export const GENERATION = '(SELECT generation FROM listing_stamp), pg_postmaster_start_time()';

/**
 * The last stamp given out, UTC in milliseconds. Stamps follow the commits, so a statement sees every change up to it and none
 * after it.
 */
export const LAST_STAMP = fragment`(SELECT to_char(last_stamp AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM listing_stamp)`;

export function toGeneration(number: Buffer | null | undefined, server: Buffer | null | undefined): Generation {
  return { number: Number(number?.toString()), server: server?.toString() ?? '' };
}

export interface ListingChange {
  generation: number;
  eventIds: string[];
}

/** The documents that changed after a generation, oldest change first; of changes long past nothing is known. */
export async function listingChangesAfter(
  sql: Queryable,
  generation: number,
): Promise<{ server: string; changes: ListingChange[] }> {
  const rows = await sql<{ server: string; generation: number; ids: string }[]>`
    SELECT pg_postmaster_start_time()::text AS server, generation, array_to_string(event_ids, E'\n') AS ids
    FROM listing_changes WHERE generation > ${generation} ORDER BY generation`;
  return {
    server: rows[0]?.server ?? '',
    changes: rows.map((row) => ({ generation: row.generation, eventIds: row.ids.split('\n') })),
  };
}

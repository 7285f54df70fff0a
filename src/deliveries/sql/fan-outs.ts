import type { Queryable } from '../../platform/database/database.js';

/** Changes whose deliveries are not all written yet. */
export interface OpenFanOut {
  id: string;
  changeIds: string[];
  /** The last endpoint whose deliveries are written; empty: none. */
  after: string;
  written: number;
  createdAt: Date;
}

/** @returns its id. */
export async function insertFanOut(
  tx: Queryable,
  { changeIds, after, written }: { changeIds: readonly string[]; after: string; written: number },
  now: Date,
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    INSERT INTO fan_outs (change_ids, after, written, due_at, created_at)
    VALUES (${changeIds as string[]}, ${after}, ${written}, ${now}, ${now}) RETURNING id::text`;
  return row?.id ?? '';
}

/**
 * Locks the fan-out to continue, until the caller's transaction ends. The one with the fewest changes comes first: all have
 * the same endpoints to go through, so it ends first, and a single change waits for one part of a large one.
 */
export async function lockFanOut(tx: Queryable, now: Date): Promise<OpenFanOut | undefined> {
  const [row] = await tx<OpenFanOut[]>`
    SELECT id::text, change_ids, after, written, created_at FROM fan_outs
     WHERE due_at <= ${now} ORDER BY cardinality(change_ids), id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return row;
}

export async function advanceFanOut(
  tx: Queryable,
  id: string,
  part: { after: string; written: number },
): Promise<void> {
  await tx`UPDATE fan_outs SET after = ${part.after}, written = written + ${part.written} WHERE id = ${id}`;
}

export async function postponeFanOut(db: Queryable, id: string, until: Date): Promise<void> {
  await db`UPDATE fan_outs SET due_at = ${until} WHERE id = ${id}`;
}

export async function deleteFanOut(tx: Queryable, id: string): Promise<void> {
  await tx`DELETE FROM fan_outs WHERE id = ${id}`;
}

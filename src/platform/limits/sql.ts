import type { Queryable } from '../database/database.js';
import { countRows } from '../database/rows.js';

/** Counts an attempt in a bucket, whose window begins with its first; answers the count and when the window ends. */
export async function countAttempt(
  sql: Queryable,
  { bucket, now, endsAt }: { bucket: Buffer; now: Date; endsAt: Date },
): Promise<{ attempts: number; endsAt: Date }> {
  const [row] = await sql<[{ attempts: number; endsAt: Date }]>`
    INSERT INTO attempt_counts AS a (bucket, ends_at, attempts) VALUES (${bucket}, ${endsAt}, 1)
    ON CONFLICT (bucket) DO UPDATE
       SET attempts = CASE WHEN a.ends_at <= ${now} THEN 1 ELSE a.attempts + 1 END,
           ends_at = CASE WHEN a.ends_at <= ${now} THEN excluded.ends_at ELSE a.ends_at END
    RETURNING attempts, ends_at`;
  return row;
}

/** Deletes up to `limit` buckets whose window is over; answers how many. */
export function deleteAttempts(sql: Queryable, now: Date, limit: number): Promise<number> {
  return countRows(sql`
    DELETE FROM attempt_counts WHERE bucket = ANY (ARRAY(
      SELECT bucket FROM attempt_counts WHERE ends_at <= ${now} LIMIT ${limit}))`);
}

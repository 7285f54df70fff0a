import type { Queryable } from '../database/database.js';
import { firstValue } from '../database/rows.js';

/** The canary of this installation; `canary` becomes it where there is none yet. */
export async function keepCanary(sql: Queryable, canary: Buffer): Promise<Buffer> {
  const [row] = await sql<[{ canary: Buffer }]>`
    INSERT INTO installation AS i (id, canary) VALUES ('installation', ${canary})
    ON CONFLICT (id) DO UPDATE SET canary = coalesce(i.canary, excluded.canary) RETURNING canary`;
  return row.canary;
}

/** The Temporal namespace that was prepared for this database; null before that. */
export function findNamespace(sql: Queryable): Promise<string | null> {
  return firstValue(sql<{ temporalNamespace: string | null }[]>`SELECT temporal_namespace FROM installation`);
}

/** Records the namespace, unless another one is and may not be replaced; answers which one counts now. */
export async function keepNamespace(
  sql: Queryable,
  namespace: string,
  { replace }: { replace: boolean },
): Promise<string> {
  const [row] = await sql<[{ temporalNamespace: string }]>`
    INSERT INTO installation AS i (id, temporal_namespace) VALUES ('installation', ${namespace})
    ON CONFLICT (id) DO UPDATE SET temporal_namespace =
      CASE WHEN ${replace} THEN excluded.temporal_namespace
           ELSE coalesce(i.temporal_namespace, excluded.temporal_namespace) END
    RETURNING temporal_namespace`;
  return row.temporalNamespace;
}

/** The zones that the database knows, each with its offset from UTC in minutes at one instant a week. */
export function listZoneOffsets(
  sql: Queryable,
  { zones, from, weeks }: { zones: string[]; from: Date; weeks: number },
): Promise<{ zone: string; instants: number[]; offsets: number[] }[]> {
  return sql`
    SELECT zone, array_agg((extract(epoch FROM at) * 1000)::float8 ORDER BY at) AS instants,
           array_agg((extract(epoch FROM (at AT TIME ZONE zone) - (at AT TIME ZONE 'UTC')) / 60)::float8 ORDER BY at) AS offsets
      FROM unnest(ARRAY(SELECT name FROM pg_timezone_names WHERE name = ANY (${zones}))) AS zone,
           generate_series(${from}::timestamptz, ${from}::timestamptz + ${weeks} * interval '1 week', interval '1 week') AS at
     GROUP BY zone`;
}

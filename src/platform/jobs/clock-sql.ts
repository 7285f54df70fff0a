import type { Queryable } from '../database/database.js';
import { columnValues } from '../database/rows.js';

/** Adds the rows that are missing, due at once. */
export async function insertClocks(sql: Queryable, ids: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO job_clocks (id, due_at) SELECT id, now() FROM unnest(${ids as string[]}::text[]) AS id ON CONFLICT DO NOTHING`;
}

/** Claims the jobs of this list that are due and that no other worker runs, for the given seconds. */
export function claimClocks(sql: Queryable, ids: readonly string[], seconds: number): Promise<string[]> {
  return columnValues(sql<{ id: string }[]>`
    UPDATE job_clocks SET held_until = now() + make_interval(secs => ${seconds})
     WHERE id = ANY (${ids as string[]}::text[]) AND due_at <= now() AND (held_until IS NULL OR held_until < now())
    RETURNING id`);
}

export async function renewClocks(sql: Queryable, ids: readonly string[], seconds: number): Promise<void> {
  await sql`
    UPDATE job_clocks SET held_until = now() + make_interval(secs => ${seconds}) WHERE id = ANY (${ids as string[]}::text[])`;
}

/** Ends a claim. @param end.failure null: it went well. @param end.nextMs milliseconds until it is due again. */
export async function endRun(
  sql: Queryable,
  id: string,
  end: { failure: string | null; nextMs: number },
): Promise<void> {
  await sql`
    UPDATE job_clocks SET held_until = NULL, ended_at = now(), failure = ${end.failure},
      due_at = now() + make_interval(secs => ${end.nextMs / 1_000})
     WHERE id = ${id}`;
}

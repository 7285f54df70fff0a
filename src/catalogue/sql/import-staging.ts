import type { Queryable } from '../../platform/database/database.js';
import type { EventDraft } from '../rules/event-draft.js';

export interface StagedDraft {
  position: number;
  /** Line where it begins; one line can have several events. */
  line: number;
  draft: EventDraft;
}

/** Makes an empty table that only this connection sees. */
export async function openStaging(connection: Queryable): Promise<void> {
  await connection`DROP TABLE IF EXISTS staged_drafts`;
  await connection`
    CREATE TEMPORARY TABLE staged_drafts (
      external_id text PRIMARY KEY, position bigint NOT NULL UNIQUE, line bigint NOT NULL, draft json NOT NULL)`;
}

/** Stores drafts; the later of two with the same external id wins. Returns how many were new. */
export async function stageDrafts(connection: Queryable, staged: readonly StagedDraft[]): Promise<number> {
  const last = new Map(staged.map((row) => [row.draft.external_id, row]));
  const rows = await connection<{ added: boolean }[]>`
    INSERT INTO staged_drafts (external_id, position, line, draft)
    SELECT draft ->> 'external_id', position, line, draft
    FROM json_to_recordset(${JSON.stringify([...last.values()])}::text::json) AS r(position bigint, line bigint, draft json)
    ON CONFLICT (external_id) DO UPDATE SET position = excluded.position, line = excluded.line, draft = excluded.draft
    RETURNING xmax = 0 AS added`;
  return rows.filter((row) => row.added).length;
}

/** The next drafts in the order of the input. */
export async function readStaged(connection: Queryable, after: number, limit: number): Promise<StagedDraft[]> {
  return connection<StagedDraft[]>`
    SELECT position, line, draft FROM staged_drafts WHERE position > ${after} ORDER BY position LIMIT ${limit}`;
}

export async function closeStaging(connection: Queryable): Promise<void> {
  await connection`DROP TABLE IF EXISTS staged_drafts`;
}

import type { Queryable } from '../platform/database/database.js';
import { recordset } from '../platform/database/recordset.js';
import type { ProcessorEvent } from './port.js';

/** Deletes up to `limit` messages that came before `before`. @returns how many. */
export async function deleteEvents(db: Queryable, before: Date, limit: number): Promise<number> {
  const { count } = await db`
    DELETE FROM processor_events WHERE id = ANY (ARRAY(
      SELECT id FROM processor_events WHERE received_at < ${before} ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}

/** A message changed nothing after all: it may come again. */
export async function forgetEvent(tx: Queryable, id: string): Promise<void> {
  await tx`DELETE FROM processor_events WHERE id = ${id}`;
}

/**
 * Writes down that a message is applied, in the transaction of what it changes.
 *
 * @returns false when it was applied before.
 */
export async function recordEvent(tx: Queryable, event: ProcessorEvent, now: Date): Promise<boolean> {
  return (await recordEvents(tx, [event], now)).has(event.id);
}

/** The same of several. @returns the ids of those that were not applied before. */
export async function recordEvents(tx: Queryable, events: readonly ProcessorEvent[], now: Date): Promise<Set<string>> {
  const columns = tx`id, type, account, created_at, received_at`;
  const rows = events.map(({ id, type, account, createdAt }) => ({ id, type, account, createdAt, receivedAt: now }));
  const made = await tx<{ id: string }[]>`
    INSERT INTO processor_events (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::processor_events, ${recordset(rows)}::text::json) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING id`;
  return new Set(made.map(({ id }) => id));
}

import type { Queryable } from '../platform/database/database.js';
import type { ProcessorEvent } from './port.js';

/** Deletes up to `limit` messages that came before `before`. @returns how many. */
export async function forgetEvents(db: Queryable, before: Date, limit: number): Promise<number> {
  const { count } = await db`
    DELETE FROM processor_events WHERE id = ANY (ARRAY(
      SELECT id FROM processor_events WHERE received_at < ${before} ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}

/**
 * Writes down that a message is applied, in the transaction of what it changes.
 *
 * @returns false when it was applied before.
 */
export async function recordEvent(tx: Queryable, event: ProcessorEvent, now: Date): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO processor_events (id, type, account, created_at, received_at)
    VALUES (${event.id}, ${event.type}, ${event.account}, ${event.createdAt}, ${now}) ON CONFLICT DO NOTHING`;
  return count === 1;
}

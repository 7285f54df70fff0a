import type { Queryable } from '../database/database.js';
import { type JobMessage, type OutboxTopic, RETRIES_IN } from '../outbox/messages.js';

/** Locks up to `limit` messages for the caller's transaction: new ones, oldest first, and due retries. Skips locked ones. */
export async function lockJobMessages(tx: Queryable, topic: OutboxTopic, limit: number): Promise<JobMessage[]> {
  const columns = tx`id, key, created_at, attempts`;
  const [fresh, due] = await Promise.all([
    tx<JobMessage[]>`
      SELECT ${columns} FROM outbox WHERE topic = ${topic} AND due_at IS NULL ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    tx<JobMessage[]>`
      SELECT ${columns} FROM outbox WHERE topic = ${topic} AND due_at <= clock_timestamp()
       ORDER BY due_at LIMIT ${Math.ceil(limit / RETRIES_IN)} FOR UPDATE SKIP LOCKED`,
  ]);
  return [...fresh, ...due];
}

/** Deletes messages, and earlier ones of the same subjects. Later messages announce something new and stay. */
export async function deleteMessages(
  tx: Queryable,
  topic: OutboxTopic,
  { handled, merged }: { handled: readonly JobMessage[]; merged: readonly JobMessage[] },
): Promise<void> {
  if (handled.length + merged.length === 0) return;
  await tx`
    DELETE FROM outbox WHERE id = ANY (${[...handled, ...merged].map(({ id }) => id)}::bigint[])
        OR id = ANY (ARRAY(
          SELECT o.id FROM outbox o
            JOIN unnest(${handled.map(({ id }) => id)}::bigint[], ${handled.map(({ key }) => key)}::text[]) AS h (id, key)
              ON o.key = h.key AND o.id < h.id
           WHERE o.topic = ${topic} AND o.due_at IS NOT NULL FOR UPDATE OF o SKIP LOCKED))`;
}

export interface Postponed {
  id: number;
  /** Failures so far. */
  attempts: number;
  /** Milliseconds until the next try; null: the subject is set aside. */
  delayMs: number | null;
  /** Null: it did not fail. */
  failure: string | null;
}

/** Sets when messages are handled again, by the database's clock, which tests do not move. */
export async function postponeMessages(tx: Queryable, messages: readonly Postponed[]): Promise<void> {
  if (messages.length === 0) return;
  await tx`
    UPDATE outbox o SET attempts = p.attempts, tried_at = clock_timestamp(), failure = p.failure, due_at = ${dueIn(tx)}
      FROM unnest(
        ${messages.map(({ id }) => id)}::bigint[], ${messages.map(({ attempts }) => attempts)}::integer[],
        ${messages.map(({ delayMs }) => delayMs)}::float8[], ${messages.map(({ failure }) => failure)}::text[]
      ) AS p (id, attempts, delay, failure)
     WHERE o.id = p.id`;
}

const dueIn = (tx: Queryable) =>
  tx`CASE WHEN p.delay IS NULL THEN 'infinity' ELSE clock_timestamp() + p.delay * interval '1 millisecond' END`;

/** Adds messages for subjects that failed and have none. */
export async function insertFailed(
  tx: Queryable,
  topic: OutboxTopic,
  failed: readonly { subject: string; since: Date; failures: number; delayMs: number | null; failure: string }[],
): Promise<void> {
  if (failed.length === 0) return;
  await tx`
    INSERT INTO outbox (topic, key, created_at, attempts, tried_at, failure, due_at)
    SELECT ${topic}, p.key, p.since, p.attempts, clock_timestamp(), p.failure, ${dueIn(tx)}
      FROM unnest(
        ${failed.map(({ subject }) => subject)}::text[], ${failed.map(({ since }) => since.toISOString())}::text[]::timestamptz[],
        ${failed.map(({ failures }) => failures)}::integer[], ${failed.map(({ delayMs }) => delayMs)}::float8[],
        ${failed.map(({ failure }) => failure)}::text[]
      ) AS p (key, since, attempts, delay, failure)`;
}

/** The subjects of this list that have a message: the drain handles them. */
export async function findAnnounced(
  db: Queryable,
  topic: OutboxTopic,
  subjects: readonly string[],
): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    SELECT key FROM outbox WHERE topic = ${topic} AND due_at IS NULL AND key = ANY (${subjects as string[]}::text[])
    UNION SELECT key FROM outbox WHERE topic = ${topic} AND due_at IS NOT NULL AND key = ANY (${subjects as string[]}::text[])`;
  return new Set(rows.map(({ key }) => key));
}

/** Takes a subject until the transaction ends; false when another worker has it. */
export async function lockSubject(tx: Queryable, job: string, subject: string): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${job} ${subject}`}, 0)) AS locked`;
  return row?.locked === true;
}

/** Does nothing: a transaction that is idle for a minute is ended by the server. */
export async function stayAwake(tx: Queryable): Promise<void> {
  await tx`SELECT 1`;
}

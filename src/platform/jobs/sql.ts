import type { Queryable } from '../database/database.js';
import { columnValues, countRows } from '../database/rows.js';
import { type JobMessage, type OutboxTopic, RETRIES_IN } from '../outbox/messages.js';
import type { SubjectState } from './schemas.js';

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

export interface OpenSubject {
  subject: string;
  since: Date;
  failures: number;
  state: SubjectState;
  nextAt: Date | null;
  failure: string | null;
}

export interface TopicSum {
  topic: string;
  waiting: number;
  oldest: Date | null;
  setAside: number;
  failure: string | null;
  triedAt: Date | null;
}

export async function sumJobMessages(db: Queryable): Promise<TopicSum[]> {
  return db<TopicSum[]>`
    SELECT topic, count(*) FILTER (WHERE due_at IS DISTINCT FROM 'infinity')::int AS waiting,
           min(created_at) FILTER (WHERE due_at IS DISTINCT FROM 'infinity') AS oldest,
           count(DISTINCT key) FILTER (WHERE due_at = 'infinity')::int AS set_aside,
           (array_agg(failure ORDER BY tried_at DESC) FILTER (WHERE failure IS NOT NULL))[1] AS failure,
           max(tried_at) FILTER (WHERE failure IS NOT NULL) AS tried_at
      FROM outbox GROUP BY topic`;
}

export interface ClockRow {
  id: string;
  endedAt: Date | null;
  failure: string | null;
}

export async function listClocks(db: Queryable): Promise<ClockRow[]> {
  return db<ClockRow[]>`SELECT id, ended_at, failure FROM job_clocks`;
}

/** The subjects that have a message of a topic, the oldest first. */
export async function listJobMessages(db: Queryable, topic: OutboxTopic, limit: number): Promise<OpenSubject[]> {
  return db<OpenSubject[]>`
    SELECT key AS subject, created_at AS since, attempts AS failures, failure, nullif(due_at, 'infinity') AS next_at,
           CASE WHEN due_at IS NULL THEN 'new' WHEN due_at = 'infinity' THEN 'set aside' ELSE 'retrying' END AS state
      FROM outbox WHERE topic = ${topic} ORDER BY created_at, id LIMIT ${limit}`;
}

/** Makes the retries of a topic, or of one subject, due now. @returns how many. */
export function hastenMessages(tx: Queryable, topic: OutboxTopic, subject: string | null): Promise<number> {
  return countRows(tx`
    UPDATE outbox SET due_at = clock_timestamp(), attempts = 0
     WHERE topic = ${topic} AND due_at IS NOT NULL AND (${subject}::text IS NULL OR key = ${subject})`);
}

/** Makes a periodic job, or the check of a job for overdue subjects, due now. */
export function hastenClock(tx: Queryable, id: string): Promise<number> {
  return countRows(tx`UPDATE job_clocks SET due_at = now() WHERE id = ${id} AND due_at > now()`);
}

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

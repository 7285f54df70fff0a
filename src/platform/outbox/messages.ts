import type { Fragment, Queryable } from '../database/database.js';
import { fragment } from '../database/fragment.js';
import { columnValues } from '../database/rows.js';
import type { StoredTrace } from '../traces/trace-context.js';

export const OUTBOX_TOPICS = [
  'event.touched',
  'event.earnings',
  'order.created',
  'order.closed',
  'order.changed',
  'refund.requested',
  'settlement.changed',
  'settlement.status',
  'bulk.requested',
  'change.recorded',
  'fan_out.begun',
  'delivery.replay',
  'endpoint.retries',
  'mail.queued',
  'tickets.mail',
  'event.announced',
  'event.refunds',
] as const;

/** The channel on which Postgres notifies which topic has its first message. */
export const OUTBOX_CHANNEL = 'outbox_queued';

export type OutboxTopic = (typeof OUTBOX_TOPICS)[number];

/**
 * The topics with something to do. Every worker asks up to ten times a second, so it is one statement that reads the
 * beginning of each topic in the indexes.
 *
 * @param now listings whose time has come count as `event.touched`.
 */
export function waitingTopics(db: Queryable, now: Date): Promise<string[]> {
  return columnValues(db<{ topic: string }[]>`
    SELECT topic FROM unnest(${[...OUTBOX_TOPICS]}::text[]) AS topic
     WHERE EXISTS (SELECT FROM outbox WHERE outbox.topic = topic.topic AND due_at IS NULL)
        OR EXISTS (SELECT FROM outbox WHERE outbox.topic = topic.topic AND due_at <= clock_timestamp())
        OR (topic = 'event.touched' AND EXISTS (SELECT FROM event_listings WHERE due_at <= ${now}))`);
}

/**
 * Queues a message in the caller's transaction: it exists exactly when the change it announces does.
 *
 * Workers are notified when the transaction commits, but only by the first message of a topic that was empty. Postgres
 * lets transactions that notify commit one after the other, so a notification each would cost the rate of orders; and
 * while a topic has messages, a worker is at it anyway.
 *
 * @param trace of the call that makes the change, if the following work belongs to its trace.
 */
export async function enqueue(
  tx: Queryable,
  topic: OutboxTopic,
  keys: readonly string[],
  now: Date,
  trace?: StoredTrace,
): Promise<void> {
  const messages = keys.map((key) => ({ key, trace }));
  return enqueueTraced(tx, topic, messages, now);
}

/** The same with a call, or none, for each message. */
export async function enqueueTraced(
  tx: Queryable,
  topic: OutboxTopic,
  messages: readonly { key: string; trace: StoredTrace | undefined }[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return;
  await tx`
    WITH queued AS (
      ${INTO_OUTBOX_TRACED}
      SELECT ${topic}, key, ${now}, request_id, traceparent
        FROM unnest(
          ${messages.map(({ key }) => key)}::text[], ${messages.map(({ trace }) => trace?.requestId ?? null)}::text[],
          ${messages.map(({ trace }) => trace?.traceparent ?? null)}::text[]) AS message (key, request_id, traceparent))
    SELECT pg_notify(${OUTBOX_CHANNEL}, ${topic}) WHERE NOT EXISTS (SELECT FROM outbox WHERE topic = ${topic} AND due_at IS NULL)`;
}

/** Where a statement of another room queues messages in one go: the rows to follow are `topic, key, created_at`. No worker is notified. */
export const INTO_OUTBOX = fragment`INSERT INTO outbox (topic, key, created_at)`;

/** The same with the call that each message is traced to: `topic, key, created_at, request_id, traceparent`. */
export const INTO_OUTBOX_TRACED = fragment`INSERT INTO outbox (topic, key, created_at, request_id, traceparent)`;

/** Part of a statement: whether a topic has messages to handle now. */
export function hasMessages(db: Queryable, topic: OutboxTopic): Fragment {
  return db`(EXISTS (SELECT FROM outbox WHERE topic = ${topic} AND due_at IS NULL)
          OR EXISTS (SELECT FROM outbox WHERE topic = ${topic} AND due_at <= clock_timestamp()))`;
}

/**
 * Takes up to `limit` messages, new ones first, then due retries; they are gone when the caller's transaction commits
 * and back when it fails. Messages that another worker has locked are skipped.
 *
 * As an array, here and wherever rows are locked up to a limit, since it is made once: the database may repeat `IN
 * (SELECT … FOR UPDATE)` for each row, get the next ones each time, and so go far beyond the limit.
 */
export async function takeMessages(tx: Queryable, topic: OutboxTopic, limit: number): Promise<string[]> {
  return (await takeTraced(tx, topic, limit)).map(({ key }) => key);
}

/** The same with the calls that they are traced to. */
export async function takeTraced(tx: Queryable, topic: OutboxTopic, limit: number): Promise<TracedMessage[]> {
  const rows = await tx<TracedMessage[]>`
    DELETE FROM outbox WHERE id = ANY (
      ARRAY(SELECT id FROM outbox WHERE topic = ${topic} AND due_at IS NULL ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      || ARRAY(SELECT id FROM outbox WHERE topic = ${topic} AND due_at <= clock_timestamp()
                ORDER BY due_at LIMIT ${Math.ceil(limit / RETRIES_IN)} FOR UPDATE SKIP LOCKED)
    ) RETURNING id, key, created_at, attempts, request_id, traceparent`;
  return rows.sort((row, other) => row.id - other.id);
}

/** One in so many messages of a batch is a retry at most: new messages never wait for failing ones. */
export const RETRIES_IN = 4;

export interface JobMessage {
  id: number;
  /** The subject. */
  key: string;
  createdAt: Date;
  /** Failures so far. */
  attempts: number;
}

export type TracedMessage = JobMessage & StoredTrace;

/** The topics where a message of this key waits, for operators. */
export function listWaitingMessages(db: Queryable, key: string): Promise<string[]> {
  return columnValues(db<{ topic: string }[]>`SELECT DISTINCT topic FROM outbox WHERE key = ${key} ORDER BY topic`);
}

import type { Queryable } from '../database/database.js';
import { countRows } from '../database/rows.js';
import type { OutboxTopic } from '../outbox/messages.js';
import type { SubjectState } from './schemas.js';

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

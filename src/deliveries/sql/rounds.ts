import type { Queryable } from '../../platform/database/database.js';
import { columnValues, countRows, firstRow, isOneRow } from '../../platform/database/rows.js';
import type { Overdue, OverduePage } from '../../platform/jobs/job.js';
import { overdueRows } from '../../platform/jobs/overdue-page.js';
import type { EndpointKind } from '../rules/endpoint.js';
import { RETRY_DELAYS_MS } from '../rules/retry-schedule.js';
import type { OutcomeCount, WaitingCount } from '../rules/round.js';
import { ENDPOINTS, IN_USE } from './conditions.js';
import { IN_STATE } from './deliveries.js';
import type { EndpointRow } from './delivery-endpoints.js';

/** SQL: the delivery waits for a further attempt. */
const RETRIED = IN_STATE.retrying;

/** `url` is for its host alone. */
interface EndpointStatusRow extends Pick<EndpointRow, 'kind' | 'companyName' | 'url' | 'failingSince' | 'lastFailure'> {
  open: boolean;
  /** Enough attempts failed in a row that it gets probes only. */
  probed: boolean;
}

export function findEndpointStatus(db: Queryable, endpointId: string): Promise<EndpointStatusRow | null> {
  return firstRow(db<EndpointStatusRow[]>`
    SELECT e.kind, o.name AS company_name, e.url, ${IN_USE} AS open, e.probe_at IS NOT NULL AS probed, e.failing_since, e.last_failure
      FROM ${ENDPOINTS} WHERE e.id = ${endpointId}`);
}

export interface RetryingRow extends EndpointStatusRow, Pick<EndpointRow, 'id' | 'companyId' | 'mode'> {
  waiting: number;
  /** The furthest of the attempts to come. */
  attempt: number | null;
  nextAttemptAt: Date | null;
}

/** Endpoints with waiting retries. Endpoints that only fail come first, the longest failing before the others. */
export async function listRetryingRows(
  db: Queryable,
  filter: { kind?: EndpointKind; limit: number },
): Promise<RetryingRow[]> {
  return db<RetryingRow[]>`
    SELECT e.id, e.kind, e.company_id, o.name AS company_name, e.mode, e.url, w.waiting, w.attempt, w.next_attempt_at,
           ${IN_USE} AS open, e.probe_at IS NOT NULL AS probed, e.failing_since, e.last_failure
      FROM ${ENDPOINTS}
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS waiting, max(d.attempt) + 1 AS attempt, min(d.next_attempt_at) AS next_attempt_at
          FROM deliveries d WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.attempt > 0) w
     WHERE ${filter.kind ? db`e.kind = ${filter.kind} AND` : db``} w.waiting > 0
     ORDER BY e.failing_since NULLS LAST, w.waiting DESC, e.id LIMIT ${filter.limit}`;
}

/** Locks an endpoint until the transaction ends: no failure is written down for it that makes a delivery wait. */
export async function lockForOutcomes(tx: Queryable, endpointId: string): Promise<void> {
  await tx`SELECT FROM delivery_endpoints WHERE id = ${endpointId} FOR NO KEY UPDATE`;
}

/** How many deliveries of an endpoint wait for which attempt, the nearest first. */
export async function countWaiting(db: Queryable, endpointId: string): Promise<WaitingCount[]> {
  return db<WaitingCount[]>`
    SELECT attempt + 1 AS attempt, count(*)::integer AS count FROM deliveries
     WHERE endpoint_id = ${endpointId} AND ${RETRIED} GROUP BY attempt ORDER BY attempt`;
}

interface DueRetry {
  attempt: number;
  nextAttemptAt: Date;
}

export function findNextRetry(db: Queryable, endpointId: string): Promise<DueRetry | null> {
  return firstRow(db<DueRetry[]>`
    SELECT attempt + 1 AS attempt, next_attempt_at FROM deliveries
     WHERE endpoint_id = ${endpointId} AND ${RETRIED} ORDER BY next_attempt_at LIMIT 1`);
}

/** Ids, oldest change first. `OFFSET 0`: sorts the waiting deliveries instead of walking all of the endpoint's in order. */
export function listOldestWaiting(db: Queryable, endpointId: string, limit: number): Promise<string[]> {
  return columnValues(db<{ id: string }[]>`
    SELECT id FROM (
      SELECT id, change_seq FROM deliveries WHERE endpoint_id = ${endpointId} AND ${RETRIED} OFFSET 0) w
     ORDER BY change_seq LIMIT ${limit}`);
}

/** When the workflow of an endpoint comes next; null: it has none. */
export async function setNextRound(db: Queryable, endpointId: string, at: Date | null): Promise<void> {
  await db`
    UPDATE delivery_endpoints SET next_round_at = ${at} WHERE id = ${endpointId} AND next_round_at IS DISTINCT FROM ${at}::timestamptz`;
}

/** Senders may send retries of an endpoint that are due up to `until`. */
export async function releaseRetries(db: Queryable, endpointId: string, until: Date): Promise<void> {
  await db`
    UPDATE delivery_endpoints SET retries_until = ${until}
     WHERE id = ${endpointId} AND (retries_until IS NULL OR retries_until < ${until})`;
}

/** The same where some became due since the last release. Returns whether. */
export function releaseNewlyDue(db: Queryable, endpointId: string, until: Date): Promise<boolean> {
  return isOneRow(db`
    UPDATE delivery_endpoints e SET retries_until = ${until}
     WHERE id = ${endpointId} AND EXISTS (
       SELECT FROM deliveries WHERE endpoint_id = ${endpointId} AND ${RETRIED} AND next_attempt_at <= ${until}
         AND next_attempt_at > coalesce(e.retries_until, '-infinity'))`);
}

/** Outcomes since an instant. A failed retry is found by the time of the next one: tens of thousands of retries may wait. */
export async function countEnded(db: Queryable, endpointId: string, since: Date): Promise<OutcomeCount[]> {
  return db<OutcomeCount[]>`
    SELECT attempt, outcome, count(*)::integer AS count
      FROM (
        SELECT d.attempt, d.last_outcome AS outcome
          FROM unnest(${[...RETRY_DELAYS_MS]}::bigint[]) WITH ORDINALITY AS gap (ms, attempt)
          JOIN deliveries d ON d.endpoint_id = ${endpointId} AND d.state = 'pending' AND d.attempt > 0 AND d.attempt = gap.attempt
           AND d.next_attempt_at >= ${since}::timestamptz + gap.ms * interval '1 millisecond'
        UNION ALL
        SELECT attempt, last_outcome FROM deliveries
         WHERE endpoint_id = ${endpointId} AND state <> 'pending' AND finished_at >= ${since} AND state IN ('delivered', 'failed')
      ) AS ended
     WHERE attempt > 1 GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** Makes up to `limit` waiting retries of an endpoint due at `now`, if they are due later. Returns how many. */
export function hurryRetries(
  db: Queryable,
  endpointId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  return countRows(db`
    UPDATE deliveries SET next_attempt_at = ${now}
     WHERE id = ANY (ARRAY(
       SELECT id FROM (
         SELECT id, change_seq FROM deliveries
          WHERE endpoint_id = ${endpointId} AND ${RETRIED} AND next_attempt_at > ${now} OFFSET 0) w
        ORDER BY change_seq LIMIT ${limit}))
       AND ${RETRIED}`);
}

/** The facts with which the workflow of an endpoint is started, for operators to find it. No payload, the host of `url` alone. */
export type EndpointStart = Pick<EndpointRow, 'id' | 'kind' | 'companyId' | 'companyName' | 'url' | 'mode'>;

/** Removed endpoints too: their workflows are to end. */
export async function listEndpointStarts(db: Queryable, ids: readonly string[]): Promise<EndpointStart[]> {
  return db<EndpointStart[]>`
    SELECT e.id, e.kind, e.company_id, o.name AS company_name, e.url, e.mode
      FROM delivery_endpoints e JOIN companies o ON o.id = e.company_id WHERE e.id = ANY (${ids as string[]})`;
}

/** Endpoints whose workflow was lost: its round is overdue, retries wait without a round, or a round is expected for nothing. */
export async function findUnattended(db: Queryable, page: OverduePage): Promise<Overdue[]> {
  const since = db`coalesce(CASE WHEN is_waiting THEN next_round_at END, 'epoch')`;
  return db<Overdue[]>`
    SELECT id AS subject, ${since} AS since
      FROM (SELECT e.id, e.next_round_at, EXISTS (
              SELECT FROM deliveries d WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.attempt > 0) AS is_waiting
              FROM delivery_endpoints e OFFSET 0) w
     WHERE (is_waiting OR next_round_at IS NOT NULL)
       AND ${overdueRows(db, page, { since, subject: db`id` })}`;
}

import { insertTestChange } from '../../changes/sql/changes.js';
import type { ChangeType } from '../../core/change-type.js';
import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { countRows, firstValue } from '../../platform/database/rows.js';
import type { WireState } from '../rules/delivery.js';
import type { OwnedDelivery, OwnedEndpoint } from '../rules/ref.js';
import { COLUMNS, type DeliveryRow, IN_STATE, WIRE_STATE } from './deliveries.js';
import type { EndpointRow } from './delivery-endpoints.js';
import type { AttemptEnd } from './outcomes.js';

export interface LogFilter {
  state: WireState | null;
  type: ChangeType | null;
  eventId: Id<'event'> | null;
  since: Date | null;
  /** Before it. */
  until: Date | null;
  /** Only changes before this one; null: from the newest. */
  beforeSeq: string | null;
  limit: number;
}

/** Newest change first; within a period, in the order of writing: each order has an index, so a page reads only its rows. */
export async function pageOfDeliveries(
  db: Queryable,
  { companyId, endpointId }: OwnedEndpoint,
  filter: LogFilter,
): Promise<(DeliveryRow & { changeSeq: string })[]> {
  const { state, type, eventId, since, until, beforeSeq } = filter;
  const timed = since !== null || until !== null;
  const before = beforeSeq === null ? null : db`${beforeSeq}::text::bigint`;
  const picked =
    state === null || timed
      ? db``
      : db`JOIN (SELECT change_seq FROM deliveries
                  WHERE endpoint_id = ${endpointId} AND ${IN_STATE[state]} ${before ? db`AND change_seq < ${before}` : db``}
                  ORDER BY change_seq DESC) p ON p.change_seq = d.change_seq`;
  const written = db`(SELECT created_at FROM deliveries WHERE endpoint_id = ${endpointId} AND change_seq = ${before})`;
  const earlier = timed ? db`(d.created_at, d.change_seq) < (${written}, ${before})` : db`d.change_seq < ${before}`;
  return db<(DeliveryRow & { changeSeq: string })[]>`
    SELECT d.change_seq::text AS change_seq, ${COLUMNS} JOIN delivery_endpoints e ON e.id = d.endpoint_id ${picked}
     WHERE d.endpoint_id = ${endpointId} AND e.company_id = ${companyId} ${before ? db`AND ${earlier}` : db``}
       ${state === null ? db`` : db`AND ${IN_STATE[state]} AND ${WIRE_STATE('d.')} = ${state}`}
       ${type === null ? db`` : db`AND c.type = ${type}`} ${type === 'earnings.changed' ? db`AND d.event_id IS NULL` : db``}
       ${eventId === null ? db`` : db`AND d.event_id = ${eventId}`}
       ${since === null ? db`` : db`AND d.created_at >= ${since}`} ${until === null ? db`` : db`AND d.created_at < ${until}`}
     ORDER BY ${timed ? db`d.created_at DESC, d.change_seq DESC` : db`d.change_seq DESC`} LIMIT ${filter.limit}`;
}

/** The content of a delivery of a company: exactly these bytes are sent. */
export function findContent(db: Queryable, { companyId, deliveryId }: OwnedDelivery): Promise<Buffer | null> {
  return firstValue(db<{ content: Buffer }[]>`
    SELECT d.content FROM deliveries d JOIN delivery_endpoints e ON e.id = d.endpoint_id
     WHERE d.id = ${deliveryId} AND e.company_id = ${companyId}`);
}

export interface HealthRow {
  /** Number of the stretch, from 0; null: of all together. */
  bucket: number | null;
  attempts: number;
  succeeded: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

/** An attempt may end this long after its delivery: it was running when a person stopped the delivery. */
const LATE = '1 hour';

/** The responses of a company's endpoint since an instant, in periods of this many seconds and in total. */
export async function findHealth(
  db: Queryable,
  { companyId, endpointId }: OwnedEndpoint,
  { from, stepSeconds }: { from: Date; stepSeconds: number },
): Promise<HealthRow[]> {
  return db<HealthRow[]>`
    SELECT bucket, count(*)::int AS attempts, count(*) FILTER (WHERE outcome = 'ok')::int AS succeeded,
           round(percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms))::int AS p50_ms,
           round(percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms))::int AS p95_ms
      FROM (
        SELECT a.outcome, a.duration_ms, floor(extract(epoch FROM a.finished_at - ${from}::timestamptz) / ${stepSeconds}::int)::int AS bucket
          FROM delivery_endpoints e
          CROSS JOIN LATERAL (
            SELECT id FROM deliveries WHERE endpoint_id = e.id AND state <> 'pending' AND finished_at >= ${from}::timestamptz - ${LATE}::interval
            UNION ALL SELECT id FROM deliveries WHERE endpoint_id = e.id AND state = 'pending' AND attempt > 0
            UNION ALL SELECT id FROM deliveries WHERE endpoint_id = e.id AND state = 'pending' AND attempt = 0 AND run > 1
          ) d
          JOIN delivery_attempts a ON a.delivery_id = d.id
         WHERE e.id = ${endpointId} AND e.company_id = ${companyId} AND a.finished_at >= ${from}
      ) AS ended
     GROUP BY GROUPING SETS ((bucket), ())`;
}

/** How many of its last deliveries are searched for each endpoint: the search runs every hour. */
const NEWEST = 5_000;

/**
 * When a webhook of a company last answered 2xx, to anything or to the withdrawal of an event. Test deliveries count.
 *
 * @param only.withdrawals among the newest deliveries alone.
 */
export function findAnswered(
  db: Queryable,
  companyId: Id<'company'>,
  { withdrawals }: { withdrawals: boolean },
): Promise<Date | null> {
  return firstValue(db<{ at: Date | null }[]>`
    SELECT max(d.finished_at) AS at FROM delivery_endpoints e CROSS JOIN LATERAL (
      SELECT finished_at FROM (
        SELECT state, withdraws, finished_at FROM deliveries WHERE endpoint_id = e.id AND state <> 'pending'
        ORDER BY finished_at DESC LIMIT ${fragment`${NEWEST}`}
      ) newest
      WHERE state = 'delivered' ${withdrawals ? db`AND withdraws` : db``} ORDER BY finished_at DESC LIMIT 1
    ) d
    WHERE e.company_id = ${companyId} AND e.kind = 'webhook'`);
}

/** Whether any webhook of a company receives events; null: the company has no webhook. */
export function findReceivesEvents(db: Queryable, companyId: Id<'company'>): Promise<boolean | null> {
  return firstValue(db<{ receives: boolean | null }[]>`
    SELECT bool_or(subscribes_events) AS receives FROM delivery_endpoints WHERE company_id = ${companyId} AND kind = 'webhook'`);
}

/** Deletes up to `limit` finished deliveries of a company's test endpoints, with their attempts; returns how many. */
export function deleteTestDeliveries(db: Queryable, companyId: Id<'company'>, limit: number): Promise<number> {
  return countRows(db`
    DELETE FROM deliveries WHERE id = ANY (ARRAY(
      SELECT d.id FROM deliveries d JOIN delivery_endpoints e ON e.id = d.endpoint_id
      WHERE e.company_id = ${companyId} AND e.mode = 'test' AND d.state <> 'pending' LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED))`);
}

export interface TestDelivery extends Pick<AttemptEnd, 'outcome' | 'statusCode' | 'durationMs' | 'detail' | 'answer'> {
  endpoint: Pick<EndpointRow, 'id' | 'companyId' | 'mode'>;
  changeId: Id<'change'>;
  deliveryId: Id<'delivery'>;
  type: ChangeType;
  content: Buffer;
  startedAt: Date;
  finishedAt: Date;
}

/** Writes a test into the endpoint's log: as a delivery that has ended, of a change that goes to no other endpoint. */
export async function insertTestDelivery(db: Queryable, test: TestDelivery): Promise<void> {
  const { endpoint, outcome, startedAt, finishedAt } = test;
  const { mode, companyId } = endpoint;
  const change = { id: test.changeId, type: test.type, mode, companyId, at: startedAt };
  await db`
    WITH change AS (
      ${insertTestChange(db, change)}
    ), delivery AS (
      INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, content, state, attempt, last_outcome, created_at, finished_at)
      SELECT ${test.deliveryId}, id, seq, ${endpoint.id}, ${test.content}, ${outcome === 'ok' ? 'delivered' : 'failed'}, 1, ${outcome},
             ${startedAt}, ${finishedAt}
        FROM change
      RETURNING id
    )
    INSERT INTO delivery_attempts (delivery_id, run, number, started_at, finished_at, outcome, status_code, duration_ms, detail, answer)
    SELECT id, 1, 1, ${startedAt}, ${finishedAt}, ${outcome}, ${test.statusCode}, ${test.durationMs}, ${test.detail}, ${test.answer}
      FROM delivery`;
}

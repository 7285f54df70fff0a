import type { ChangeType } from '../../core/change-type.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Outcome } from '../../core/outcomes.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment, type TextFragment } from '../../platform/database/fragment.js';
import { countRows, firstNumber, firstRow, firstValue } from '../../platform/database/rows.js';
import type { DeliveryState, WireState } from '../rules/delivery.js';
import { type DeliveryRef, type EndpointRef, toRef } from '../rules/ref.js';
import { ENDPOINTS, IN_USE, NO_TEST } from './conditions.js';

export interface DeliveryRow {
  id: Id<'delivery'>;
  changeId: Id<'change'>;
  endpointId: string;
  type: ChangeType;
  what: string;
  mode: Mode;
  eventId: Id<'event'> | null;
  state: DeliveryState;
  run: number;
  attempt: number;
  lastOutcome: Outcome | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const COLUMNS = fragment`
  d.id, d.change_id, d.endpoint_id, c.type, c.what, c.mode, d.event_id, d.state, d.run,
  d.attempt, d.last_outcome, d.next_attempt_at, d.created_at, d.finished_at FROM deliveries d JOIN changes c ON c.id = d.change_id`;

/** The endpoint of a delivery `d` belongs to the company, where one is given. */
function isOf(db: Queryable, companyId: Id<'company'> | null) {
  return companyId === null
    ? db``
    : db`AND EXISTS (SELECT FROM delivery_endpoints o WHERE o.id = d.endpoint_id AND o.company_id = ${companyId})`;
}

export function findDelivery(db: Queryable, named: DeliveryRef): Promise<DeliveryRow | null> {
  const { id, companyId } = toRef(named);
  return firstRow(db<DeliveryRow[]>`SELECT ${COLUMNS} WHERE d.id = ${id} ${isOf(db, companyId)}`);
}

/** What `toWireState` in `src/deliveries/rules/delivery.ts` returns. */
export const WIRE_STATE = (of = ''): TextFragment =>
  fragment`CASE WHEN ${of}state = 'pending' AND ${of}attempt > 0 AND ${of}last_outcome IS NOT NULL THEN 'retrying' ELSE ${of}state END`;

/** SQL: the rows of each state, written like the conditions of the partial indexes. */
export const IN_STATE: Record<WireState, TextFragment> = {
  pending: fragment`state = 'pending' AND attempt = 0`,
  retrying: fragment`state = 'pending' AND attempt > 0`,
  delivered: fragment`state = 'delivered'`,
  failed: fragment`state = 'failed'`,
  held: fragment`state = 'held'`,
  superseded: fragment`state = 'superseded'`,
  stopped: fragment`state = 'stopped'`,
};

/** An endpoint's deliveries, newest change first. */
export async function listDeliveryRows(
  db: Queryable,
  endpointId: string,
  filter: { states: readonly WireState[] | null; limit: number },
): Promise<DeliveryRow[]> {
  // The deliveries of each state are read from the index with this order: few of an endpoint's deliveries may have the
  // state.
  const newestIn = (state: WireState) => db`
    (SELECT change_seq FROM deliveries WHERE endpoint_id = ${endpointId} AND ${IN_STATE[state]} ORDER BY change_seq DESC LIMIT ${filter.limit})`;
  if (filter.states?.length === 0) return [];
  const picked =
    filter.states === null
      ? db``
      : db`AND d.change_seq = ANY (ARRAY(
             SELECT change_seq FROM (${filter.states.map(newestIn).reduce((all, part) => db`${all} UNION ALL ${part}`)}) newest
              ORDER BY change_seq DESC LIMIT ${filter.limit}))`;
  return db<DeliveryRow[]>`
    SELECT ${COLUMNS} WHERE d.endpoint_id = ${endpointId} ${picked} ORDER BY d.change_seq DESC LIMIT ${filter.limit}`;
}

export async function countDeliveries(
  db: Queryable,
  named: EndpointRef,
): Promise<{ state: WireState; count: number }[]> {
  const { id, companyId } = toRef(named);
  return db<{ state: WireState; count: number }[]>`
    SELECT ${WIRE_STATE()} AS state, count(*) AS count FROM deliveries d WHERE endpoint_id = ${id} ${isOf(db, companyId)}
     GROUP BY 1 ORDER BY 1`;
}

/** Ends a pending delivery. An ended delivery keeps its state. Returns its state afterwards; null when it is unknown. */
export async function closeDelivery(
  db: Queryable,
  named: DeliveryRef,
  state: Exclude<DeliveryState, 'pending'>,
  now: Date,
): Promise<DeliveryState | null> {
  const { id, companyId } = toRef(named);
  await db`
    UPDATE deliveries d SET state = ${state}, next_attempt_at = NULL, finished_at = ${now}
     WHERE id = ${id} AND state = 'pending' ${isOf(db, companyId)}`;
  return firstValue(db<{ state: DeliveryState }[]>`SELECT state FROM deliveries WHERE id = ${id}`);
}

/** The delivery's endpoint is off. Lock it first: else it could be enabled and replayed before this holds the delivery. */
const NOT_OPEN = fragment`NOT EXISTS (SELECT FROM ${ENDPOINTS} WHERE e.id = deliveries.endpoint_id AND ${IN_USE})`;

/**
 * Ends up to `limit` pending deliveries of a closed endpoint, oldest change first; with `dueOnly` only due ones.
 * Returns how many.
 *
 * They are found in the indexes of waiting first attempts and retries: an endpoint has many more ended deliveries. The
 * rows found are locked, and may have ended before the lock. `next_attempt_at` shows this. With a condition on the
 * state, the planner may search all waiting rows for the ids, which takes ten seconds with tens of thousands.
 */
export function closeEndpointDeliveries(
  db: Queryable,
  endpointId: string,
  state: Exclude<DeliveryState, 'pending'>,
  { now, dueOnly, limit }: { now: Date; dueOnly: boolean; limit: number },
): Promise<number> {
  const waiting = (waits: 'pending' | 'retrying') => db`
    (SELECT id, change_seq FROM deliveries
      WHERE endpoint_id = ${endpointId} AND ${IN_STATE[waits]} ${dueOnly ? db`AND next_attempt_at <= ${now}` : db``}
      ORDER BY change_seq LIMIT ${limit})`;
  return countRows(db`
    UPDATE deliveries SET state = ${state}, next_attempt_at = NULL, finished_at = ${now}
     WHERE ${NOT_OPEN} AND id = ANY (ARRAY(
       SELECT id FROM deliveries WHERE next_attempt_at IS NOT NULL AND id = ANY (ARRAY(
         SELECT id FROM (${waiting('pending')} UNION ALL ${waiting('retrying')}) w ORDER BY change_seq LIMIT ${limit}))
        ORDER BY change_seq FOR NO KEY UPDATE))`);
}

/** A pending delivery that waits for a further attempt is due at once. Lock its endpoint before. */
export async function hurryDelivery(db: Queryable, id: string, now: Date): Promise<void> {
  await db`UPDATE deliveries SET next_attempt_at = ${now} WHERE id = ${id} AND state = 'pending' AND attempt > 0`;
}

/** Begins a new run of a delivery that has ended, in any state. Returns the run, or null while one is in progress. */
export function beginRun(db: Queryable, named: DeliveryRef, now: Date): Promise<number | null> {
  const { id, companyId } = toRef(named);
  return firstValue(db<{ run: number }[]>`
    UPDATE deliveries d SET state = 'pending', run = run + 1, attempt = 0, next_attempt_at = ${now}, finished_at = NULL
     WHERE id = ${id} AND state <> 'pending' ${isOf(db, companyId)} RETURNING run`);
}

/** Begins new runs of deliveries since `since` that ended in any of the states, oldest change first, after `afterSeq`. */
export async function beginRuns(
  db: Queryable,
  endpointId: string,
  filter: { since: Date; afterSeq: number; states: readonly DeliveryState[]; limit: number },
  now: Date,
): Promise<{ id: string; changeSeq: number }[]> {
  return db<{ id: string; changeSeq: number }[]>`
    UPDATE deliveries SET state = 'pending', run = run + 1, attempt = 0, next_attempt_at = ${now}, finished_at = NULL
     WHERE id = ANY (ARRAY(
       SELECT id FROM deliveries d
        WHERE endpoint_id = ${endpointId} AND change_seq > ${filter.afterSeq} AND created_at >= ${filter.since} AND state <> 'pending'
          AND state = ANY (${filter.states as DeliveryState[]}::text[]) AND ${NO_TEST}
        ORDER BY change_seq LIMIT ${filter.limit} FOR UPDATE
     )) RETURNING id, change_seq`;
}

/** Deletes deliveries that ended before `before`, with their attempts. Returns how many. */
export function deleteOldDeliveries(db: Queryable, before: Date, limit: number): Promise<number> {
  return countRows(db`
    DELETE FROM deliveries WHERE id = ANY (ARRAY(
      SELECT old.id FROM delivery_endpoints e CROSS JOIN LATERAL (
        SELECT d.id FROM deliveries d
         WHERE d.endpoint_id = e.id AND d.state <> 'pending' AND d.finished_at < ${before} LIMIT ${limit}) old
       LIMIT ${limit}))`);
}

export interface AttemptRow {
  run: number;
  number: number;
  startedAt: Date;
  sends: number;
  finishedAt: Date | null;
  outcome: Outcome | null;
  statusCode: number | null;
  durationMs: number | null;
  detail: string | null;
  answer: Buffer | null;
}

/** The attempts of a delivery, oldest first. */
export async function listAttempts(db: Queryable, deliveryId: Id<'delivery'>): Promise<AttemptRow[]> {
  return db<AttemptRow[]>`
    SELECT run, number, started_at, sends, finished_at, outcome, status_code, duration_ms, detail, answer
      FROM delivery_attempts WHERE delivery_id = ${deliveryId} ORDER BY run, number`;
}

/** Whether some change waits for its fan-out, or some delivery for the end of its first attempt. */
export async function hasPendingDeliveries(db: Queryable): Promise<boolean> {
  const pending = await firstValue(db<{ pending: boolean }[]>`
    SELECT EXISTS (SELECT FROM changes WHERE fanned_out_at IS NULL)
      OR EXISTS (SELECT FROM deliveries WHERE state = 'pending' AND attempt = 0) AS pending`);
  return pending === true;
}

/**
 * Selects waiting first attempts by `lane`: how many are `waiting`, and since when the oldest has been `due`. Slow and
 * failing endpoints cause their own delay and delay no other; the rest is `fast`.
 *
 * @param now by the service's clock.
 */
export function firstAttempts(db: Queryable, now: Date): Fragment {
  return db`
    SELECT CASE WHEN e.slow_until > ${now} THEN 'slow' WHEN e.failing_since IS NOT NULL THEN 'failing' ELSE 'fast' END AS lane,
           sum(waiting)::bigint AS waiting, min(due) AS due
      FROM (SELECT endpoint_id, count(*) AS waiting, min(next_attempt_at) AS due FROM deliveries
             WHERE ${IN_STATE.pending} GROUP BY endpoint_id) d
      JOIN delivery_endpoints e ON e.id = d.endpoint_id GROUP BY 1`;
}

/** How long the oldest first attempt has been due at an endpoint that neither fails nor is slow, in seconds; 0 when none waits. */
export function selectDeliveryLag(db: Queryable, now: Date): Promise<number> {
  return firstNumber(db<{ lag: number }[]>`
    SELECT extract(epoch FROM ${now}::timestamptz - due)::float8 AS lag FROM (${firstAttempts(db, now)}) AS first WHERE lane = 'fast'`);
}

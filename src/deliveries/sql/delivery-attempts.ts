import type { Mode } from '../../core/mode.js';
import type { Outcome } from '../../core/outcomes.js';
import type { Queryable } from '../../platform/database/database.js';
import type { DeliveryState } from '../rules/delivery.js';
import type { ChangeType } from '../workflow.js';
import { ENDPOINTS, IN_USE, TAKEN_BACK } from './conditions.js';
import type { SendTarget } from './first-attempts.js';

/** All that an attempt needs, as of when it was recorded. */
export interface AttemptTarget extends SendTarget {
  state: DeliveryState;
  run: number;
  /** The last attempt of the run that ended. */
  attempt: number;
  nextAttemptAt: Date | null;
  content: Buffer;
  type: ChangeType;
  mode: Mode;
  /** The endpoint, its key and its company are all in use. */
  open: boolean;
  /** A retry or redelivery of a change that a later one of the same event has replaced. */
  stale: boolean;
  /** The attempt was recorded: send it now. */
  begun: boolean;
}

export interface AttemptKey {
  deliveryId: string;
  run: number;
  attempt: number;
}

/**
 * Writes an attempt down before it is sent, if it is the next one of a delivery that waits for it; the same attempt
 * again, after a crash, is counted as a further sending and not as a further attempt. A first attempt is claimed for as
 * long as its activity may take, and not begun while a sender has it.
 *
 * @param options.passSlow record it although the endpoint is in the slow lane.
 * @returns null for an unknown delivery.
 */
export async function beginAttempt(
  db: Queryable,
  { deliveryId, run, attempt }: AttemptKey,
  options: { now: Date; passSlow: boolean },
): Promise<AttemptTarget | null> {
  const [row] = await db<AttemptTarget[]>`
    WITH target AS (
      SELECT d.id, d.state, d.run, d.attempt, d.next_attempt_at, d.content, c.type, c.mode, d.endpoint_id,
             e.kind, e.url, e.secret, e.previous_secret, e.previous_secret_until, e.slow_until,
             ${db.unsafe(IN_USE)} AS open, ${attempt > 1 || run > 1} AND ${db.unsafe(TAKEN_BACK)} AS stale
        FROM deliveries d JOIN changes c ON c.id = d.change_id JOIN (${db.unsafe(ENDPOINTS)}) ON e.id = d.endpoint_id
       WHERE d.id = ${deliveryId}
    ), begun AS (
      INSERT INTO delivery_attempts (delivery_id, run, number, started_at, claimed_until)
      SELECT id, ${run}::integer, ${attempt}::integer, ${options.now}, CASE WHEN ${attempt === 1} THEN now() + interval '30 seconds' END
        FROM target
       WHERE state = 'pending' AND run = ${run} AND attempt = ${attempt - 1} AND open AND NOT stale
         AND (${options.passSlow} OR slow_until IS NULL OR slow_until <= ${options.now})
      ON CONFLICT (delivery_id, run, number) DO UPDATE
        SET started_at = excluded.started_at, claimed_until = excluded.claimed_until, sends = delivery_attempts.sends + 1
        WHERE delivery_attempts.claimed_until IS NULL OR delivery_attempts.claimed_until <= now()
      RETURNING 1
    )
    SELECT target.*, EXISTS (SELECT FROM begun) AS begun FROM target`;
  return row ?? null;
}

/** What is recorded of an attempt that ended. */
export interface AttemptOutcome {
  outcome: Outcome;
  statusCode: number | null;
  durationMs: number;
  detail: string | null;
  answer: Buffer;
  /** When the next attempt follows a failure; null after a success, and after the last. */
  nextAttemptAt: Date | null;
}

export interface AttemptEnd extends AttemptOutcome {
  now: Date;
}

/**
 * Records the outcome of an attempt and the new state of its delivery. An attempt may end twice, if its worker stalled
 * for so long that another one repeated it: the later end then changes nothing, unless it is a success.
 *
 * The delivery counts who has `recovered` so that the endpoint is locked before it, in the order of who closes an endpoint.
 */
export async function finishAttempt(
  db: Queryable,
  { deliveryId, run, attempt }: AttemptKey,
  end: AttemptEnd,
): Promise<void> {
  const delivered = end.outcome === 'ok';
  const state = delivered ? 'delivered' : end.nextAttemptAt === null ? 'failed' : 'pending';
  await db`
    WITH ended AS (
      UPDATE delivery_attempts
         SET finished_at = ${end.now}, outcome = ${end.outcome}, status_code = ${end.statusCode}, duration_ms = ${end.durationMs},
             detail = ${end.detail}, answer = ${end.answer}, claimed_until = NULL
       WHERE delivery_id = ${deliveryId} AND run = ${run} AND number = ${attempt} AND (finished_at IS NULL OR ${delivered})
    ), recovered AS (
      UPDATE delivery_endpoints SET failing_since = NULL, last_failure = NULL
       WHERE ${delivered} AND failing_since IS NOT NULL AND id = (SELECT endpoint_id FROM deliveries WHERE id = ${deliveryId})
      RETURNING 1
    )
    UPDATE deliveries
       SET attempt = greatest(attempt, ${attempt}::integer), last_outcome = ${end.outcome}, state = ${state},
           next_attempt_at = ${state === 'pending' ? end.nextAttemptAt : null}, finished_at = ${state === 'pending' ? null : end.now}
     WHERE id = ${deliveryId} AND run = ${run} AND ((state = 'pending' AND attempt < ${attempt}) OR ${delivered})
       AND (SELECT count(*) FROM recovered) >= 0`;
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
export async function listAttempts(db: Queryable, deliveryId: string): Promise<AttemptRow[]> {
  return db<AttemptRow[]>`
    SELECT run, number, started_at, sends, finished_at, outcome, status_code, duration_ms, detail, answer
      FROM delivery_attempts WHERE delivery_id = ${deliveryId} ORDER BY run, number`;
}

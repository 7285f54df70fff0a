import type { FailureClass, Outcome } from '../../core/outcomes.js';
import { flags, instants } from '../../platform/database/arrays.js';
import type { Queryable } from '../../platform/database/database.js';
import { INTO_OUTBOX } from '../../platform/outbox/messages.js';
import { FAILURES_IN_A_ROW, PROBE_EVERY_MS } from '../rules/delivery.js';
import { isQuick, isSlow, SLOW_FOR_MS } from '../rules/slow.js';
import type { ClaimKey } from './claims.js';

/** How an attempt ended. */
export interface AttemptEnd extends ClaimKey {
  endpointId: string;
  outcome: Outcome;
  statusCode: number | null;
  durationMs: number;
  detail: string | null;
  answer: Buffer;
  /** When the next attempt follows a failure; null after a success, and after the last. */
  nextAttemptAt: Date | null;
  at: Date;
}

/**
 * Writes the outcomes of attempts, updates their deliveries and endpoints, and announces endpoints whose next retry is
 * due before the next round of their workflow, all in one statement. A delivery that ended in another way keeps its
 * end, unless the receiver has taken this attempt: a late outcome, after its lease was lost, moves nothing back.
 *
 * Endpoints are locked before deliveries, in the order of their ids, and deliveries in the order of their changes (as
 * closing an endpoint does) and before their attempts (as claims do). The counts only force this order of steps. With
 * joins, the planner expects ten rows and would compare two lists of hundreds row by row.
 *
 * @param ends at most one for a delivery, in the order of their reports.
 * @param disableBefore endpoints that have only failed since this instant are disabled.
 * @returns the endpoints that this disabled, with their last failure.
 */
export async function recordEnds(
  db: Queryable,
  ends: readonly AttemptEnd[],
  { now, disableBefore }: { now: Date; disableBefore: Date },
): Promise<{ id: string; failure: FailureClass }[]> {
  const column = <T>(pick: (end: AttemptEnd) => T) => ends.map(pick);
  const notes = endpointNotes(ends);
  const noted = <T>(pick: (note: EndpointNote) => T) => notes.map(pick);
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  return db<{ id: string; failure: FailureClass }[]>`
    WITH ended AS MATERIALIZED (
      SELECT u.*, outcome = 'ok' AS delivered FROM unnest(
        ${column((end) => end.id)}::text[], ${column((end) => end.run)}::integer[], ${column((end) => end.attempt)}::integer[],
        ${column((end) => end.outcome)}::text[], ${column((end) => end.statusCode)}::integer[], ${column((end) => end.durationMs)}::integer[],
        ${column((end) => end.detail)}::text[], ${column((end) => `\\x${end.answer.toString('hex')}`)}::text[]::bytea[],
        ${instants(column((end) => end.nextAttemptAt))}::text[]::timestamptz[], ${instants(column((end) => end.at))}::text[]::timestamptz[]
      ) AS u (id, run, attempt, outcome, status_code, duration_ms, detail, answer, next_attempt_at, at)
    ), note AS (
      SELECT u.*, e.status = 'active' AND failure IS NOT NULL AS fails, CASE WHEN recovered THEN NULL ELSE e.failing_since END AS since,
             failures + CASE WHEN recovered THEN 0 ELSE e.failures_in_a_row END AS in_a_row
        FROM unnest(${noted((one) => one.id)}::text[], ${flags(noted((one) => one.recovered))}::text[]::boolean[],
                    ${noted((one) => one.failures)}::integer[], ${flags(noted((one) => one.probed))}::text[]::boolean[],
                    ${noted((one) => one.failure)}::text[], ${noted((one) => one.pace)}::text[],
                    ${instants(noted((one) => one.retryAt))}::text[]::timestamptz[]) AS u (id, recovered, failures, probed, failure, pace, retry_at)
        JOIN delivery_endpoints e ON e.id = u.id
       WHERE failures > 0 OR (recovered AND (e.failing_since IS NOT NULL OR e.failures_in_a_row > 0))
          OR (pace = 'quick' AND e.slow_until IS NOT NULL)
          OR (pace = 'slow' AND (e.slow_until < ${after(SLOW_FOR_MS - 60_000)} OR e.slow_until IS NULL))
       ORDER BY e.id FOR NO KEY UPDATE OF e
    ), judged AS (
      UPDATE delivery_endpoints e SET
        failures_in_a_row = in_a_row,
        probe_at = CASE WHEN in_a_row >= ${FAILURES_IN_A_ROW} THEN CASE WHEN probed OR e.probe_at IS NULL THEN ${after(PROBE_EVERY_MS)} ELSE e.probe_at END END,
        slow_until = CASE pace WHEN 'slow' THEN ${after(SLOW_FOR_MS)} WHEN 'quick' THEN NULL ELSE e.slow_until END,
        next_round_at = least(e.next_round_at, retry_at),
        failing_since = CASE WHEN fails THEN coalesce(since, ${now}) ELSE since END,
        last_failure = CASE WHEN fails THEN failure WHEN NOT recovered THEN e.last_failure END,
        status = CASE WHEN fails AND since <= ${disableBefore} THEN 'disabled' ELSE status END,
        disabled_reason = CASE WHEN fails AND since <= ${disableBefore} THEN 'failing' ELSE disabled_reason END,
        disabled_at = CASE WHEN fails AND since <= ${disableBefore} THEN ${now}::timestamptz ELSE disabled_at END
        FROM note WHERE e.id = note.id
      RETURNING e.id, failure, fails AND since <= ${disableBefore} AS disabled, e.next_round_at = retry_at AS announced
    ), locked AS (
      SELECT d.id FROM deliveries d
       WHERE d.id IN (SELECT id FROM ended) AND (SELECT count(*) FROM judged) >= 0
       ORDER BY d.change_seq, d.id FOR NO KEY UPDATE
    ), attempted AS (
      UPDATE delivery_attempts a
         SET finished_at = ended.at, outcome = ended.outcome, status_code = ended.status_code, duration_ms = ended.duration_ms,
             detail = ended.detail, answer = ended.answer, claimed_until = NULL
        FROM ended WHERE a.delivery_id = ended.id AND a.run = ended.run AND a.number = ended.attempt AND (a.finished_at IS NULL OR delivered)
           AND (SELECT count(*) FROM locked) >= 0
    ), moved AS (
      UPDATE deliveries d
         SET attempt = greatest(d.attempt, ended.attempt), last_outcome = ended.outcome,
             state = CASE WHEN delivered THEN 'delivered' WHEN ended.next_attempt_at IS NULL THEN 'failed' ELSE 'pending' END,
             next_attempt_at = ended.next_attempt_at, finished_at = CASE WHEN ended.next_attempt_at IS NULL THEN ended.at END
        FROM ended
       WHERE d.id = ended.id AND d.run = ended.run AND ((d.state = 'pending' AND d.attempt < ended.attempt) OR delivered)
         AND (SELECT count(*) FROM locked) >= 0
    ), announced AS (
      ${db.unsafe(INTO_OUTBOX)} SELECT 'endpoint.retries', id, ${now} FROM judged WHERE announced
    )
    SELECT id, failure FROM judged WHERE disabled`;
}

interface EndpointNote {
  id: string;
  /** It took something. */
  recovered: boolean;
  /** How many failed since, or in all. */
  failures: number;
  /** The last of them; null when the last of its attempts was a success. */
  failure: string | null;
  /** A first attempt failed: while it is probed, the next one follows later. */
  probed: boolean;
  pace: 'slow' | 'quick' | null;
  /** When the first of them is tried again. */
  retryAt: Date | null;
}

function endpointNotes(ends: readonly AttemptEnd[]): EndpointNote[] {
  const notes = new Map<string, EndpointNote>();
  for (const end of ends) {
    const { endpointId: id, outcome, nextAttemptAt } = end;
    const before = notes.get(id);
    const failed = outcome !== 'ok';
    notes.set(id, {
      id,
      recovered: !failed || (before?.recovered ?? false),
      failures: failed ? (before?.failures ?? 0) + 1 : 0,
      failure: failed ? outcome : null,
      probed: (failed && end.attempt === 1) || (before?.probed ?? false),
      pace: isSlow(end) ? 'slow' : isQuick(end) ? 'quick' : (before?.pace ?? null),
      retryAt: earlier(before?.retryAt ?? null, nextAttemptAt),
    });
  }
  return [...notes.values()];
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other < one) ? other : one;
}

import type { FailureClass, Outcome } from '../../core/outcomes.js';
import type { Queryable } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
import { INTO_OUTBOX } from '../../platform/outbox/messages.js';
import { FAILURES_IN_A_ROW, type Lane, laneAfter, PROBE_EVERY_MS, SLOW_FOR_MS } from '../rules/fairness.js';

export interface AttemptEnd {
  id: string;
  run: number;
  attempt: number;
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
 * due before the next round of their workflow. Runs in a transaction.
 *
 * Endpoints are locked before deliveries, in the order of their ids, and deliveries in the order of their changes (as
 * closing an endpoint does) and before their attempts (as claims do). So no two transactions wait for each other.
 *
 * @param ends at most one for a delivery, in the order of their reports.
 * @param disableBefore endpoints that have only failed since this instant are disabled.
 * @returns the endpoints that this disabled, with their last failure.
 */
export async function recordEnds(
  tx: Queryable,
  ends: readonly AttemptEnd[],
  { now, disableBefore }: { now: Date; disableBefore: Date },
): Promise<{ id: string; failure: FailureClass }[]> {
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const disabled = await tx<{ id: string; failure: FailureClass }[]>`
    WITH ended AS (
      SELECT r.*, e.status = 'active' AND failure IS NOT NULL AS fails, CASE WHEN recovered THEN NULL ELSE e.failing_since END AS since,
             failures + CASE WHEN recovered THEN 0 ELSE e.failures_in_a_row END AS in_a_row
        FROM json_to_recordset(${recordset(summaries(ends))}::text::json) AS r
               (id text, recovered boolean, failures integer, first_failed boolean, failure text, lane text, retry_at timestamptz)
        JOIN delivery_endpoints e ON e.id = r.id
       WHERE failures > 0 OR (recovered AND (e.failing_since IS NOT NULL OR e.failures_in_a_row > 0))
          OR (lane = 'fast' AND e.slow_until IS NOT NULL)
          OR (lane = 'slow' AND (e.slow_until < ${after(SLOW_FOR_MS - 60_000)} OR e.slow_until IS NULL))
       ORDER BY e.id FOR NO KEY UPDATE OF e
    ), updated AS (
      UPDATE delivery_endpoints e SET
        failures_in_a_row = in_a_row,
        probe_at = CASE WHEN in_a_row >= ${FAILURES_IN_A_ROW} THEN CASE WHEN first_failed OR e.probe_at IS NULL THEN ${after(PROBE_EVERY_MS)} ELSE e.probe_at END END,
        slow_until = CASE lane WHEN 'slow' THEN ${after(SLOW_FOR_MS)} WHEN 'fast' THEN NULL ELSE e.slow_until END,
        next_round_at = least(e.next_round_at, retry_at),
        failing_since = CASE WHEN fails THEN coalesce(since, ${now}) ELSE since END,
        last_failure = CASE WHEN fails THEN failure WHEN NOT recovered THEN e.last_failure END,
        status = CASE WHEN fails AND since <= ${disableBefore} THEN 'disabled' ELSE status END,
        disabled_reason = CASE WHEN fails AND since <= ${disableBefore} THEN 'failing' ELSE disabled_reason END,
        disabled_at = CASE WHEN fails AND since <= ${disableBefore} THEN ${now}::timestamptz ELSE disabled_at END
        FROM ended WHERE e.id = ended.id
      RETURNING e.id, failure, fails AND since <= ${disableBefore} AS disabled, e.next_round_at = retry_at AS announced
    ), announced AS (
      ${INTO_OUTBOX} SELECT 'endpoint.retries', id, ${now} FROM updated WHERE announced
    )
    SELECT id, failure FROM updated WHERE disabled`;
  await updateDeliveries(tx, ends);
  return disabled;
}

/** An ended delivery keeps its end, unless the receiver took this attempt: a late outcome moves nothing back. */
async function updateDeliveries(tx: Queryable, ends: readonly AttemptEnd[]): Promise<void> {
  await tx`
    WITH ended AS (
      SELECT r.*, outcome = 'ok' AS delivered
        FROM json_to_recordset(${recordset(ends)}::text::json) AS r
               (id text, run integer, attempt integer, outcome text, status_code integer, duration_ms integer, detail text, answer bytea,
                next_attempt_at timestamptz, at timestamptz)
        JOIN deliveries d ON d.id = r.id ORDER BY d.change_seq, d.id FOR NO KEY UPDATE OF d
    ), attempted AS (
      UPDATE delivery_attempts a
         SET finished_at = e.at, outcome = e.outcome, status_code = e.status_code, duration_ms = e.duration_ms, detail = e.detail,
             answer = e.answer, claimed_until = NULL
        FROM ended e WHERE a.delivery_id = e.id AND a.run = e.run AND a.number = e.attempt AND (a.finished_at IS NULL OR delivered)
    )
    UPDATE deliveries d
       SET attempt = greatest(d.attempt, e.attempt), last_outcome = e.outcome,
           state = CASE WHEN delivered THEN 'delivered' WHEN e.next_attempt_at IS NULL THEN 'failed' ELSE 'pending' END,
           next_attempt_at = e.next_attempt_at, finished_at = CASE WHEN e.next_attempt_at IS NULL THEN e.at END
      FROM ended e WHERE d.id = e.id AND d.run = e.run AND ((d.state = 'pending' AND d.attempt < e.attempt) OR delivered)`;
}

/** The attempts of a batch at one endpoint, summed up. */
interface Summary {
  id: string;
  /** At least one attempt was a success. */
  recovered: boolean;
  /** Failures after the last success; all failures if none was a success. */
  failures: number;
  /** The outcome of the last attempt, if it failed. */
  failure: string | null;
  /** A first attempt failed. If the endpoint is probed, its next probe waits again. */
  firstFailed: boolean;
  /** The lane that the endpoint moves to; null: it stays where it is. */
  lane: Lane | null;
  /** The earliest retry of the failed attempts. */
  retryAt: Date | null;
}

function summaries(ends: readonly AttemptEnd[]): Summary[] {
  const byEndpoint = new Map<string, Summary>();
  for (const end of ends) {
    const { endpointId: id, outcome, nextAttemptAt } = end;
    const before = byEndpoint.get(id);
    const failed = outcome !== 'ok';
    const retries = [before?.retryAt, nextAttemptAt].filter((at) => at instanceof Date);
    byEndpoint.set(id, {
      id,
      recovered: !failed || (before?.recovered ?? false),
      failures: failed ? (before?.failures ?? 0) + 1 : 0,
      failure: failed ? outcome : null,
      firstFailed: (failed && end.attempt === 1) || (before?.firstFailed ?? false),
      lane: laneAfter(end) ?? before?.lane ?? null,
      retryAt: retries.sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
    });
  }
  return [...byEndpoint.values()];
}

import type { FailureClass } from '../../core/outcomes.js';
import { flags, instants } from '../../platform/database/arrays.js';
import type { Queryable } from '../../platform/database/database.js';
import type { AttemptOutcome } from './delivery-attempts.js';
import type { ClaimKey } from './first-attempts.js';

/** How a first attempt ended. */
export interface FirstEnd extends ClaimKey, AttemptOutcome {
  endpointId: string;
  at: Date;
}

/**
 * Writes down how first attempts ended, what that makes of their deliveries and of their endpoints, and queues the
 * workflows of those that failed, all in one statement. What has ended otherwise meanwhile stays as it is, unless the
 * receiver has taken it: an end told late, after its lease was lost, takes nothing a step back.
 *
 * Endpoints are locked before deliveries, those in the order of their changes, as by whoever closes an endpoint, and before
 * their attempts, as by whoever claims them: that something is counted only puts the steps in this order. Joined instead, two
 * lists of hundreds would be compared each with each, as the database expects ten.
 *
 * @param ends one of a delivery at most, in the order in which they were heard.
 * @param disableBefore endpoints from which nothing but failures came since then are disabled.
 * @returns the endpoints that this disabled, with their last failure.
 */
export async function recordFirstEnds(
  db: Queryable,
  ends: readonly FirstEnd[],
  { now, disableBefore }: { now: Date; disableBefore: Date },
): Promise<{ id: string; failure: FailureClass }[]> {
  const column = <T>(pick: (end: FirstEnd) => T) => ends.map(pick);
  const notes = [...endpointNotes(ends)];
  return db<{ id: string; failure: FailureClass }[]>`
    WITH ended AS MATERIALIZED (
      SELECT u.*, outcome = 'ok' AS delivered FROM unnest(
        ${column((end) => end.id)}::text[], ${column((end) => end.run)}::integer[], ${column((end) => end.outcome)}::text[],
        ${column((end) => end.statusCode)}::integer[], ${column((end) => end.durationMs)}::integer[],
        ${column((end) => end.detail)}::text[], ${column((end) => `\\x${end.answer.toString('hex')}`)}::text[]::bytea[],
        ${instants(column((end) => end.nextAttemptAt))}::text[]::timestamptz[], ${instants(column((end) => end.at))}::text[]::timestamptz[]
      ) AS u (id, run, outcome, status_code, duration_ms, detail, answer, next_attempt_at, at)
    ), note AS (
      SELECT u.*, CASE WHEN recovered THEN NULL ELSE e.failing_since END AS since, e.status = 'active' AND failure IS NOT NULL AS fails
        FROM unnest(${notes.map(([id]) => id)}::text[], ${flags(notes.map(([, one]) => one.recovered))}::text[]::boolean[],
                    ${notes.map(([, one]) => one.failure)}::text[]) AS u (id, recovered, failure)
        JOIN delivery_endpoints e ON e.id = u.id
       WHERE (recovered AND e.failing_since IS NOT NULL)
          OR (failure IS NOT NULL AND e.status = 'active'
              AND (recovered OR e.failing_since IS NULL OR e.failing_since <= ${disableBefore} OR e.last_failure IS DISTINCT FROM failure))
    ), judged AS (
      UPDATE delivery_endpoints e SET
        failing_since = CASE WHEN fails THEN coalesce(since, ${now}) END,
        last_failure = CASE WHEN fails THEN failure END,
        status = CASE WHEN fails AND since <= ${disableBefore} THEN 'disabled' ELSE status END,
        disabled_reason = CASE WHEN fails AND since <= ${disableBefore} THEN 'failing' ELSE disabled_reason END,
        disabled_at = CASE WHEN fails AND since <= ${disableBefore} THEN ${now}::timestamptz ELSE disabled_at END
        FROM note WHERE e.id = note.id
      RETURNING e.id, failure, fails AND since <= ${disableBefore} AS disabled
    ), locked AS (
      SELECT d.id FROM deliveries d
       WHERE d.id IN (SELECT id FROM ended) AND (SELECT count(*) FROM judged) >= 0
       ORDER BY d.change_seq, d.id FOR NO KEY UPDATE
    ), attempted AS (
      UPDATE delivery_attempts a
         SET finished_at = ended.at, outcome = ended.outcome, status_code = ended.status_code, duration_ms = ended.duration_ms,
             detail = ended.detail, answer = ended.answer, claimed_until = NULL
        FROM ended WHERE a.delivery_id = ended.id AND a.run = ended.run AND a.number = 1 AND (a.finished_at IS NULL OR delivered)
           AND (SELECT count(*) FROM locked) >= 0
    ), moved AS (
      UPDATE deliveries d
         SET attempt = greatest(d.attempt, 1), last_outcome = ended.outcome,
             state = CASE WHEN delivered THEN 'delivered' ELSE 'pending' END,
             next_attempt_at = ended.next_attempt_at, finished_at = CASE WHEN delivered THEN ended.at END
        FROM ended
       WHERE d.id = ended.id AND d.run = ended.run AND ((d.state = 'pending' AND d.attempt = 0) OR delivered)
         AND (SELECT count(*) FROM locked) >= 0
      RETURNING d.id, d.state
    ), queued AS (
      INSERT INTO outbox (topic, key, created_at) SELECT 'delivery.failed', id, ${now} FROM moved WHERE state = 'pending'
    )
    SELECT id, failure FROM judged WHERE disabled`;
}

interface EndpointNote {
  /** It took something. */
  recovered: boolean;
  /** The last failure since; null when the last of its attempts was a success. */
  failure: string | null;
}

function endpointNotes(ends: readonly FirstEnd[]): Map<string, EndpointNote> {
  const notes = new Map<string, EndpointNote>();
  for (const { endpointId, outcome } of ends) {
    const recovered = outcome === 'ok' || (notes.get(endpointId)?.recovered ?? false);
    notes.set(endpointId, { recovered, failure: outcome === 'ok' ? null : outcome });
  }
  return notes;
}

import type { ChangeType } from '../../core/change-type.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import type { StoredTrace } from '../../platform/traces/trace-context.js';
import type { EndpointKind } from '../rules/endpoint.js';
import type { AttemptKind } from '../rules/fairness.js';
import { ENDPOINTS, IN_USE } from './conditions.js';

/** Retries that are later than this are sent without their release by a workflow: Temporal is down or overloaded. */
const OVERDUE_MS = 15_000;

const overdueAt = (now: Date) => new Date(now.getTime() - OVERDUE_MS);

/** Endpoints with first attempts or releasable retries, claimed ones too: an index step each, however many rows are stored. */
export async function listWaitingEndpoints(
  db: Queryable,
  now: Date,
): Promise<{ endpointId: string; kind: AttemptKind }[]> {
  return db<{ endpointId: string; kind: AttemptKind }[]>`
    WITH RECURSIVE first AS (
      (SELECT endpoint_id FROM deliveries WHERE state = 'pending' AND attempt = 0 ORDER BY endpoint_id, change_seq LIMIT 1)
      UNION ALL
      SELECT following.endpoint_id FROM first CROSS JOIN LATERAL (
        SELECT d.endpoint_id FROM deliveries d
         WHERE d.state = 'pending' AND d.attempt = 0 AND d.endpoint_id > first.endpoint_id
         ORDER BY d.endpoint_id, d.change_seq LIMIT 1) following
    ), retry AS (
      (SELECT endpoint_id, next_attempt_at FROM deliveries WHERE state = 'pending' AND attempt > 0
        ORDER BY endpoint_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT following.endpoint_id, following.next_attempt_at FROM retry CROSS JOIN LATERAL (
        SELECT d.endpoint_id, d.next_attempt_at FROM deliveries d
         WHERE d.state = 'pending' AND d.attempt > 0 AND d.endpoint_id > retry.endpoint_id
         ORDER BY d.endpoint_id, d.next_attempt_at LIMIT 1) following
    )
    SELECT endpoint_id, 'first' AS kind FROM first
    UNION ALL
    SELECT e.id, 'retry' FROM retry JOIN delivery_endpoints e ON e.id = retry.endpoint_id
     WHERE retry.next_attempt_at <= greatest(e.retries_until, ${overdueAt(now)})`;
}

export interface ClaimedAttempt extends StoredTrace {
  id: string;
  endpointId: string;
  changeSeq: number;
  eventId: Id<'event'> | null;
  withdraws: boolean;
  run: number;
  /** Which attempt it is, 1 to 8. */
  attempt: number;
  dueAt: Date;
  type: ChangeType;
  mode: Mode;
}

/** An attempt that was claimed, or why it was not. */
interface ClaimedRow extends ClaimedAttempt {
  open: boolean;
  /** The count of the endpoint's recalls at the claim, see {@link SendTarget}. */
  recalls: number;
  /** A later change of the same event has taken it back. */
  stale: boolean;
  /** The bytes to send; null when it was not claimed. */
  content: Buffer | null;
}

const LATER =
  'SELECT FROM deliveries later WHERE later.event_id = d.event_id AND later.endpoint_id = d.endpoint_id AND later.change_seq > d.change_seq';

/** SQL: a later change of the event contradicts the delivery `d`. Asked of each attempt: withdrawals have their own index. */
const TAKEN_BACK = fragment`
  CASE WHEN d.withdraws THEN EXISTS (${LATER} AND NOT later.withdraws) ELSE EXISTS (${LATER} AND later.withdraws) END`;

interface Claim {
  kind: AttemptKind;
  /** How many deliveries an endpoint may get. */
  wanted: ReadonlyMap<string, number>;
  /** How long no other sender may claim them, in milliseconds by the database's clock. */
  leaseMs: number;
  /** Read before the claim waits for a connection. A retry that became due during this wait starts at its due time. */
  now: Date;
}

/**
 * Claims waiting attempts of these endpoints, and stores each claim: its owner sends the attempt. An attempt whose
 * lease has expired is claimed again, as the same attempt. Deliveries that a later change has taken back are superseded.
 *
 * The number of rows is unknown in advance. With a join, the planner expected many rows and read whole tables, 50,000
 * changes for a claim of fifteen rows. A scalar subquery and `OFFSET 0` keep it to looking attempts and changes up one
 * by one.
 *
 * @returns also what could not be claimed because its endpoint is not open, or because it is stale.
 */
export async function claimAttempts(db: Queryable, claim: Claim): Promise<ClaimedRow[]> {
  const { kind, wanted, leaseMs, now } = claim;
  const due =
    kind === 'first'
      ? db`p.attempt = 0`
      : db`p.attempt > 0 AND p.next_attempt_at <= greatest(t.retries_until, ${overdueAt(now)})`;
  const order = kind === 'first' ? db`p.change_seq` : db`p.next_attempt_at`;
  return db<ClaimedRow[]>`
    WITH due AS MATERIALIZED (
      SELECT d.*, t.open, t.recalls, ${TAKEN_BACK} AS stale
        FROM unnest(${[...wanted.keys()]}::text[], ${[...wanted.values()]}::integer[]) AS w (endpoint_id, room)
        CROSS JOIN LATERAL (
          SELECT ${IN_USE} AS open, e.recalls, e.retries_until FROM ${ENDPOINTS} WHERE e.id = w.endpoint_id) t
        CROSS JOIN LATERAL (
          SELECT p.id, p.run, p.attempt, p.next_attempt_at, p.change_id, p.change_seq, p.endpoint_id, p.event_id, p.withdraws, p.content FROM deliveries p
           WHERE p.endpoint_id = w.endpoint_id AND p.state = 'pending' AND ${due}
             AND (SELECT a.claimed_until > now() FROM delivery_attempts a
                   WHERE a.delivery_id = p.id AND a.run = p.run AND a.number = p.attempt + 1) IS NOT TRUE
           ORDER BY ${order} LIMIT w.room
             FOR NO KEY UPDATE SKIP LOCKED) d
    ), claimed AS (
      INSERT INTO delivery_attempts (delivery_id, run, number, started_at, claimed_until)
      SELECT id, run, attempt + 1, greatest(${now}, CASE WHEN attempt > 0 THEN next_attempt_at END), now() + ${leaseMs} * interval '1 millisecond' FROM due WHERE open AND NOT stale
      ON CONFLICT (delivery_id, run, number) DO UPDATE
        SET started_at = excluded.started_at, claimed_until = excluded.claimed_until, sends = delivery_attempts.sends + 1
        WHERE delivery_attempts.finished_at IS NULL
          AND (delivery_attempts.claimed_until IS NULL OR delivery_attempts.claimed_until <= now())
      RETURNING delivery_id
    ), superseded AS (
      UPDATE deliveries d SET state = 'superseded', next_attempt_at = NULL, finished_at = ${now}
        FROM due WHERE d.id = due.id AND open AND stale
    )
    SELECT due.id, due.endpoint_id, due.change_seq, due.event_id, due.withdraws, due.run, due.attempt + 1 AS attempt, due.next_attempt_at AS due_at, c.type, c.mode, c.request_id, c.traceparent,
           due.open, due.recalls, due.stale, CASE WHEN claimed.delivery_id IS NOT NULL THEN due.content END AS content
      FROM due CROSS JOIN LATERAL (SELECT type, mode, request_id, traceparent FROM changes WHERE id = due.change_id OFFSET 0) c
           LEFT JOIN claimed ON claimed.delivery_id = due.id
     ORDER BY due.change_seq`;
}

export interface SendTarget {
  endpointId: string;
  kind: EndpointKind;
  url: string;
  secret: Buffer | null;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
  headerName: string | null;
  headerValue: Buffer | null;
  slowUntil: Date | null;
  failuresInARow: number;
  probeAt: Date | null;
  /** The endpoint, its key and its company are all in use. */
  open: boolean;
  /** Increased when deliveries end without an attempt: claims under an older number must be released. */
  recalls: number;
}

export async function listSendTargets(db: Queryable, endpointIds: readonly string[]): Promise<SendTarget[]> {
  return db<SendTarget[]>`
    SELECT e.id AS endpoint_id, e.kind, e.url, e.secret, e.previous_secret, e.previous_secret_until, e.header_name, e.header_value, e.slow_until,
           e.failures_in_a_row, e.probe_at, e.recalls, ${IN_USE} AS open
      FROM ${ENDPOINTS} WHERE e.id = ANY (${endpointIds as string[]})`;
}

/** Gives up claims of unsent attempts of these deliveries, so that another worker can take them at once. */
export async function releaseClaims(db: Queryable, ids: readonly string[]): Promise<void> {
  await db`
    UPDATE delivery_attempts SET claimed_until = NULL, sends = sends - 1
     WHERE delivery_id = ANY (${ids as string[]}) AND claimed_until IS NOT NULL`;
}

import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstNumber, firstRow } from '../../platform/database/rows.js';
import type { DeliveryState } from '../rules/delivery.js';
import type { OwnedEndpoint } from '../rules/ref.js';
import { NO_TEST } from './conditions.js';

export interface ReplayRow {
  id: Id<'replay'>;
  endpointId: string;
  since: Date;
  states: DeliveryState[];
  /** How many deliveries it has restarted so far. */
  restarted: number;
  requestedBy: string;
  requestedAt: Date;
  finishedAt: Date | null;
  /** The sequence number of the last change that was replayed. */
  afterSeq: number;
}

const COLUMNS = fragment`r.id, r.endpoint_id, r.since, r.states, r.restarted, r.requested_by, r.requested_at, r.finished_at, r.after_seq`;

/** Writes a request for a replay; nothing for an endpoint of another company. */
export async function insertReplay(
  tx: Transaction,
  companyId: Id<'company'>,
  row: Omit<ReplayRow, 'restarted' | 'finishedAt' | 'afterSeq'>,
): Promise<void> {
  await tx`
    INSERT INTO delivery_replays (id, endpoint_id, since, states, requested_by, requested_at)
    SELECT ${row.id}, e.id, ${row.since}, ${row.states}, ${row.requestedBy}, ${row.requestedAt}
      FROM delivery_endpoints e WHERE e.id = ${row.endpointId} AND e.company_id = ${companyId}`;
}

export function findOpenReplay(db: Queryable, id: string): Promise<ReplayRow | null> {
  return firstRow(db<ReplayRow[]>`
    SELECT ${COLUMNS} FROM delivery_replays r WHERE r.id = ${id} AND r.finished_at IS NULL`);
}

/** Stores the progress of a replay in the transaction that restarts deliveries. @param next null: the replay has ended. */
export async function advanceReplay(
  tx: Transaction,
  id: string,
  { count, next, now }: { count: number; next: number | null; now: Date },
): Promise<void> {
  await tx`
    UPDATE delivery_replays SET restarted = restarted + ${count}, after_seq = coalesce(${next}::bigint, after_seq),
      finished_at = CASE WHEN ${next}::bigint IS NULL THEN ${now}::timestamptz END
     WHERE id = ${id}`;
}

export async function finishReplay(db: Queryable, id: string, now: Date): Promise<void> {
  await db`UPDATE delivery_replays SET finished_at = ${now} WHERE id = ${id}`;
}

export async function listNewestReplays(db: Queryable, companyId: Id<'company'>): Promise<ReplayRow[]> {
  return db<ReplayRow[]>`
    SELECT DISTINCT ON (r.endpoint_id) ${COLUMNS}
      FROM delivery_replays r JOIN delivery_endpoints e ON e.id = r.endpoint_id
     WHERE e.company_id = ${companyId} ORDER BY r.endpoint_id, r.requested_at DESC`;
}

export async function deleteOldReplays(db: Queryable, before: Date, limit: number): Promise<void> {
  await db`
    DELETE FROM delivery_replays WHERE id = ANY (ARRAY(
      SELECT id FROM delivery_replays WHERE requested_at < ${before} LIMIT ${limit}))`;
}

/** Counts the deliveries that a replay would send. */
export function countReplayable(
  db: Queryable,
  { companyId, endpointId }: OwnedEndpoint,
  { since, states }: { since: Date; states: readonly DeliveryState[] },
): Promise<number> {
  return firstNumber(db<{ count: number }[]>`
    SELECT count(*)::int AS count FROM deliveries d JOIN delivery_endpoints e ON e.id = d.endpoint_id
     WHERE d.endpoint_id = ${endpointId} AND e.company_id = ${companyId} AND d.created_at >= ${since}
       AND d.state = ANY (${states as string[]}) AND d.state <> 'pending' AND ${NO_TEST}`);
}

import type postgres from 'postgres';
import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow, isOneRow } from '../../platform/database/rows.js';

export const DECISION_KINDS = ['assign', 'end_payment', 'settle', 'settle_difference'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

export const DECISION_STATES = ['proposed', 'applied', 'rejected'] as const;

/** A decision about payments: proposed by one person, approved or rejected by another. */
export interface DecisionRow {
  id: Id<'decision'>;
  kind: DecisionKind;
  object: string;
  input: Record<string, postgres.JSONValue>;
  effects: string[];
  reason: string;
  state: (typeof DECISION_STATES)[number];
  requestedBy: string;
  requestedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
}

const COLUMNS = fragment`id, kind, object, input, effects, reason, state, requested_by, requested_at, decided_by, decided_at`;

/** @returns the open proposal for the same object, if there is one already. */
export async function insertDecision(
  tx: Queryable,
  decision: Omit<DecisionRow, 'state' | 'decidedBy' | 'decidedAt'>,
): Promise<DecisionRow | null> {
  const { id, kind, object, effects, reason, requestedBy, requestedAt } = decision;
  const input = tx.json(decision.input);
  const isNew = await isOneRow(tx`
    INSERT INTO settlement_decisions ${tx({ id, kind, object, input, effects, reason, state: 'proposed', requestedBy, requestedAt })}
    ON CONFLICT (kind, object) WHERE state = 'proposed' DO NOTHING`);
  if (isNew) return null;
  return firstRow(tx<DecisionRow[]>`
    SELECT ${COLUMNS} FROM settlement_decisions WHERE kind = ${kind} AND object = ${object} AND state = 'proposed'`);
}

export function lockDecision(tx: Queryable, id: string): Promise<DecisionRow | null> {
  return firstRow(tx<DecisionRow[]>`
    SELECT ${COLUMNS} FROM settlement_decisions WHERE id = ${id} FOR UPDATE`);
}

export async function endDecision(
  tx: Queryable,
  id: string,
  end: { state: 'applied' | 'rejected'; decidedBy: string },
  now: Date,
): Promise<void> {
  await tx`UPDATE settlement_decisions SET ${tx({ ...end, decidedAt: now })} WHERE id = ${id}`;
}

/** Undecided proposals, oldest first. */
export async function listProposed(db: Queryable, limit: number): Promise<DecisionRow[]> {
  return db<DecisionRow[]>`
    SELECT ${COLUMNS} FROM settlement_decisions WHERE state = 'proposed' ORDER BY requested_at, id LIMIT ${limit}`;
}

/** An entry of the bank that a person assigned to the payment it belongs to now. */
export interface AssignmentRow {
  entryId: string;
  requestedBy: string;
  decidedBy: string;
}

export async function listAssignments(db: Queryable, transferIds: readonly string[]): Promise<AssignmentRow[]> {
  return db<AssignmentRow[]>`
    SELECT DISTINCT ON (e.id) e.id AS entry_id, d.requested_by, d.decided_by
    FROM bank_entries e JOIN settlement_decisions d ON d.kind = 'assign' AND d.object = e.id AND d.state = 'applied'
      AND d.input ->> 'payment' = e.transfer_id
    WHERE e.transfer_id = ANY (${transferIds as string[]}::text[]) ORDER BY e.id, d.decided_at DESC`;
}

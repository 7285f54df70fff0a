import { isDeepStrictEqual } from 'node:util';
import type postgres from 'postgres';
import { type Id, newId } from '../core/ids.js';
import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { tryOut } from '../platform/database/try-out.js';
import { checkedRequest, type Requester } from './open-run.js';
import { SettlementRefused } from './rules/settlement.js';
import {
  type DecisionKind,
  type DecisionRow,
  endDecision,
  insertDecision,
  lockDecision,
} from './sql/settlement-decisions.js';

export interface Decision {
  kind: DecisionKind;
  /** The bank entry, payment, statement or difference. */
  object: string;
  input: Record<string, postgres.JSONValue>;
}

interface Applied {
  companyId: Id<'company'> | null;
  /** The effects of the decision, one sentence each: the same for the same state of the database. */
  effects: string[];
}

/** Carries out a decision in the transaction. @throws {SettlementRefused} where its object does not allow it. */
export type Apply = (ctx: Context, tx: Transaction, decision: Decision, by: Requester) => Promise<Applied>;

/**
 * Proposes a decision; it takes effect when another person approves it. The same proposal again returns the first one.
 *
 * @param dryRun writes nothing.
 * @throws {SettlementRefused} when the decision is not possible now, no person may approve it, or another proposal for
 * the same object waits.
 */
export async function proposeDecision(
  ctx: Context,
  decision: Decision,
  apply: Apply,
  input: Requester,
  dryRun = false,
) {
  const by = checkedRequest(input);
  const approvers = ctx.config.paymentApprovers.filter((name) => name !== by.requestedBy);
  if (approvers.length === 0)
    throw new SettlementRefused(
      'a second person must approve this, and PAYMENT_APPROVERS names nobody but you: set it to the names of who may approve',
    );
  const { effects, companyId } = await tryOut(ctx.sql, (tx) => apply(ctx, tx, decision, by));
  if (dryRun) return { id: null, effects, approvers };
  const id = newId('decision');
  const waiting = await ctx.sql.begin(async (tx) => {
    const row = { id, ...decision, effects, ...by, requestedAt: ctx.clock.now() };
    const before = await insertDecision(tx, row);
    if (!before) await record(ctx, tx, 'settlement.propose', { ...row, companyId }, by.requestedBy);
    return before;
  });
  if (waiting && !isDeepStrictEqual(waiting.input, decision.input))
    throw new SettlementRefused(
      `${waiting.id} proposes something else for ${decision.object}: reject or approve it first`,
    );
  return { id: waiting?.id ?? id, effects, approvers };
}

/**
 * Approves a proposal and carries it out, in one transaction. A repeated approval changes nothing.
 *
 * @throws {SettlementRefused} when the person may not approve it, or its effects differ from the proposed ones by now.
 * @throws {ProblemError} for an unknown decision.
 */
export async function approveDecision(
  ctx: Context,
  input: { id: string; approvedBy: string },
  apply: Apply,
  dryRun = false,
): Promise<DecisionRow> {
  const { id, approvedBy } = input;
  const work = async (tx: Transaction): Promise<DecisionRow> => {
    const decision = await lockDecision(tx, id);
    if (!decision) throw noSuch('decision', id);
    if (decision.state === 'applied') return decision;
    if (decision.state === 'rejected') throw new SettlementRefused(`${id} was rejected by ${decision.decidedBy}`);
    assertApprover(ctx, decision, approvedBy);
    const by = { requestedBy: `${decision.requestedBy}, approved by ${approvedBy}`, reason: decision.reason };
    const { effects, companyId } = await apply(ctx, tx, decision, by);
    if (effects.join('\n') !== decision.effects.join('\n'))
      throw new SettlementRefused(
        `${id} would do something else now than it proposed: ${effects.join(' ')} Reject it and propose again`,
      );
    const now = ctx.clock.now();
    await endDecision(tx, id, { state: 'applied', decidedBy: approvedBy }, now);
    await record(ctx, tx, 'settlement.approve', { ...decision, companyId }, approvedBy);
    return dryRun ? decision : { ...decision, state: 'applied', decidedBy: approvedBy, decidedAt: now };
  };
  return dryRun ? tryOut(ctx.sql, work) : ctx.sql.begin(work);
}

/** Ends a proposal without effect. The proposer may do so too. @throws {SettlementRefused} when it was approved. */
export async function rejectDecision(ctx: Context, input: { id: string; requestedBy: string }): Promise<DecisionRow> {
  const { id, requestedBy } = input;
  return ctx.sql.begin(async (tx) => {
    const decision = await lockDecision(tx, id);
    if (!decision) throw noSuch('decision', id);
    if (decision.state === 'applied') throw new SettlementRefused(`${id} was approved by ${decision.decidedBy}`);
    if (decision.state === 'rejected') return decision;
    const now = ctx.clock.now();
    await endDecision(tx, id, { state: 'rejected', decidedBy: requestedBy }, now);
    await record(ctx, tx, 'settlement.reject', { ...decision, companyId: null }, requestedBy);
    return { ...decision, state: 'rejected' as const, decidedBy: requestedBy, decidedAt: now };
  });
}

function assertApprover(ctx: Context, { id, requestedBy }: DecisionRow, approvedBy: string): void {
  if (approvedBy === requestedBy) throw new SettlementRefused(`you proposed ${id}: another person must approve it`);
  if (!ctx.config.paymentApprovers.includes(approvedBy))
    throw new SettlementRefused(`${approvedBy} may not approve: PAYMENT_APPROVERS does not name them`);
}

function record(
  ctx: Context,
  tx: Transaction,
  action: 'settlement.propose' | 'settlement.approve' | 'settlement.reject',
  decision: Omit<DecisionRow, 'state' | 'decidedBy' | 'decidedAt'> & { companyId: Id<'company'> | null },
  by: string,
): Promise<void> {
  const { id, kind, object, reason, requestedBy, companyId, effects } = decision;
  const details = { kind, object, reason, requested_by: requestedBy, effects };
  return recordAction(ctx, tx, { action, objectId: id, companyId, by, details });
}

import { randomUUID } from 'node:crypto';
import type { Id } from '../core/ids.js';
import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable, Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { findOwnObstacle } from './begin-attempt.js';
import { checkedRequest, openRun } from './open-run.js';
import { SettlementRefused, VOIDABLE_STATUSES } from './rules/settlement.js';
import { endRun } from './sql/settlement-runs.js';
import { lockTerms } from './sql/settlement-terms.js';
import { prepareWriting } from './sql/settlement-writes.js';
import { findSettlement, lockSettlement, type SettlementRow, voidSettlement } from './sql/settlements.js';

/**
 * Voids an issued or failed statement: its lines are ready again, for a rerun of the month or the next month.
 *
 * @throws {SettlementRefused} for a statement whose money has moved or may be moving, or without actor and reason.
 */
export async function voidStatement(
  ctx: Context,
  input: { settlementId: Id<'statement'>; requestedBy: string; reason: string },
): Promise<SettlementRow> {
  const { settlementId, requestedBy, reason } = checkedRequest(input);
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const statement = await lockStatement(tx, settlementId);
    await assertVoidable(tx, statement);
    const { month, companyId, currency } = statement;
    const run = { key: randomUUID(), kind: 'void' as const, month, companyId, currency, requestedBy, reason };
    const runId = await openRun(ctx, tx, run, settlementId);
    await voidSettlement(tx, settlementId, now);
    await enqueue(tx, 'settlement.changed', [settlementId], now);
    await endRun(tx, runId, { status: 'finished', result: { settlementId, was: statement.status } }, now);
    return { ...statement, status: 'void' as const };
  });
}

/** @throws {SettlementRefused} for a statement that cannot be voided. */
export async function assertVoidable(db: Queryable, { id, status }: SettlementRow): Promise<void> {
  if (!VOIDABLE_STATUSES.includes(status))
    throw new SettlementRefused(`${id} is ${status}: only an issued or failed statement can be voided`);
  // Its lines would be paid again.
  const obstacle = await findOwnObstacle(db, id);
  if (obstacle !== null) throw new SettlementRefused(obstacle);
}

/** Locks the company's terms first, then the statement, like every writer. */
async function lockStatement(tx: Transaction, id: string): Promise<SettlementRow> {
  const found = await findSettlement(tx, id);
  if (found) await Promise.all([prepareWriting(tx, 5), lockTerms(tx, found.companyId)]);
  const statement = found && (await lockSettlement(tx, id));
  if (!statement) throw noSuch('statement', id);
  return statement;
}

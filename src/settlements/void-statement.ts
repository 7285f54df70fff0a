import { randomUUID } from 'node:crypto';
import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { findOwnObstacle, lockStatement } from './begin-attempt.js';
import { checkedRequest, type Requester, recordRun } from './open-run.js';
import { SettlementRefused, VOIDABLE_STATUSES } from './rules/settlement.js';
import { prepareWriting } from './sql/settlement-writes.js';
import { type SettlementRow, voidSettlement } from './sql/settlements.js';

/**
 * Voids an issued or failed statement: its lines are ready again, for a rerun of the month or the next month.
 *
 * @throws {SettlementRefused} for a statement whose money has moved or may be moving, or without actor and reason.
 */
export async function voidStatement(
  ctx: Context,
  input: Requester & { settlementId: Id<'statement'> },
): Promise<SettlementRow> {
  const { settlementId, requestedBy, reason } = checkedRequest(input);
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const [statement] = await Promise.all([lockStatement(tx, settlementId), prepareWriting(tx, 5)]);
    await assertVoidable(tx, statement);
    const { month, companyId, currency } = statement;
    const run = { key: randomUUID(), kind: 'void' as const, month, companyId, currency, requestedBy, reason };
    await voidSettlement(tx, settlementId, now);
    await enqueue(tx, 'settlement.changed', [settlementId], now);
    await recordRun(ctx, tx, run, settlementId, { settlementId, was: statement.status });
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

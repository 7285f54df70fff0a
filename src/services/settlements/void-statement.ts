import { randomUUID } from 'node:crypto';
import { VOIDABLE_STATUSES } from '../../domain/settlement.js';
import type { Transaction } from '../../store/database.js';
import { enqueue } from '../../store/outbox.js';
import { endRun } from '../../store/settlement-runs.js';
import { lockTerms } from '../../store/settlement-terms.js';
import { prepareWriting } from '../../store/settlement-writes.js';
import { findSettlement, lockSettlement, type SettlementRow, voidSettlement } from '../../store/settlements.js';
import type { Context } from '../context.js';
import { checkedRequest } from './begin-close.js';
import { openRun } from './open-run.js';
import { SettlementRefused } from './refused.js';

/**
 * Takes an issued or failed statement back: its lines are ready again, for a rerun of the month or the next month.
 *
 * @throws {SettlementRefused} for one whose money has moved or may be moving, and without who and why.
 */
export async function voidStatement(
  ctx: Context,
  input: { settlementId: string; requestedBy: string; reason: string },
): Promise<SettlementRow> {
  const { settlementId, requestedBy, reason } = checkedRequest(input);
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const statement = await lockStatement(tx, settlementId);
    assertVoidable(statement);
    const { month, companyId, currency } = statement;
    const run = { key: randomUUID(), kind: 'void' as const, month, companyId, currency, requestedBy, reason };
    const runId = await openRun(ctx, tx, run, settlementId);
    await voidSettlement(tx, settlementId, now);
    await enqueue(tx, 'settlement.changed', [settlementId], now);
    await endRun(tx, runId, { status: 'finished', result: { settlementId, was: statement.status } }, now);
    return { ...statement, status: 'void' as const };
  });
}

/** @throws {SettlementRefused} for a statement that cannot be taken back. */
export function assertVoidable({ id, status }: SettlementRow): void {
  if (VOIDABLE_STATUSES.includes(status)) return;
  throw new SettlementRefused(`${id} is ${status}: only what is issued or failed can be void`);
}

/** The statement, behind its company's terms, as every writer locks them. */
async function lockStatement(tx: Transaction, id: string): Promise<SettlementRow> {
  const found = await findSettlement(tx, id);
  if (found) await Promise.all([prepareWriting(tx, 5), lockTerms(tx, found.companyId)]);
  const statement = found && (await lockSettlement(tx, id));
  if (!statement) throw new SettlementRefused(`there is no statement ${id}`);
  return statement;
}

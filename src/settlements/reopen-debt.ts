import type { Id } from '../core/ids.js';
import type { Money } from '../core/money.js';
import { recordAdjustment } from '../earnings/record-adjustment.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { type Requester, recordRun } from './open-run.js';
import { findRun } from './sql/settlement-runs.js';

export interface ReturnedMoney {
  /** Identifies the returned money: the same key counts once. */
  key: string;
  settlementId: Id<'statement'>;
  companyId: Id<'company'>;
  month: string;
  amount: Money;
  /** `YYYY-MM-DD`, when the bank booked it; absent: now. The journal has it on this day. */
  bookedOn?: string;
}

/**
 * Owes a company the returned part of its payment again: the paid statement does not change, and the next one lists the
 * adjustment. The caller holds the statement's row.
 *
 * @returns the id of the adjustment, also of an earlier one.
 */
export async function reopenDebt(
  ctx: Context,
  tx: Transaction,
  { key, settlementId, companyId, month, amount, bookedOn }: ReturnedMoney,
  by: Requester,
): Promise<string> {
  const known = await findRun(tx, key);
  if (known?.result) return String(known.result.earningId);
  const { id: earningId } = await recordAdjustment(tx, { companyId, amount }, ctx.clock.now());
  const run = { key, kind: 'adjust' as const, month, companyId, currency: amount.currency, ...by };
  await recordRun(ctx, tx, run, earningId, { earningId, settlementId, ...(bookedOn && { bookedOn }) });
  return earningId;
}

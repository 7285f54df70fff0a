import { lockEventTerms, spendReward } from '../catalogue/sql/event-terms.js';
import { type Id, newId } from '../core/ids.js';
import type { Money } from '../core/money.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { recordEarningChanges } from './record-earning-changes.js';
import { type ReversalReason, refundReadyAt } from './rules/earnings.js';
import { planReversal, type Reversal } from './rules/ledger.js';
import {
  type EarningRow,
  insertEarnings,
  leaveStatements,
  lockEarningsOfSale,
  takeFromRemaining,
  turnOver,
} from './sql/earnings.js';
import { insertEntries, listEntriesOfSale } from './sql/ledger.js';
import { findSale } from './sql/sales.js';

export interface ReversalInput {
  saleId: Id<'sale'>;
  reason: ReversalReason;
  /** The buyer's money, in the order's currency; absent: all that is left. */
  paid?: Money;
}

/**
 * Reverses the reward of a sale or a part of it, in the caller's transaction: writes the ledger entry, reverses the
 * sale's record or adds a second one (decisions: Earnings), restores the budget and records the changes for partners.
 * Rows are locked in the order event, earnings, as everywhere.
 *
 * @returns the reversed record; null when nothing was left to reverse.
 */
export async function applyReversal(tx: Transaction, input: ReversalInput, now: Date): Promise<EarningRow | null> {
  const sale = await findSale(tx, input.saleId);
  if (!sale) return null;
  if (sale.budgeted) await lockEventTerms(tx, sale.eventId);
  const records = await lockEarningsOfSale(tx, input.saleId);
  const own = records.find((record) => record.kind === 'sale');
  if (!own) return null;
  const onStatement = records.some((record) => record.settlementId !== null);
  const { reason, paid } = input;
  const entries = await listEntriesOfSale(tx, input.saleId);
  const plan = planReversal(entries, { reason, paidMinor: paid?.minor, onStatement });
  if (!plan) return null;

  const shown = toRecord(own, plan, now);
  const { paidMinor } = plan;
  await insertEntries(tx, [{ ...shown, earningId: shown.id, kind: 'refund', paidMinor, createdAt: now }]);
  if (plan.turnsOver) {
    await turnOver(tx, own.id, plan, now);
    await leaveStatements(tx, sale.id);
  } else {
    await insertEarnings(tx, [shown]);
    await takeFromRemaining(tx, own.id, -plan.commissionMinor);
  }
  if (sale.budgeted && plan.commissionMinor !== 0) {
    await spendReward(tx, sale.eventId, plan.commissionMinor);
    await enqueue(tx, 'event.touched', [sale.eventId], now);
  }
  await recordEarningChanges(tx, [shown], now);
  return shown;
}

/** The record that shows the reversal: the sale's own, or a second one. */
function toRecord(own: EarningRow, plan: Reversal, now: Date): EarningRow {
  const { commissionMinor, transactionMinor, reason, turnsOver } = plan;
  const reversed = { ...own, commissionMinor, transactionMinor, reason, status: 'reversed' as const };
  const shown = { ...reversed, remainingMinor: 0, approvesAt: null, settles: !turnsOver, changedAt: now };
  if (turnsOver) return shown;
  const readyAt = refundReadyAt(own.readyAt, now);
  return { ...shown, id: newId('earning'), kind: 'refund', readyAt, settlementId: null, createdAt: now };
}

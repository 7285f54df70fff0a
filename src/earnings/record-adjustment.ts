import { newId } from '../core/ids.js';
import type { Transaction } from '../platform/database/database.js';
import { recordEarningChanges } from './record-earning-changes.js';
import { type EarningRow, insertEarnings } from './sql/earnings.js';
import { insertEntries } from './sql/ledger.js';
import type { SaleRow } from './sql/sales.js';

/**
 * Corrects what a company is owed, in the caller's transaction: ready at once, so that the next statement lists it. An
 * amount in the company's favour is `ready`, one against it `reversed`, as refunds are.
 *
 * @param input.sale that it corrects; absent: none in particular.
 * @param input.amountMinor signed, in minor units of `currency`; not zero.
 */
export async function recordAdjustment(
  tx: Transaction,
  input: { companyId: string; currency: string; amountMinor: number; sale?: SaleRow },
  now: Date,
): Promise<EarningRow> {
  if (input.amountMinor === 0) throw new RangeError('the amount must not be zero');
  const { sale } = input;
  const earning: EarningRow = {
    id: newId('earning'),
    saleId: sale?.id ?? newId('sale'),
    kind: 'adjustment',
    companyId: input.companyId,
    keyId: sale?.keyId ?? null,
    mode: sale?.mode ?? 'live',
    eventId: sale?.eventId ?? null,
    orderId: sale?.orderId ?? null,
    subId: sale?.subId ?? null,
    currency: input.currency,
    commissionMinor: input.amountMinor,
    transactionMinor: null,
    remainingMinor: 0,
    status: input.amountMinor > 0 ? 'ready' : 'reversed',
    reason: 'adjustment',
    approvesAt: null,
    readyAt: now,
    settles: true,
    settlementId: null,
    createdAt: now,
    changedAt: now,
  };
  await insertEntries(tx, [{ ...earning, earningId: earning.id, paidMinor: 0 }]);
  await insertEarnings(tx, [earning]);
  await recordEarningChanges(tx, [earning], now);
  return earning;
}

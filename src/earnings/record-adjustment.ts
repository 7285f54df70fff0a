import { type Id, newId } from '../core/ids.js';
import type { Money } from '../core/money.js';
import type { Transaction } from '../platform/database/database.js';
import { recordEarningChanges } from './record-earning-changes.js';
import { type EarningRow, insertEarnings } from './sql/earnings.js';
import { insertEntries } from './sql/ledger.js';
import type { SaleRow } from './sql/sales.js';

/**
 * Corrects the money owed to a company, in the caller's transaction: ready at once, so that the next statement lists
 * it. An amount in the company's favour is `ready`, one against it `reversed`, as refunds are.
 *
 * @param input.sale that it corrects; absent: none in particular.
 * @param input.amount signed, not zero.
 */
export async function recordAdjustment(
  tx: Transaction,
  { companyId, amount, sale }: { companyId: Id<'company'>; amount: Money; sale?: SaleRow },
  now: Date,
): Promise<EarningRow> {
  if (amount.minor === 0) throw new RangeError('the amount must not be zero');
  const earning: EarningRow = {
    id: newId('earning'),
    saleId: sale?.id ?? newId('sale'),
    kind: 'adjustment',
    companyId,
    keyId: sale?.keyId ?? null,
    mode: sale?.mode ?? 'live',
    eventId: sale?.eventId ?? null,
    orderId: sale?.orderId ?? null,
    subId: sale?.subId ?? null,
    currency: amount.currency,
    commissionMinor: amount.minor,
    transactionMinor: null,
    remainingMinor: 0,
    status: amount.minor > 0 ? 'ready' : 'reversed',
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

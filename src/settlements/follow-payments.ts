import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { reopenDebt } from './reopen-debt.js';
import { type Position, positionOf } from './rules/payments.js';
import { listTransfers, markSettlementPaid, savePayment, type TransferRow } from './sql/settlement-payments.js';
import { type SettlementRow, updateSettlement } from './sql/settlements.js';

export interface PaymentChange {
  payment: TransferRow;
  /** Why money is owed again, as the adjustment's reason. */
  cause: string;
  requestedBy: string;
  /** For an unpaid statement: the reason, and the time of the next attempt; null: a person decides. */
  failure: string;
  retryAt: Date | null;
  /** `YYYY-MM-DD`: when the bank booked the change; absent: now. */
  bookedOn?: string;
}

/**
 * Writes a changed payment and lets its statement follow: its status is derived from all its payments, and money that came back of a
 * paid statement is owed again on the company's next statement. The caller holds the company's terms and the statement's row.
 *
 * @returns where the statement stands now.
 */
export async function followPayments(
  ctx: Context,
  tx: Transaction,
  statement: SettlementRow,
  change: PaymentChange,
): Promise<Position> {
  const now = ctx.clock.now();
  const { id: settlementId, companyId, month, currency, status } = statement;
  const others = (await listTransfers(tx, settlementId)).filter(({ id }) => id !== change.payment.id);
  const position = positionOf(statement, [...others, change.payment]);
  const owedAgainMinor = change.payment.owedAgainMinor + position.oweMinor;
  await savePayment(tx, { ...change.payment, owedAgainMinor }, now);
  if (position.status !== status) {
    if (position.status === 'paid')
      await markSettlementPaid(tx, settlementId, change.payment.reference ?? change.payment.id, now);
    if (position.status === 'failed') {
      const { failure, retryAt: payFrom } = change;
      await updateSettlement(tx, settlementId, { status: 'failed', failure, payFrom, waitsFor: null }, now);
    }
  }
  if (position.oweMinor > 0) {
    // The sum so far makes the key: the same return counts once.
    const key = `returned ${change.payment.id} ${owedAgainMinor}`;
    const cameBack = {
      key,
      settlementId,
      companyId,
      month,
      amount: { minor: position.oweMinor, currency },
      bookedOn: change.bookedOn,
    };
    await reopenDebt(ctx, tx, cameBack, { requestedBy: change.requestedBy, reason: change.cause });
  }
  await enqueue(tx, 'settlement.changed', [settlementId], now);
  return position;
}

import { toDecimal } from '../core/money.js';
import type { EarningRow } from './sql/earnings.js';
import type { Earning } from './wire.js';

/** The record as partners see it (contract: Earning): in responses and in `earnings.changed`. */
export function toEarning(row: EarningRow): Earning {
  return {
    sale_id: row.saleId,
    event_id: row.eventId,
    transaction_value: row.transactionMinor === null ? null : toDecimal(row.transactionMinor, row.currency),
    commission: toDecimal(row.commissionMinor, row.currency),
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
    test: row.mode === 'test',
    sub_id: row.subId,
    id: row.id,
    kind: row.kind,
    settlement_id: row.settlementId,
    // The row keeps it: a refund of an approved sale still shows when that was.
    approves_at: (row.status === 'pending' && row.approvesAt?.toISOString()) || null,
    order_id: row.orderId,
  };
}

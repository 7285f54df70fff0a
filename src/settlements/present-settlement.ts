import { toDecimal } from '../core/money.js';
import type { SettlementRow } from './sql/settlements.js';
import type { Settlement } from './wire.js';

/** The statement as partners see it (contract: Settlement). */
export function presentSettlement(row: SettlementRow): Settlement {
  return {
    id: row.id,
    period_start: row.periodStart,
    period_end: row.periodEnd,
    due_on: row.dueOn,
    amount: toDecimal(row.amountMinor, row.currency),
    currency: row.currency,
    lines: row.lines,
    status: row.status,
    method: row.method,
    reference: row.reference,
    payment_reference: row.paymentReference,
    issued_at: row.issuedAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
  };
}

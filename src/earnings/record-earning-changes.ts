import { keepReceived, recordOwnedChanges } from '../changes/record-owned-changes.js';
import type { Transaction } from '../platform/database/database.js';
import type { EarningRow } from './sql/earnings.js';
import { findTracesOfSales } from './sql/sales.js';
import { toEarning } from './to-earning.js';

/**
 * Records changes of these earnings, in the transaction that made them, for everyone who receives `earnings.changed`:
 * for a test earning the endpoints of its own key, for a live earning the endpoints of all live server keys of the
 * company. Changes that no endpoint receives are not recorded.
 */
export async function recordEarningChanges(tx: Transaction, earnings: readonly EarningRow[], now: Date): Promise<void> {
  if (earnings.length === 0) return;
  const sales = [...new Set(earnings.map((earning) => earning.saleId))];
  const [received, traces] = await Promise.all([
    keepReceived(tx, 'earnings.changed', earnings, now),
    findTracesOfSales(tx, sales),
  ]);
  const changes = received.map((earning) => ({
    mode: earning.mode,
    what: earning.status,
    companyId: earning.companyId,
    keyId: earning.keyId,
    document: JSON.stringify(toEarning(earning)),
    saleId: earning.saleId,
    requestId: traces.get(earning.saleId)?.requestId ?? null,
    traceparent: traces.get(earning.saleId)?.traceparent ?? null,
  }));
  await recordOwnedChanges(tx, 'earnings.changed', changes, now);
}

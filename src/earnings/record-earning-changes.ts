import { newId } from '../core/ids.js';
import { HOLD_FOR_MS } from '../deliveries/rules/delivery.js';
import { listReceivers } from '../deliveries/sql/change-audience.js';
import { insertEarningChanges } from '../deliveries/sql/changes.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { EarningRow } from './sql/earnings.js';
import { findTracesOfSales } from './sql/sales.js';
import { toEarning } from './to-earning.js';

/**
 * Records changes of these earnings, in the transaction that made them, for everyone who receives `earnings.changed`:
 * the endpoints of a test earning's own key, those of all the company's live server keys for a live one. Changes that
 * no endpoint receives are not recorded.
 */
export async function recordEarningChanges(tx: Transaction, earnings: readonly EarningRow[], now: Date): Promise<void> {
  if (earnings.length === 0) return;
  const companies = [...new Set(earnings.map((earning) => earning.companyId))];
  const sales = [...new Set(earnings.map((earning) => earning.saleId))];
  const [receivers, traces] = await Promise.all([
    listReceivers(tx, 'earnings.changed', companies, new Date(now.getTime() - HOLD_FOR_MS)),
    findTracesOfSales(tx, sales),
  ]);
  const receiving = new Set(receivers.map(({ mode, companyId, keyId }) => (mode === 'test' ? keyId : companyId)));
  const changes = earnings
    .map((earning) => ({
      id: newId('change'),
      mode: earning.mode,
      what: earning.status,
      companyId: earning.companyId,
      keyId: earning.mode === 'test' ? earning.keyId : null,
      earning: JSON.stringify(toEarning(earning)),
      saleId: earning.saleId,
      requestId: traces.get(earning.saleId)?.requestId ?? null,
      traceparent: traces.get(earning.saleId)?.traceparent ?? null,
    }))
    .filter((change) => receiving.has(change.keyId ?? change.companyId));
  if (changes.length === 0) return;
  await insertEarningChanges(tx, changes, now);
  await enqueue(
    tx,
    'change.recorded',
    changes.map((change) => change.id),
    now,
  );
}

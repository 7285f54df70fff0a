import { newId } from '../../domain/ids.js';
import type { Transaction } from '../../store/database.js';
import { insertEarningChanges } from '../../store/earning-changes.js';
import type { EarningRow } from '../../store/earnings.js';
import { presentEarning } from './present-earning.js';

/**
 * Leaves word, in the transaction that created or moved these earnings, for everyone who hears `earnings.changed`: the
 * endpoints of a test earning's own key, those of all the company's live server keys for a live one.
 */
export async function recordEarningChanges(tx: Transaction, earnings: readonly EarningRow[], now: Date): Promise<void> {
  const changes = earnings.map((earning) => ({
    id: newId('change'),
    mode: earning.mode,
    what: earning.status,
    earning: JSON.stringify(presentEarning(earning)),
    companyId: earning.companyId,
    keyId: earning.mode === 'test' ? earning.keyId : null,
  }));
  await insertEarningChanges(tx, changes, now);
}

import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import type { Transaction } from '../platform/database/database.js';
import { HOLD_FOR_MS } from './rules/delivery.js';
import { listReceivers } from './sql/change-audience.js';

/** An earning or an order of a partner. */
interface Owned {
  mode: Mode;
  companyId: Id<'company'>;
  /** Null: no key earned it. */
  keyId: Id<'key'> | null;
}

/** The key whose endpoints alone are notified: the key of a test object. Null: all live server keys of the company are. */
export const notifiedKey = ({ mode, keyId }: Owned): Id<'key'> | null => (mode === 'test' ? keyId : null);

/** Keeps the objects whose changes at least one endpoint receives. */
export async function keepReceived<One extends Owned>(
  tx: Transaction,
  type: 'earnings.changed' | 'order.changed',
  objects: readonly One[],
  now: Date,
): Promise<One[]> {
  const companies = [...new Set(objects.map(({ companyId }) => companyId))];
  const receivers = await listReceivers(tx, type, companies, new Date(now.getTime() - HOLD_FOR_MS));
  const receiving = new Set<string>(receivers.map((receiver) => notifiedKey(receiver) ?? receiver.companyId));
  return objects.filter((object) => receiving.has(notifiedKey(object) ?? object.companyId));
}

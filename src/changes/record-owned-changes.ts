import type { OwnedType } from '../core/change-type.js';
import { type Id, newId } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { StoredTrace } from '../platform/traces/trace-context.js';
import { heldSince, insertOwnedChanges, listReceivers } from './sql/changes.js';

interface Owned {
  mode: Mode;
  companyId: Id<'company'>;
  /** Null: no key earned it. */
  keyId: Id<'key'> | null;
}

/** A new version of an earning, an order or a statement. */
export interface OwnedChange extends Owned, StoredTrace {
  /** Its status, for operators. */
  what: string;
  /** The record as partners read it, as JSON. */
  document: string;
  saleId?: Id<'sale'>;
}

/** The key whose endpoints alone are notified: the key of a test object. Null: all live server keys of the company are. */
const notifiedKey = ({ mode, keyId }: Owned): Id<'key'> | null => (mode === 'test' ? keyId : null);

/** Keeps the objects whose changes at least one endpoint receives. */
export async function keepReceived<Item extends Owned>(
  tx: Transaction,
  type: OwnedType,
  objects: readonly Item[],
  now: Date,
): Promise<Item[]> {
  const companies = [...new Set(objects.map(({ companyId }) => companyId))];
  const receivers = await listReceivers(tx, type, companies, heldSince(now));
  const receiving = new Set<string>(receivers.map((receiver) => notifiedKey(receiver) ?? receiver.companyId));
  return objects.filter((object) => receiving.has(notifiedKey(object) ?? object.companyId));
}

/** Records these changes in the transaction that makes them, in the order given. */
export async function recordOwnedChanges(
  tx: Transaction,
  type: OwnedType,
  changes: readonly OwnedChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ document, saleId = null, ...change }) => ({
    ...change,
    id: newId('change'),
    type,
    keyId: notifiedKey(change),
    earning: type === 'earnings.changed' ? document : null,
    order: type === 'order.changed' ? document : null,
    settlement: type === 'settlement.changed' ? document : null,
    saleId,
    createdAt: now,
  }));
  const ids = rows.map(({ id }) => id);
  await Promise.all([insertOwnedChanges(tx, rows), enqueue(tx, 'change.recorded', ids, now)]);
}

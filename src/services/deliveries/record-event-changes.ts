import { HOLD_FOR_MS } from '../../domain/delivery.js';
import { eventChangeKind } from '../../domain/event-change.js';
import { newId } from '../../domain/ids.js';
import { insertAgreementChanges, insertEventChanges } from '../../store/changes.js';
import type { Transaction } from '../../store/database.js';
import { enqueue } from '../../store/outbox.js';
import type { ChangeRecorder } from '../listings/event-changes.js';

/**
 * Leaves word, in the projector's transaction, of what partners see differently from now on (contract: `event.changed`).
 * Changes that no endpoint may hear of leave no trace.
 */
export const recordEventChanges: ChangeRecorder = async (tx, changes) => {
  const [first] = changes;
  if (!first) return;
  const rows = changes.map((change) => ({
    id: newId('change'),
    mode: change.test ? ('test' as const) : ('live' as const),
    what: eventChangeKind(change.statusBefore, change.status),
    eventId: change.eventId,
    before: change.before,
    after: change.after,
    withdrawnAt: change.withdrawnAt,
    at: change.stamp,
  }));
  const heldSince = new Date(first.stamp.getTime() - HOLD_FOR_MS);
  await enqueue(tx, 'change.recorded', await insertEventChanges(tx, rows, heldSince), first.stamp);
};

/** Leaves word of the events that left a company's agreement: of its withdrawals after `stamp`, in their transaction. */
export async function recordAgreementChanges(
  tx: Transaction,
  input: { companyId: string; stamp: Date; now: Date },
): Promise<void> {
  const heldSince = new Date(input.now.getTime() - HOLD_FOR_MS);
  await enqueue(tx, 'change.recorded', await insertAgreementChanges(tx, { ...input, heldSince }), input.now);
}

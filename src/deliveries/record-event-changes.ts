import { covers } from '../core/coverage.js';
import { type Id, newId } from '../core/ids.js';
import type { ChangeRecorder } from '../listings/event-changes.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { HOLD_FOR_MS } from './rules/delivery.js';
import { eventChangeKind } from './rules/event-change.js';
import { listSubscribedAgreements, subscribesToLiveEvents } from './sql/change-audience.js';
import { insertAgreementChanges, insertEventChanges } from './sql/changes.js';

/**
 * Records visible changes in the projector's transaction (contract: `event.changed`). Changes that no endpoint receives
 * are not recorded.
 */
export const recordEventChanges: ChangeRecorder = async (tx, changes, now) => {
  if (changes.length === 0) return;
  const agreements = await listSubscribedAgreements(tx, new Date(now.getTime() - HOLD_FOR_MS));
  if (agreements.length === 0) return;
  const rows = changes.flatMap((change) => {
    const mode = change.test ? ('test' as const) : ('live' as const);
    const { before, after } = change;
    const heard = agreements.some(
      (agreement) =>
        agreement.mode === mode &&
        ((after !== null && covers(agreement, after)) || (before !== null && covers(agreement, before))),
    );
    if (!heard) return [];
    const what = eventChangeKind(change.statusBefore, change.status);
    const { eventId, withdrawnAt, trace } = change;
    const { requestId = null, traceparent = null } = trace ?? {};
    return [{ id: newId('change'), mode, what, eventId, before, after, withdrawnAt, at: now, requestId, traceparent }];
  });
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await Promise.all([insertEventChanges(tx, rows), enqueue(tx, 'change.recorded', ids, now)]);
};

/** Records the events that left a company's agreement: its withdrawals after `stamp`, in their transaction. */
export async function recordAgreementChanges(
  tx: Transaction,
  input: { companyId: Id<'company'>; stamp: Date; now: Date },
): Promise<void> {
  const heldSince = new Date(input.now.getTime() - HOLD_FOR_MS);
  if (!(await subscribesToLiveEvents(tx, input.companyId, heldSince))) return;
  await enqueue(tx, 'change.recorded', await insertAgreementChanges(tx, input), input.now);
}

import { covers, type Scope } from '../core/coverage.js';
import { type Id, newId } from '../core/ids.js';
import type { EventStatus } from '../core/wire/event.js';
import type { Fragment, Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { StoredTrace } from '../platform/traces/trace-context.js';
import { eventChangeKind } from './rules/event-change.js';
import {
  heldSince,
  insertAgreementChanges,
  insertEventChanges,
  listSubscribedAgreements,
  subscribesToLiveEvents,
} from './sql/changes.js';

/** The change of one event between two states that partners see. */
export interface EventChange {
  eventId: Id<'event'>;
  test: boolean;
  /** The scope it was shown with; null: it was not shown. Partners whose agreement covers it may have shown it. */
  before: Scope | null;
  /** The scope it is shown with; null: it is withdrawn. Covered before and not now: withdrawn from that partner. */
  after: Scope | null;
  statusBefore: EventStatus | null;
  status: EventStatus | null;
  /** `withdrawn_at` for partners who may no longer show it, UTC; null when there are none. */
  withdrawnAt: string | null;
  /** The last call that touched the event; absent: none did. */
  trace?: StoredTrace;
}

/** Records visible changes in the projector's transaction (contract: `event.changed`), if an endpoint receives them. */
export async function recordEventChanges(tx: Transaction, changes: readonly EventChange[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  const agreements = await listSubscribedAgreements(tx, heldSince(now));
  if (agreements.length === 0) return;
  const rows = changes.flatMap((change) => {
    const mode = change.test ? ('test' as const) : ('live' as const);
    const { before, after } = change;
    const isReceived = agreements.some(
      (agreement) =>
        agreement.mode === mode &&
        ((after !== null && covers(agreement, after)) || (before !== null && covers(agreement, before))),
    );
    if (!isReceived) return [];
    const what = eventChangeKind(change.statusBefore, change.status);
    const { eventId, withdrawnAt, trace } = change;
    const { requestId = null, traceparent = null } = trace ?? {};
    return [{ id: newId('change'), mode, what, eventId, before, after, withdrawnAt, at: now, requestId, traceparent }];
  });
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await Promise.all([insertEventChanges(tx, rows), enqueue(tx, 'change.recorded', ids, now)]);
}

/** Records events that left an agreement, in that transaction. @param input.withdrawn selects `event_id`, `withdrawn_at`. */
export async function recordAgreementChanges(
  tx: Transaction,
  input: { companyId: Id<'company'>; withdrawn: Fragment; now: Date },
): Promise<void> {
  if (!(await subscribesToLiveEvents(tx, input.companyId, heldSince(input.now)))) return;
  await enqueue(tx, 'change.recorded', await insertAgreementChanges(tx, input), input.now);
}

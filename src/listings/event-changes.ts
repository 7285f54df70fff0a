import type { Scope } from '../core/coverage.js';
import type { Id } from '../core/ids.js';
import type { EventStatus } from '../core/wire/event.js';
import type { Transaction } from '../platform/database/database.js';
import type { StoredTrace } from '../platform/traces/trace-context.js';

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

/** Called with the changes of a batch in its transaction: its writes commit with the changes. */
export type ChangeRecorder = (tx: Transaction, changes: readonly EventChange[], now: Date) => Promise<void>;

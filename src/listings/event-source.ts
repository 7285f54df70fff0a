import type { Id } from '../core/ids.js';
import type { EventStatus } from '../core/wire/event.js';
import type { Queryable, Transaction } from '../platform/database/database.js';
import type { SourceEvent, TicketFacts } from './rules/event-document.js';
import type { OnSaleStatus } from './rules/event-status.js';

export interface SourceTicketType extends TicketFacts {
  eventId: Id<'event'>;
}

export interface DerivedStatus {
  id: string;
  from: EventStatus;
  status: EventStatus;
  statusBeforeSoldOut: OnSaleStatus | null;
}

/** Where the projector reads events, and writes the statuses that follow from their stock. */
export interface EventSource {
  /** Events to come after one, in the order of their ids; '' begins. */
  eventIdsAfter(db: Queryable, after: string, limit: number): Promise<string[]>;
  countEvents(db: Queryable): Promise<number>;
  readSourceEvents(tx: Transaction, ids: readonly string[]): Promise<SourceEvent[]>;
  readTicketTypes(tx: Transaction, ids: readonly string[]): Promise<SourceTicketType[]>;
  /**
   * The events of this list that no other transaction is changing. They stay locked, so that their status can be
   * written.
   */
  lockFree(tx: Transaction, ids: readonly string[]): Promise<Set<string>>;
  /** Writes statuses, each only over the status it was derived from; returns the ids written. */
  writeStatuses(tx: Transaction, rows: readonly DerivedStatus[]): Promise<Set<string>>;
}

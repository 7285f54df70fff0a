import type { Id } from '../core/ids.js';
import type { EventStatus } from '../core/wire/event.js';
import type { Queryable, Transaction } from '../platform/database/database.js';
import type { EventColumn, EventRow, RowKey } from './rules/event-columns.js';
import type { OnSaleStatus } from './rules/event-status.js';

/** What no document shows. */
export const UNREAD = ['external_id', 'source_url', 'content_hash', 'created_at'] as const satisfies EventColumn[];
type Unread = (typeof UNREAD)[number];

/** An event with its organizer, as the projector reads it. */
export interface SourceEvent extends Omit<EventRow, RowKey<Unread>> {
  organizerName: string | null;
  organizerVerified: boolean;
}

export interface SourceTicketType {
  eventId: Id<'event'>;
  priceMinor: number;
  totalMinor: number;
  currency: string;
  capacity: number;
  held: number;
  sold: number;
  salesFrom: Date | null;
  salesUntil: Date | null;
  inventoryUpdatedAt: Date;
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

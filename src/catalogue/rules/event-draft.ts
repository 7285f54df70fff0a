import type { EventStatus } from '../../core/wire/event.js';
import type { Described } from '../../listings/rules/event-columns.js';

/**
 * An event as an organizer describes it, validated and normalized: places and times resolved, money in minor units,
 * instants in UTC (ISO 8601). The names are the columns of `events`, unlike the names of a row: a draft is hashed, and
 * the database reads it as JSON; `external_id` is the organizer's own stable id.
 */
export interface EventDraft extends Described {
  /** Null: not given. */
  status: EventStatus | null;
  /** Null: the organizer did not say; existing ones stay. */
  ticket_types: TicketTypeDraft[] | null;
  /** Where the catalogue itself chooses the id (samples, generated events). */
  id?: string;
}

export interface TicketTypeDraft {
  external_id: string;
  name: string;
  price_minor: number;
  /** Fees and tax included. */
  total_minor: number;
  currency: string;
  capacity: number;
  max_per_order: number;
  sales_from: string | null;
  sales_until: string | null;
  id?: string;
  /** Tickets that count as sold when the type is first written (samples, generated events). */
  sold?: number;
}

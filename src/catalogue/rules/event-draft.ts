import type { EventStatus } from '../../core/wire/event.js';

/**
 * An event as an organizer describes it, checked and brought into the catalogue's own terms: places and times
 * resolved, money in minor units, instants in UTC (ISO 8601). The names are those of the columns of `events`.
 */
export interface EventDraft {
  /** The organizer's own stable id. */
  external_id: string;
  /** Null: the organizer did not say. */
  status: EventStatus | null;
  name: string;
  starts_at: string | null;
  ends_at: string | null;
  date: string;
  timezone: string | null;
  venue: string | null;
  address: string | null;
  city: string | null;
  country: string | null;
  lat: number | null;
  lng: number | null;
  image: string | null;
  category: string | null;
  performers: string[];
  short_description: string | null;
  can_share: boolean;
  source_url: string | null;
  price_from_minor: number | null;
  price_to_minor: number | null;
  currency: string | null;
  reward_kind: 'flat' | 'percent' | null;
  reward_amount_minor: number | null;
  reward_percent: number | null;
  reward_currency: string | null;
  reward_description: string | null;
  reward_budget_minor: number | null;
  /** Null: the organizer did not say, and those there are stay. */
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
  /** Tickets counted as sold already when the type is first written (samples, generated events). */
  sold?: number;
}

import type { CatalogueInput, TicketTypeInput } from '../input/catalogue-input.js';

export interface SampleTicket extends Omit<TicketTypeInput, 'capacity' | 'sales_from' | 'sales_until'> {
  /** Absent: more than anybody orders. */
  capacity?: number;
  sold?: number;
  /** First and last day of sales, counted as {@link Sample.day}. */
  from?: number;
  until?: number;
}

export interface Sample
  extends Pick<
    CatalogueInput,
    | 'status'
    | 'online'
    | 'timezone'
    | 'venue'
    | 'address'
    | 'city'
    | 'country'
    | 'lat'
    | 'lng'
    | 'category'
    | 'performers'
    | 'short_description'
    | 'can_share'
    | 'currency'
    | 'price'
    | 'reward'
  > {
  /** Last part of the event's id. */
  slug: string;
  name: string;
  /** Days after the first of the next quarter. */
  day: number;
  /** Local start; absent: only the day is known. */
  at?: string;
  hours?: number;
  /** Length in days, for events of several days. */
  days?: number;
  tickets?: SampleTicket[];
  /** Of the organizer; default true. */
  verified?: boolean;
}

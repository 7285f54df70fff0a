import type { Circle } from '../rules/geo.js';

/** Which events a page is chosen from, in terms of the read model. */
export interface ListingQuery {
  /** Samples, or real events. */
  test: boolean;
  /** Upcoming events by their start, either way, or by their lowest price; or all events by their last change. */
  order: 'soonest' | 'latest' | 'cheapest' | 'changed';
  /** For `cheapest`: of the prices. */
  currency?: string;
  /** Goes on after this row. */
  after?: { at: string; id: string };
  /** For `changed`: after this instant (UTC, microseconds), and at most this one (milliseconds). */
  since?: string;
  until?: string;
  /** The allowed values; null: any. */
  countries: readonly string[] | null;
  categories: readonly string[] | null;
  cityKey?: string;
  venueId?: string;
  /** Public id. */
  performerId?: string;
  from?: string;
  to?: string;
  /** First and last day on which sales begin, with the days between; at most 31. */
  onSale?: readonly string[];
  /** Pays a reward, at least this much per ticket. */
  paying: boolean;
  minimumEarnings?: number;
  /** Inside all of them. */
  circles: readonly Circle[];
  /** The cells (one-degree squares) to look in, one by one; null: on the way through the others, each is looked at. */
  cells: readonly number[] | null;
  artist?: ArtistMatch;
  /** Finds upcoming events only. */
  search?: SearchTerms;
  /** Rows wanted. */
  limit: number;
}

/**
 * Performers whose events are few: their ids, or a part of their folded names (`named`), looked up within the
 * statement. Else a part of the names on the event.
 */
type ArtistMatch = { performers: readonly number[] } | { named: string } | { contains: string };

/** What the words of an event must meet: parts of a `tsquery`, as text. */
export interface SearchTerms {
  /** All of them. */
  required: readonly string[];
  /**
   * Beyond `required`, the words `before` and a word that begins with `prefix`, or the usual name of the city that they are
   * another name of. Null: the search does not end in a word that may be incomplete.
   */
  last: { before: readonly string[]; prefix: string; city: string | null } | null;
}
